"""The compiled charts against enumeration, the forest and numeric derivatives."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.tabular import semirings
from multiplane.tabular.branching import maximum_branching
from multiplane.tabular.chart import Chart
from multiplane.tabular.forest import Done, deduce
from multiplane.tabular.layout import item_block, item_places
from multiplane.tabular.weights import Weights

TABLES = ("shift", "la1", "ra1", "la2", "ra2")


def enumerated(weights):
    """All computations with their log-probabilities."""
    for computation in naive.attardi_computations(weights.words, 2):
        yield computation, weights.stop + sum(weights.logp(Done(*step)) for step in computation)


def place(step):
    """Where a transition stands: the table, and the nodes."""
    name, stack, _, word = step
    if name == "sh":
        return "shift", (stack[-1], word)
    return name, stack[-3 if name.endswith("2") else -2 :]


def one_root(computation):
    return sum(head == 0 for _, _, head, _ in computation) == 1


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("words", range(1, 6))
def test_inside_best_and_expectations_are_those_of_enumeration(words, single_root):
    weights = Weights.random(words, seed=words)
    all_of_them = [(c, p) for c, p in enumerated(weights) if one_root(c) or not single_root]
    chart = Chart(weights, single_root)
    total = np.logaddexp.reduce([p for _, p in all_of_them])
    assert chart.logp == pytest.approx(total, abs=1e-9)
    assert chart.fill("log").total == pytest.approx(total, abs=1e-9)
    best, p = max(all_of_them, key=lambda pair: pair[1])
    assert chart.best[0] == pytest.approx(p, abs=1e-9)
    assert [done.name for done in chart.best[1]][1:] == [step[0] for step in best]
    assert chart.heads == naive.tree_of(best, words)
    expected = {name: np.zeros_like(getattr(weights, name)) for name in TABLES}
    arcs = np.zeros((words + 1, words + 1))
    for computation, p in all_of_them:
        for step in computation:
            name, at = place(step)
            expected[name][at] += math.exp(p - total)
            if step[0] != "sh":
                arcs[step[2], step[3]] += math.exp(p - total)
    for name in TABLES:
        assert np.allclose(getattr(chart.expectations, name), expected[name], atol=1e-9)
    assert np.allclose(chart.expectations.arcs, arcs, atol=1e-9)


@given(words=st.integers(1, 9), seed=st.integers(0, 10**6), single_root=st.booleans())
def test_hooks_and_plain_fill_the_same_items(words, seed, single_root):
    weights = Weights.random(words, seed)
    for semiring in ("real", "viterbi", "log"):
        fast, slow = (Chart(weights, single_root, a).fill(semiring) for a in ("hooks", "plain"))
        assert np.allclose(fast.items, slow.items, rtol=1e-9)
        assert fast.total == pytest.approx(slow.total)


@pytest.mark.parametrize("words", [6, 7])
def test_the_forest_is_a_slow_twin(words):
    weights, forest = Weights.random(words, seed=words), deduce(words)
    chart = Chart(weights)
    assert chart.logp == pytest.approx(forest.inside(semirings.LOG, weights.logp), abs=1e-9)
    assert chart.best[0] == pytest.approx(forest.inside(semirings.VITERBI, weights.logp), abs=1e-9)


def test_inside_times_outside_is_the_expected_number_of_an_item():
    words = 5
    weights, forest = Weights.random(words, seed=5), deduce(words)
    _, edges = forest.marginals(weights.logp)
    often = {}
    for edge, (done, p) in zip(reversed(forest.edges), edges, strict=True):
        assert edge.done == done
        often[forest.items[edge.item]] = often.get(forest.items[edge.item], 0.0) + p
    chart = Chart(weights)
    filled = chart.fill("real")
    bars, _ = chart.outside(filled)
    places = item_places(words + 1)
    for ((h1,), i, (h2, h3), j), p in often.items():
        if h1 >= 0:
            at = (h1, 0 if h2 == h1 else h2 - i + 1, h3 - i)
            inner, outer = (item_block(x, places, i, j)[at] for x in (filled.items, bars))
            assert inner * outer / filled.total == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize("single_root", [False, True])
def test_expectations_are_the_gradient(single_root):
    """∂ log p(w) / ∂ log θ is the expected number of times that θ is used."""
    weights = Weights.random(6, seed=6)
    expected, step = Chart(weights, single_root).expectations, 1e-5
    rng = np.random.default_rng(0)
    for name in TABLES:
        table = getattr(weights, name)
        for _ in range(25):
            at = tuple(rng.integers(0, size) for size in table.shape)
            value = table[at]
            if value == -np.inf:
                continue
            table[at] = value + step
            above = Chart(weights, single_root).logp
            table[at] = value - step
            below = Chart(weights, single_root).logp
            table[at] = value
            slope = (above - below) / (2 * step)
            assert getattr(expected, name)[at] == pytest.approx(slope, abs=1e-7)


def test_nothing_underflows():
    weights = Weights.random(6, seed=1)
    small = Weights(*(getattr(weights, name) - 600.0 for name in TABLES), stop=weights.stop)
    assert Chart(small).logp == pytest.approx(Chart(weights).logp - 600.0 * 12)
    assert np.allclose(Chart(small).expectations.arcs, Chart(weights).expectations.arcs)


def test_a_sentence_without_derivation():
    weights = Weights.random(2, seed=1)
    weights.shift[:] = -np.inf
    assert Chart(weights).logp == -np.inf
    with pytest.raises(MultiplaneError, match="no derivation"):
        _ = Chart(weights).best
    with pytest.raises(MultiplaneError, match="no derivation"):
        _ = Chart(weights).expectations


def test_unknown_names():
    with pytest.raises(UnknownName, match="hooks, plain"):
        Chart(Weights.uniform(2), algorithm="magic")
    with pytest.raises(UnknownName, match="real, viterbi, log"):
        Chart(Weights.uniform(2)).fill("magic")


@pytest.mark.parametrize(("words", "single_root"), list(product(range(1, 6), [False, True])))
def test_maximum_branchings(words, single_root):
    rng = np.random.default_rng(words)
    trees = [heads[1:] for heads in naive.all_heads(words)]
    if single_root:
        trees = [tree for tree in trees if tree.count(0) == 1]
    for _ in range(20):
        scores = rng.normal(size=(words + 1, words + 1))
        best = max(trees, key=lambda tree: sum(scores[h, d] for d, h in enumerate(tree, 1)))
        assert maximum_branching(scores, single_root=single_root) == best
