"""Tests of significance against all that could have happened."""

import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane import evaluation as package
from multiplane.evaluation import bootstrap, evaluate, mcnemar, randomized, scores
from support import naive
from support.scored import BASELINE, GOLD, SYSTEM, evaluated, treebanks


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (5, 0), (3, 9), (6, 6), (7, 5), (2, 8)])
def test_mcnemar_is_exact_for_few_words(b, c):
    first = np.array([True] * b + [False] * c + [True, False])
    second = np.array([False] * b + [True] * c + [True, False])
    test = mcnemar(first, second)
    assert (test.only_first, test.only_second, test.exact) == (b, c, True)
    assert test.p == pytest.approx(naive.binomial_p(b, c))
    assert mcnemar(second, first).p == test.p


def test_mcnemar_for_many_words():
    only = np.array([True] * 121 + [False] * 59)
    test = mcnemar(only, ~only)  # chi-square (62 - 1)² / 180 = 20.67
    assert not test.exact
    assert test.p == pytest.approx(5.45e-6, rel=0.01)
    even = np.array([True] * 30 + [False] * 30)
    assert mcnemar(even, ~even).p == 1


def test_the_randomised_comparison_comes_close_to_all_swaps():
    first, second = [5, 3, 4, 6, 2, 5, 4], [3, 3, 5, 2, 1, 4, 4]
    columns = [np.array(values)[:, None] for values in (first, second)]
    (p,) = randomized(*columns, lambda sums: sums + 0.0, trials=20_000, seed=3)
    assert p == pytest.approx(naive.permutation_p(first, second), abs=0.015)


@settings(max_examples=40)
@given(treebanks(outputs=2), st.integers(0, 99))
def test_comparisons_are_symmetric(treebank, seed):
    gold, first, second = treebank
    one = evaluated(gold, first, against=second, trials=50, seed=seed).comparison
    other = evaluated(gold, second, against=first, trials=50, seed=seed).comparison
    assert one.randomized == other.randomized
    assert {n: t.p for n, t in one.mcnemar.items()} == {n: t.p for n, t in other.mcnemar.items()}
    assert all(p is None or 0 < p <= 1 for p in one.randomized.values())
    for name, difference in one.differences.items():
        assert difference is None or difference == -other.differences[name]


def test_the_bootstrap_comes_close_to_all_samples():
    values = np.array([[1, 2], [3, 3], [0, 4], [5, 6], [2, 2]])

    def score(sums):
        return 100 * sums[..., :1] / sums[..., 1:]

    samples = [score(values[list(which)].sum(0))[0] for which in product(range(5), repeat=5)]
    low, high = np.quantile(samples, [0.05, 0.95])
    found = bootstrap(values, score, trials=20_000, seed=1, level=0.9)
    assert found[:, 0] == pytest.approx([low, high], abs=1)


def test_seeds_are_kept():
    def numbers(seed):
        found = evaluate(GOLD, SYSTEM, against=BASELINE, trials=100, bootstrap=100, seed=seed)
        return found.as_dict()

    assert numbers(5) == numbers(5) != numbers(6)


def test_ten_thousand_trials_are_quick():
    random_numbers = np.random.default_rng(0)
    first, second = (
        random_numbers.integers(0, 20, (2000, len(package.metrics.COLUMNS))) for _ in range(2)
    )
    start = time.perf_counter()
    randomized(first, second, scores, trials=10_000, seed=1)
    assert time.perf_counter() - start < 10  # a second, if nothing else runs


def test_the_signature_says_how():
    found = evaluate(GOLD, SYSTEM, against=BASELINE, trials=5, bootstrap=0, seed=9)
    text = str(found.signature)
    assert text.startswith("punct:upos|labels:whole|bootstrap:no|randomized:5|seed:9|version:")
    assert "labels:universal" in str(evaluate(GOLD, SYSTEM, ignore_subtypes=True).signature)
    assert found.intervals == {}
