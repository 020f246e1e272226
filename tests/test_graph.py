import doctest
import random
import time
from itertools import pairwise, product

import networkx as nx
import pytest
from hypothesis import given

from multiplane import graph as module
from multiplane.errors import MultiplaneError
from multiplane.graph import (
    Graph,
    acyclic,
    connected,
    covers,
    cross,
    forest,
    no_covered_roots,
    planar,
    projective,
    single_head,
    tree,
)
from support import naive
from support.strategies import forests, graphs, trees

# Example 1 of Gómez-Rodríguez & Nivre 2013: Figures 1 and 2.
FIGURE_1 = {(1, 4), (1, 9), (2, 3), (4, 6), (4, 7), (6, 2), (6, 5), (7, 8)}
FIGURE_2 = {(2, 1), (3, 2), (3, 5), (3, 9), (5, 4), (5, 6), (6, 8), (8, 7)}


def agrees(graph):
    """Every verdict is that of the definition, and every certificate certifies."""
    arcs, verdict = naive.arcs(graph), single_head(graph)
    assert bool(verdict) == naive.is_single_head(graph)
    if not verdict:
        (h, d), (i, e) = verdict.witness
        assert h != i
        assert d == e
        assert {(h, d), (i, e)} <= arcs

    verdict = acyclic(graph)
    assert bool(verdict) != naive.has_cycle(graph)
    if verdict:
        assert sorted(verdict.witness) == list(naive.words(graph))
        assert all(verdict.witness.index(h) < verdict.witness.index(d) for h, d in arcs)
    else:
        cycle = verdict.witness
        assert len(set(cycle)) == len(cycle)
        assert set(pairwise((*cycle, cycle[0]))) <= arcs

    verdict = connected(graph)
    assert bool(verdict) == (not naive.unjoined(graph))
    assert verdict or verdict.witness in naive.unjoined(graph)

    verdict = planar(graph)
    assert bool(verdict) == (not naive.crossing_pairs(graph))
    assert verdict or frozenset(verdict.witness) in naive.crossing_pairs(graph)

    verdict = no_covered_roots(graph)
    assert bool(verdict) == (not naive.covered_roots(graph))
    assert verdict or verdict.witness in naive.covered_roots(graph)

    verdict = tree(graph)
    assert bool(verdict) == naive.is_tree(graph)
    if verdict:
        assert {verdict.witness} == naive.roots(graph)
    elif graph.n:
        assert verdict in (single_head(graph), acyclic(graph), connected(graph))

    for whole, parts in (
        (projective, (planar, no_covered_roots)),
        (forest, (single_head, acyclic)),
    ):
        failing = [part(graph) for part in parts if not part(graph)]
        assert bool(whole(graph)) == (not failing)
        assert whole(graph) or whole(graph) == failing[0]


@pytest.mark.parametrize("n", range(5))
def test_all_small_graphs(n):
    for graph in naive.all_graphs(n):
        agrees(graph)


@given(graphs(max_words=9))
def test_any_graph(graph):
    agrees(graph)
    assert graph.between_words.arcs == naive.arcs(graph)
    assert set(graph.roots) == naive.roots(graph)
    for d in naive.words(graph):
        assert graph.heads_of(d) == tuple(sorted(h for h, e in graph.arcs if e == d))


@given(graphs(max_words=9))
def test_arcs_from_0_do_not_count(graph):
    for constraint in (single_head, acyclic, connected, forest, tree, planar, no_covered_roots):
        assert constraint(graph) == constraint(graph.between_words)


@given(forests(max_words=12))
def test_forests(graph):
    assert forest(graph)
    agrees(graph)


@given(trees(max_words=12))
def test_trees(graph):
    assert tree(graph)
    assert forest(graph)
    agrees(graph)


@given(graphs(max_words=30))
def test_networkx_agrees(graph):
    other = nx.DiGraph()
    other.add_nodes_from(naive.words(graph))
    other.add_edges_from(naive.arcs(graph))
    assert bool(acyclic(graph)) == nx.is_directed_acyclic_graph(other)
    if graph.n:
        assert bool(connected(graph)) == nx.is_weakly_connected(other)
        assert bool(tree(graph)) == nx.is_arborescence(other)


def test_crossing_is_strict_and_symmetric():
    for i, j, k, l in product(range(5), repeat=4):
        a, b = (i, j), (k, l)
        alike = {cross(a, b), cross(b, a), cross((j, i), b), cross(a, (l, k))}
        assert alike == {min(a) < min(b) < max(a) < max(b) or min(b) < min(a) < max(b) < max(a)}


def test_covering_is_strict():
    assert [k for k in range(6) if covers((4, 1), k)] == [2, 3]


def test_example_1():
    figure = Graph(9, frozenset(FIGURE_1))
    assert tree(figure)
    assert no_covered_roots(figure)
    assert not planar(figure)
    assert not projective(figure)
    figure = Graph(9, frozenset(FIGURE_2))
    assert tree(figure)
    assert projective(figure)


def test_a_covered_root_is_planar_but_not_projective():
    graph = Graph.from_heads([3, 0, 0])
    assert planar(graph)
    assert projective(graph).witness == (2, (3, 1))


def test_no_words():
    graph = Graph.from_heads([])
    assert forest(graph)
    assert connected(graph)
    assert projective(graph)
    assert not tree(graph)


def test_from_heads():
    graph = Graph.from_heads([2, 0, None, 3])
    assert graph == Graph(4, frozenset({(2, 1), (3, 4)}))
    assert graph.roots == (2, 3)
    assert len({graph, Graph.from_heads((2, None, 0, 3))}) == 1


def test_roots_may_hang_from_0():
    graph = Graph(2, frozenset({(0, 1), (0, 2), (1, 2)}))
    assert graph.roots == (1,)
    assert graph.heads_of(2) == (0, 1)


@pytest.mark.parametrize(
    ("n", "arc", "message"),
    [
        (2, (1, 1), "loop"),
        (2, (0, 0), "loop"),
        (2, (1, 0), "leaves the sentence"),
        (2, (3, 1), "leaves the sentence"),
        (2, (1, 3), "leaves the sentence"),
        (2, (-1, 2), "leaves the sentence"),
        (-1, None, "cannot be negative"),
    ],
)
def test_graphs_that_cannot_be(n, arc, message):
    with pytest.raises(MultiplaneError, match=message):
        Graph(n, frozenset({arc} - {None}))


LONG = 10_000
AT_RANDOM = random.Random(0)


@pytest.mark.parametrize(
    "heads",
    [
        [0, *range(1, LONG)],
        [*range(2, LONG + 1), 0],
        [*range(2, LONG + 1), 1],
        [0, *[1] * (LONG - 1)],
        [0] * LONG,
        [0, *(AT_RANDOM.randrange(1, d) for d in range(2, LONG + 1))],
        [*range(LONG, LONG // 2, -1), *[0] * (LONG // 2)],
    ],
    ids=["chain", "chain back", "cycle", "star", "no arcs", "random tree", "nested"],
)
def test_long_sentences_are_quick(heads):
    graph = Graph.from_heads(heads)
    start = time.perf_counter()
    for constraint in (tree, forest, projective, connected, no_covered_roots, planar, acyclic):
        constraint(graph)
    assert time.perf_counter() - start < 5  # milliseconds, but a quadratic loop takes minutes


def test_examples():
    assert doctest.testmod(module).failed == 0
