"""What a network reads of an encoder, of which only what it says is known."""

from types import SimpleNamespace

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from multiplane.guides.neural.pretrained import context
from multiplane.guides.neural.pretrained.context import context_of, mixing
from multiplane.guides.neural.pretrained.identity import Identity

LAYERS, SIZE, READ, WORDS = 4, 96, 64, 300
TINY = Identity("tiny", "0" * 64)
BATCH = SimpleNamespace(starts=np.array([0, 100, WORDS]), forms=("a",) * WORDS)


@pytest.fixture
def said(monkeypatch):
    """What the encoder says of all words but the first of each run."""
    rng = np.random.default_rng(1)
    states = rng.normal(size=(WORDS, LAYERS, SIZE)).astype(np.float32)
    runs = [np.arange(1, 150), np.arange(151, WORDS)]
    transformer = SimpleNamespace(
        layers=LAYERS, size=SIZE, states=lambda _: ((words, states[words]) for words in runs)
    )
    monkeypatch.setattr(context, "opened", lambda _: transformer)
    return states


@pytest.fixture
def weights():
    rng = np.random.default_rng(2)
    return {
        "encoder-mix": rng.normal(size=LAYERS + 1).astype(np.float32),
        "encoder-into": rng.normal(size=(READ, SIZE)).astype(np.float32),
    }


def test_layers_are_mixed_and_multiplied(said, weights):
    found = context_of(TINY, weights, BATCH, np.arange(2))
    mixed = np.einsum("wls,l->ws", said.astype(float), mixing(weights["encoder-mix"]))
    expected = np.zeros((WORDS + 4, READ))
    nodes = [*range(1, 101), *range(103, 303)]  # between them, "no word" and the second root
    expected[nodes] = mixed @ weights["encoder-into"].T
    expected[[nodes[0], nodes[150]]] = 0  # of these, nothing is said
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_it_does_not_depend_on_the_number_of_threads(said, weights):
    found = []
    for number in (1, 2):
        with threadpool_limits(number, user_api="blas"):
            found.append(context_of(TINY, weights, BATCH, np.arange(2)))
    assert np.array_equal(*found)
