"""The compiled charts against enumeration, the forest and numeric derivatives."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.calculus.derivation import derive
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.tabular import semirings
from multiplane.tabular.branching import maximum_branching
from multiplane.tabular.chart import Chart
from multiplane.tabular.forest import Done, Item, deduce, transitions
from multiplane.tabular.layout import check_room
from multiplane.tabular.rules import reductions
from multiplane.tabular.weights import Weights
from support import naive

# Degree, and how much of the stack each transition looks at: as the elaborated history (None) or
# as many nodes as are given, in which items are wider.
SHAPES = [(1, None), (2, None), (3, None), (4, None), (1, 3), (2, 2), (2, 3), (3, 4)]
SHAPES = [(degree, context) for degree, context in SHAPES if (context or 9) > degree]


def names(weights):
    return "sh", *(rule.name for rule in reductions(weights.degree))


def enumerated(weights):
    """All computations with their log-probabilities."""
    for computation in naive.attardi_computations(weights.words, weights.degree):
        yield computation, weights.stop + sum(weights.logp(Done(*step)) for step in computation)


def place(weights, step):
    """Where a transition stands in its table: the nodes on top of the stack, and the word."""
    name, stack, _, word = step
    nodes = (*stack, word) if name == "sh" else stack
    return ((-1,) * 9 + nodes)[-weights[name].ndim :]


def one_root(computation):
    return sum(head == 0 for _, _, head, _ in computation) == 1


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize(("degree", "context"), SHAPES)
@pytest.mark.parametrize("words", range(1, 6))
def test_inside_best_and_expectations_are_those_of_enumeration(words, degree, context, single_root):
    weights = Weights.random(words, words, degree, context)
    all_of_them = [(c, p) for c, p in enumerated(weights) if one_root(c) or not single_root]
    chart = Chart(weights, single_root)
    total = np.logaddexp.reduce([p for _, p in all_of_them])
    assert chart.logp == pytest.approx(total, abs=1e-9)
    assert chart.fill("log").total == pytest.approx(total, abs=1e-9)
    by_steps = {tuple(step[0] for step in c): (c, p) for c, p in all_of_them}
    found, p = by_steps[tuple(done.name for done in chart.best[1])[1:]]  # it is one of them
    assert p == pytest.approx(chart.best[0], abs=1e-9)
    assert p == pytest.approx(max(p for _, p in all_of_them), abs=1e-9)
    assert chart.heads == naive.tree_of(found, words)
    assert sum(map(weights.logp, chart.best[1])) == pytest.approx(chart.best[0], abs=1e-9)
    expected = {name: np.zeros_like(weights[name]) for name in names(weights)}
    arcs = np.zeros((words + 1, words + 1))
    for computation, p in all_of_them:
        for step in computation:
            expected[step[0]][place(weights, step)] += math.exp(p - total)
            if step[0] != "sh":
                arcs[step[2], step[3]] += math.exp(p - total)
    tables = (chart.expectations.shift, *chart.expectations.rules)
    for name, table in zip(names(weights), tables, strict=True):
        assert np.allclose(table, expected[name], atol=1e-9)
    assert np.allclose(chart.expectations.arcs, arcs, atol=1e-9)


@given(
    words=st.integers(1, 9),
    seed=st.integers(0, 10**6),
    shape=st.sampled_from(SHAPES),
    single_root=st.booleans(),
)
def test_hooks_and_plain_fill_the_same_items(words, seed, shape, single_root):
    words = min(words, 12 - 2 * shape[0])
    weights = Weights.random(words, seed, *shape)
    for semiring in ("real", "viterbi", "log"):
        fast, slow = (Chart(weights, single_root, a).fill(semiring) for a in ("hooks", "plain"))
        assert np.allclose(fast.items, slow.items, rtol=1e-9)
        assert fast.total == pytest.approx(slow.total)


@pytest.mark.parametrize(
    ("words", "degree", "context"), [(6, 2, None), (7, 2, None), (6, 3, None), (6, 2, 3), (6, 1, 3)]
)
def test_the_forest_is_a_slow_twin(words, degree, context):
    weights = Weights.random(words, words, degree, context)
    forest, chart = deduce(words, degree, weights.width), Chart(weights)
    assert chart.logp == pytest.approx(forest.inside(semirings.LOG, weights.logp), abs=1e-9)
    assert chart.best[0] == pytest.approx(forest.inside(semirings.VITERBI, weights.logp), abs=1e-9)


@pytest.mark.parametrize(("degree", "context"), SHAPES)
def test_inside_times_outside_is_the_expected_number_of_an_item(degree, context):
    words = 5
    weights = Weights.random(words, 5, degree, context)
    forest, chart = deduce(words, degree, weights.width), Chart(weights)
    _, edges = forest.marginals(weights.logp)
    often = dict.fromkeys(forest.items, 0.0)
    for edge, (done, p) in zip(reversed(forest.edges), edges, strict=True):
        assert edge.done == done
        often[forest.items[edge.item]] += p
    filled = chart.fill("real")
    bars, _ = chart.outside(filled)
    for item, p in often.items():
        at = chart.place(item)
        assert filled.items[at] * bars[at] / filled.total == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize(("degree", "context"), SHAPES)
def test_every_item_has_its_own_place(degree, context):
    weights = Weights.uniform(5, degree) if not context else Weights.random(5, 1, degree, context)
    chart, forest = Chart(weights), deduce(5, degree, weights.width)
    places = [chart.place(item) for item in forest.items]
    assert len(set(places)) == len(places)
    assert min(places) >= 0
    assert max(places) < len(chart.fill("real").items)


def test_what_cannot_be_an_item_has_no_place():
    chart = Chart(Weights.uniform(5))
    assert chart.place(Item((1,), 3, (1, 3), 5)) >= 0
    assert chart.place(Item((1,), 3, (2, 3), 5)) == -1  # 2 is neither in the start nor new
    assert chart.place(Item((1,), 3, (3, 5), 5)) == -1  # 5 is still in the buffer
    assert Chart(Weights.uniform(5, 1)).place(Item((1,), 3, (3, 4), 5)) == -1  # needs la2


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize(("words", "degree", "context"), [(6, 2, None), (5, 3, None), (5, 2, 3)])
def test_expectations_are_the_gradient(words, degree, context, single_root):
    """∂ log p(w) / ∂ log θ is the expected number of times that θ is used."""
    weights = Weights.random(words, 6, degree, context)
    expected, step = Chart(weights, single_root).expectations, 1e-5
    rng = np.random.default_rng(0)
    tables = zip(weights.tables, (expected.shift, *expected.rules), strict=True)
    for table, answer in tables:
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
            assert answer[at] == pytest.approx((above - below) / (2 * step), abs=1e-7)


@pytest.mark.parametrize("degree", [2, 3])
def test_nothing_underflows(degree):
    weights = Weights.random(6, 1, degree)
    rules = tuple(table - 600.0 for table in weights.rules)
    small = Weights(weights.shift - 600.0, rules, stop=weights.stop)
    assert Chart(small).logp == pytest.approx(Chart(weights).logp - 600.0 * 12)
    assert np.allclose(Chart(small).expectations.arcs, Chart(weights).expectations.arcs)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_no_weight_makes_the_root_a_dependent(degree):
    """Not even one that says so: such items would have no place."""
    legal = Weights.uniform(5, degree)
    free = Weights(legal.shift, tuple(np.zeros_like(table) for table in legal.rules))
    for algorithm in ("hooks", "plain"):
        assert Chart(free, algorithm=algorithm).logp == pytest.approx(Chart(legal).logp)
    assert np.allclose(Chart(free).expectations.arcs, Chart(legal).expectations.arcs)
    assert 0 not in [done.dependent for done in Chart(free).best[1][1:]]


def test_rules_that_look_deeper_than_shifts():
    shift, rules = Weights.random(5, 1).shift, Weights.random(5, 1, 2, context=4).rules
    weights = Weights(shift, rules)
    assert weights.width == 2
    forest = deduce(5, 2, weights.width)
    assert Chart(weights).logp == pytest.approx(forest.inside(semirings.LOG, weights.logp))
    assert Chart(weights).best[0] == pytest.approx(forest.best(1, weights.logp)[0][0])


def test_a_weight_that_nothing_uses_does_no_harm():
    """It makes the scale wrong by e⁷⁰⁰ for each word, so that all sums vanish at first."""
    weights, other = Weights.random(6, 1), Weights.random(6, 1)
    other["la1"][4, 2] = 700.0  # 4 is never below 2
    assert Chart(other).fill("real").total == 0.0
    assert Chart(other).logp == pytest.approx(Chart(weights).logp)
    assert np.allclose(Chart(other).expectations.arcs, Chart(weights).expectations.arcs)


def test_long_sentences_in_degree_3():
    """What no forest is made for: the two programs agree, and the best is a derivation."""
    weights = Weights.random(14, 1, 3)
    fast, slow = (Chart(weights, algorithm=a).fill("viterbi") for a in ("hooks", "plain"))
    assert np.allclose(fast.items, slow.items)
    logp, derivation = Chart(weights).best
    graph = derive(rooted(systems["attardi-3"], "first"), list(transitions(derivation)), words=14)
    assert {(d.head, d.dependent) for d in derivation if d.name != "sh"} == graph.graph.arcs
    assert sum(map(weights.logp, derivation)) == pytest.approx(logp)


def test_charts_that_are_too_large():
    with pytest.raises(MultiplaneError, match=r"200 words in degree 3 need [\d,]+ GB"):
        check_room(3, 2, (2, 2, 3, 3, 4, 4), 200)
    with pytest.raises(MultiplaneError, match="10000 words"):
        check_room(2, 1, (2, 2, 3, 3), 10_000)


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
