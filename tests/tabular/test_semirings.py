"""The laws of semirings, and that a chart reads them all alike."""

import math

import pytest

from multiplane.tabular import semirings as s
from multiplane.tabular.forest import deduce
from multiplane.tabular.weights import Weights


def close(a, b):
    return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def same_pairs(a, b):
    keys = a[1].keys() | b[1].keys()
    return close(a[0], b[0]) and all(close(a[1].get(k, 0), b[1].get(k, 0)) for k in keys)


def same_scores(a, b):
    """Ties may come in any order, and what is left out of a list may differ among them."""
    return len(a) == len(b) and all(close(x[0], y[0]) for x, y in zip(a, b, strict=True))


LOGS = [-math.inf, -3.5, -0.25, 0.0, 1.5]
SAMPLES = [
    (s.BOOLEAN, [True, False], close),
    (s.COUNTING, [0, 1, 2, 7], close),
    (s.REAL, [0.0, 0.25, 1.0, 3.5], close),
    (s.LOG, LOGS, close),
    (s.VITERBI, LOGS, close),
    (s.k_best(2), [[], [(0.0, ())], [(-1.0, ("a",))], [(-1.5, ("b",)), (-2.5, ("c",))]],
     same_scores),
    (s.expectation(lambda _: {}), [(0.0, {}), (1.0, {}), (0.5, {"a": 0.5}), (0.25, {"b": 2.0})],
     same_pairs),
]  # fmt: skip


@pytest.mark.parametrize(("semiring", "samples", "same"), SAMPLES, ids=lambda x: str(x)[:20])
def test_the_laws_hold(semiring, samples, same):
    verdict = s.check_semiring(semiring, samples, same)
    assert verdict, verdict.because


def test_a_broken_law_is_found():
    broken = s.Semiring("broken", 0, 1, lambda a, b: a + b, lambda a, b: a * b + 1, lambda p, _: p)
    verdict = s.check_semiring(broken, [0, 1, 2], close)
    assert not verdict
    assert len(verdict.witness) == 3


def test_one_forest_many_semirings():
    weights, forest = Weights.random(4, seed=3), deduce(4)
    total = forest.inside(s.LOG, weights.logp)
    assert forest.inside(s.BOOLEAN, weights.logp) is True
    assert forest.inside(s.COUNTING, weights.logp) == forest.count() == 256
    assert forest.inside(s.REAL, weights.logp) == pytest.approx(math.exp(total))
    assert forest.inside(s.VITERBI, weights.logp) == forest.best(1, weights.logp)[0][0]
    p, _ = forest.inside(s.expectation(lambda _: {}), weights.logp)
    assert p == pytest.approx(math.exp(total))


def test_expectations_are_those_of_the_marginals():
    weights, forest = Weights.random(4, seed=5), deduce(4)
    p, r = forest.inside(s.expectation(lambda done: {done: 1.0}), weights.logp)
    expected = {}
    for done, often in forest.marginals(weights.logp)[1]:
        expected[done] = expected.get(done, 0.0) + often
    assert {done: value / p for done, value in r.items()} == pytest.approx(expected)


def test_the_best_derivations_are_all_derivations_in_order():
    weights, forest = Weights.random(4, seed=4), deduce(4)
    best = forest.best(1000, weights.logp)
    assert len({derivation for _, derivation in best}) == len(best) == 256
    assert [p for p, _ in best] == sorted((p for p, _ in best), reverse=True)
    for p, derivation in best:
        assert p == pytest.approx(sum(map(weights.logp, derivation)))
    assert forest.best(5, weights.logp) == best[:5]
