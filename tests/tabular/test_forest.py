"""The deduction system derives every computation, once."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from multiplane.calculus import semantics
from multiplane.calculus.derivation import derive
from multiplane.errors import UnknownName
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.tabular.chart import Chart
from multiplane.tabular.forest import count_derivations, deduce, transitions
from multiplane.tabular.rules import reductions, shift_inference
from multiplane.tabular.weights import Weights
from support import naive

DEGREES = (1, 2, 3)


@cache
def computations(words, degree):
    return Counter(naive.tree_of(c, words) for c in naive.attardi_computations(words, degree))


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("words", range(1, 7))
def test_as_many_derivations_as_complete_transition_sequences(words, degree):
    total = computations(words, degree).total()
    assert deduce(words, degree).count() == total
    assert deduce(words, degree, width=3).count() == total  # knowing more changes nothing
    assert round(np.exp(Chart(Weights.uniform(words, degree)).logp)) == total


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("words", range(1, 5))
def test_as_many_as_the_system_itself_has(words, degree):
    """By the meaning of the system, not by ours."""
    system = rooted(systems[f"attardi-{degree}"], "first")

    def count(configuration):
        σ, β = configuration.stores
        done = not β and len(σ) == 1
        following = (after for _, after in semantics.successors(system, configuration))
        return done + sum(map(count, following))

    assert deduce(words, degree).count() == count(system.initial(words))


SHORT = [(words, degree) for words in range(1, 6) for degree in DEGREES]
LONG = [pytest.param(6, degree, marks=pytest.mark.slow) for degree in DEGREES]  # 16807 trees


@pytest.mark.parametrize(("words", "degree"), [*SHORT, *LONG])
def test_as_many_for_each_tree(words, degree):
    found = computations(words, degree)
    for heads in naive.all_heads(words):
        assert count_derivations(heads[1:], degree) == found[heads[1:]]


@pytest.mark.parametrize(("words", "degree"), [*SHORT, *LONG])
def test_as_many_for_each_tree_in_the_chart(words, degree):
    even, found = Weights.uniform(words, degree), computations(words, degree)
    for heads in naive.all_heads(words):
        chart = Chart(even.only(dict(enumerate(heads[1:], 1))))
        assert round(np.exp(chart.logp)) == found[heads[1:]]


@pytest.mark.parametrize("degree", DEGREES)
def test_as_many_for_some_trees_of_six_words(degree):
    rng, found = np.random.default_rng(1), computations(6, degree)
    trees = sorted(found)
    for at in rng.choice(len(trees), 200, replace=False):
        chart = Chart(Weights.uniform(6, degree).only(dict(enumerate(trees[at], 1))))
        assert round(np.exp(chart.logp)) == found[trees[at]] == count_derivations(trees[at], degree)


def test_derivations_are_derivations_of_the_system():
    system = rooted(systems["attardi-3"], "first")
    weights = Weights.uniform(3)
    for _, derivation in deduce(3, 2, width=1).best(50, weights.logp):
        graph = derive(system, list(transitions(derivation)), words=3).graph
        assert {(d.head, d.dependent) for d in derivation if d.name != "sh"} == graph.arcs


@pytest.mark.parametrize("pairs", [1, 2, 3, 5, 8])
def test_figure_1_has_arbitrary_gap_degree(pairs):
    """1 → 3 → 5 … and 2 → 4 → 6 …, joined by 1 → 2."""
    heads = {d: max(d - 2, d == 2) for d in range(1, 2 * pairs + 1)}
    assert naive.gap_degree([0, *heads.values()]) == pairs - 1
    chart = Chart(Weights.uniform(2 * pairs).only(heads))
    names = [done.name for done in chart.best[1]]
    assert chart.heads == tuple(heads.values())
    assert names == ["sh"] * (2 * pairs + 1) + ["ra2"] * (2 * pairs - 2) + ["ra1"] * 2
    if pairs > 1:
        flat = Chart(Weights.uniform(2 * pairs, degree=1).only(heads))
        assert flat.logp == -np.inf


def test_rules_are_printed_as_in_the_paper():
    la1, ra1, la2, ra2 = (rule.inference(1).splitlines() for rule in reductions(2))
    assert la1[0] == "[h1, i, h2 h3, k]  [h3, k, h4 h5, j]"
    assert [rule[-1] for rule in (la1, ra1, la2, ra2)] == [
        "[h1, i, h2 h5, j]", "[h1, i, h2 h4, j]", "[h1, i, h4 h5, j]", "[h1, i, h2 h4, j]"
    ]  # fmt: skip
    assert ra2[1].endswith("(ra2; h2 → h5)")
    assert shift_inference(1).splitlines()[-1] == "[h3, j, h3 j, j + 1]"


def test_there_is_no_degree_0():
    with pytest.raises(UnknownName, match="at least 1"):
        deduce(2, 0)


def test_a_forest_is_drawn():
    """Every item is a box, every edge a point that leads from its tail to its item."""
    forest = deduce(3)
    text = forest.dot()
    assert text.count("shape=point") == len(forest.edges)
    assert text.count("label=") - text.count("xlabel=") == len(forest.items)
    assert text.count("arrowhead=none") == sum(len(edge.tail) for edge in forest.edges)
    assert 'label="[¢, 0, ¢ 0, 4]"' in text
    assert "la2 3 → 1" in text
