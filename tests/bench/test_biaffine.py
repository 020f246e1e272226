"""The spanning trees of the biaffine parser are the best of all trees."""

from itertools import product

import numpy as np
import pytest

from multiplane.training.options import Options
from support import scripts


@pytest.fixture(scope="module")
def biaffine():
    return scripts.names_of("biaffine")


def is_tree(heads):
    for start in range(1, len(heads) + 1):
        node, steps = start, 0
        while node:
            node, steps = heads[node - 1], steps + 1
            if steps > len(heads):
                return False
    return True


def trees(words):
    return [heads for heads in product(range(words + 1), repeat=words) if is_tree(heads)]


def total(scores, heads):
    return sum(scores[d, h] for d, h in enumerate(heads, 1))


@pytest.mark.parametrize("one_root", [False, True])
@pytest.mark.parametrize("words", [1, 2, 3, 4, 5])
def test_no_tree_is_better(biaffine, words, one_root):
    every = [heads for heads in trees(words) if not one_root or heads.count(0) == 1]
    assert len(every) == (words if one_root else words + 1) ** (words - 1)
    rng = np.random.default_rng(words)
    for turn in range(40):
        scores = -rng.exponential(1 + turn, (words + 1, words + 1))
        if turn % 2:
            scores = np.floor(scores)  # so that some are equal
        scores[rng.random(scores.shape) < 0.1] = biaffine.FAR
        np.fill_diagonal(scores, -np.inf)
        found = tuple(biaffine.spanning_tree(scores, one_root=one_root).tolist())
        assert found in every
        assert total(scores, found) == pytest.approx(max(total(scores, heads) for heads in every))


def test_matrices_have_the_logarithms_of_probabilities(biaffine):
    from multiplane.guides.neural.graph import blocks

    words = np.array([2, 300])
    cut, size = blocks(words)
    scores = np.random.default_rng(1).normal(size=size).astype(np.float32)
    small, large = biaffine.matrices(scores, cut, words)
    assert np.exp(small[1:]).sum(1) == pytest.approx(1)
    assert np.exp(large[1:]).sum(1) == pytest.approx(1)
    assert small[1, 2] - small[1, 0] == pytest.approx(scores[2] - scores[0], abs=1e-6)
    assert large[1, 300] == biaffine.FAR


@pytest.mark.parametrize("epochs", [None, 7])
def test_it_is_trained_as_long_as_a_single_network(biaffine, epochs):
    """By default two networks share the epochs of small treebanks, but this is one."""
    single = Options(learner="neural", members=1, epochs=epochs).for_words(30_000)
    key = {"root": "last", "network": "", "seed": 1, "epochs": epochs}
    assert biaffine.options_of(key).for_words(30_000).epochs == single.epochs
