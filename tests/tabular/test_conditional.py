"""Arbitrary weights and conditional likelihood."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.tabular.alphabet import Alphabet
from multiplane.tabular.conditional import gradient, train
from multiplane.tabular.em import start
from multiplane.tabular.gold import derivation_of
from multiplane.tabular.history import elaborated, naive
from multiplane.tabular.model import load
from multiplane.tabular.posterior import Posterior
from multiplane.tabular.sampling import sample

ALPHABET = Alphabet("upos", ("A", "B"))
TREES = [("AB", [2, 0]), ("ABA", [2, 0, 2]), ("AAB", [3, 1, 0]), ("BABA", [0, 4, 1, 1])]


def data(degree):
    return [(ALPHABET.encode(words), derivation_of(heads, degree)) for words, heads in TREES]


@pytest.mark.parametrize("kind", [elaborated(1), elaborated(2), naive(2)], ids=lambda k: k.name)
def test_the_gradient_is_the_gradient(kind):
    model = start(kind, ALPHABET, [], "random", 1)
    some = [example for example in data(2) if kind.degree == 2] or data(2)[:2]
    _, slopes = gradient(model, some, single_root=False)
    rng, step = np.random.default_rng(0), 1e-6
    for c, table in enumerate(model.tables):
        for at in rng.choice(np.flatnonzero(table), 15):
            sides = []
            for sign in (1, -1):
                changed = [t.copy() for t in model.tables]
                changed[c].flat[at] *= np.exp(sign * step)
                other = replace(model, tables=tuple(changed))
                sides.append(gradient(other, some, single_root=False)[0])
            assert slopes[c].flat[at] == pytest.approx((sides[0] - sides[1]) / (2 * step), abs=1e-5)


def test_training_climbs_and_finds_trees(tmp_path):
    model = start(elaborated(2), ALPHABET, [], "random", 1)
    epochs = list(train(model, data(2), 40, batch=len(TREES)))
    assert all(b.loglik > a.loglik for a, b in pairwise(epochs))
    epochs[-1].model.save(tmp_path / "model")
    trained = load(tmp_path / "model")
    found = [Posterior(trained, ALPHABET.encode(words), True).viterbi for words, _ in TREES]
    assert sum(list(tree) == heads for tree, (_, heads) in zip(found, TREES, strict=True)) >= 3
    with pytest.raises(MultiplaneError, match="no probabilities"):
        sample(trained, np.random.default_rng(0))


def test_same_seed_same_model():
    model = start(elaborated(2), ALPHABET, [], "random", 1)
    (*_, one), (*_, other) = (list(train(model, data(2), 3, batch=2, seed=5)) for _ in range(2))
    assert all((a == b).all() for a, b in zip(one.model.tables, other.model.tables, strict=True))


def test_a_model_with_zeros_is_refused():
    model = start(elaborated(2), ALPHABET, [], "random", 1)
    model.tables[1][3, 3] = [1.0, 0.0, 0.0]
    with pytest.raises(MultiplaneError, match="smoothed"):
        next(train(model, data(2)))
