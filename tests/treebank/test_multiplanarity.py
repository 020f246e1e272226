import doctest
import random
import time
from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given

from multiplane.budget import Budget
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph, cross
from multiplane.treebank import clique, crossings, first_room, multiplanarity
from multiplane.treebank.clique import largest_clique
from multiplane.treebank.colouring import (
    colouring,
    first_fit,
    odd_cycle,
    two_colouring,
)
from multiplane.treebank.multiplanarity import is_k_planar
from support import naive
from support.strategies import graphs, trees


def certified(graph, budget=multiplanarity.BUDGET):
    """The planes, if everything that is claimed can be checked."""
    found = multiplanarity.multiplanarity(graph, budget)
    pairs = naive.crossing_pairs(graph)
    assert found.planes.keys() == naive.arcs(graph)
    assert all(found.planes[a] != found.planes[b] for a, b in map(tuple, pairs))
    assert max(found.planes.values(), default=1) == found.upper >= found.lower
    if found.obstacle is None:
        assert found.upper == 1
    else:
        assert found.obstacle.planes == found.lower
        check_obstacle(found.obstacle, graph)
    return found


def check_obstacle(obstacle, graph):
    arcs = obstacle.arcs
    assert set(arcs) <= naive.arcs(graph)
    assert len(set(arcs)) == len(arcs)
    if obstacle.kind == "crossing":
        assert obstacle.planes == len(arcs) == 2
        assert cross(*arcs)
    elif obstacle.kind == "odd cycle":
        assert obstacle.planes == 3
        assert len(arcs) % 2 == 1
        assert all(cross(a, b) for a, b in pairwise((*arcs, arcs[0])))
    elif obstacle.kind == "clique":
        assert obstacle.planes == len(arcs) >= 4
        assert all(cross(a, b) for a, b in combinations(arcs, 2))
    else:
        assert obstacle.kind == "irreducible set"
        if len(arcs) < 12:
            alone = Graph(graph.n, frozenset(arcs))
            assert naive.fewest_planes(alone) == obstacle.planes
            for arc in arcs:
                without = Graph(graph.n, frozenset(arcs) - {arc})
                assert naive.fewest_planes(without) == obstacle.planes - 1


@given(graphs(max_words=9))
def test_the_sweep_finds_the_pairs_that_cross(graph):
    arcs = sorted(naive.arcs(graph))
    pairs = [frozenset(pair) for pair in crossings.crossing_pairs(arcs)]
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) == naive.crossing_pairs(graph)
    assert crossings.crossed_arcs(arcs) == set().union(*pairs)


@given(graphs(max_words=6))
def test_the_planes_are_the_fewest(graph):
    if len(graph.arcs) <= 9:
        found = certified(graph)
        assert found.exact
        assert found.upper == naive.fewest_planes(graph)


@pytest.mark.parametrize("n", [3, 4])
def test_all_graphs_of_few_words(n):
    for graph in naive.all_graphs(n):
        if len(graph.arcs) <= 6:
            assert certified(graph).upper == naive.fewest_planes(graph)


@given(trees(max_words=60))
def test_the_planes_of_trees_of_many_words(graph):
    found = certified(graph, 20_000)
    assert is_k_planar(graph, found.upper, 20_000)
    for k in range(1, found.lower):
        verdict = is_k_planar(graph, k, 20_000)
        assert verdict.holds is False
        assert verdict.witness.planes > k
        check_obstacle(verdict.witness, graph)


@given(graphs(max_words=8))
def test_the_largest_clique_is_the_largest(graph):
    arcs = naive.arcs(graph)
    found = largest_clique(arcs)
    assert all(cross(a, b) for a, b in combinations(found, 2))
    assert found == sorted(found, key=min)
    other = nx.Graph(map(tuple, naive.crossing_pairs(graph)))
    other.add_nodes_from(arcs)
    assert len(found) == max(map(len, nx.find_cliques(other)), default=0)


@given(graphs(max_words=9))
def test_the_first_fit_puts_each_arc_on_the_first_plane_where_it_crosses_none(graph):
    crossing, planes = naive.crossing_pairs(graph), {}
    for arc in sorted(naive.arcs(graph), key=lambda arc: (min(arc), -max(arc))):
        taken = {plane for other, plane in planes.items() if frozenset((arc, other)) in crossing}
        planes[arc] = min({*range(len(planes) + 1)} - taken)
    assert first_fit(naive.arcs(graph)) == planes


def test_an_odd_cycle_without_a_triangle():
    ring = frozenset({(1, 5), (4, 8), (7, 11), (10, 14), (2, 13)})
    verdict = is_k_planar(Graph(14, ring), 2)
    assert verdict.holds is False
    assert verdict.witness.kind == "odd cycle"
    assert len(verdict.witness.arcs) == 5
    assert is_k_planar(Graph(14, ring), 3)


def ring(size):
    """So many arcs in a ring, each crossing the next and no other."""
    arcs = {(2 * i - 1, 2 * i + 2) for i in range(1, size)} | {(2, 2 * size - 1)}
    return Graph(2 * size, frozenset(arcs))


@pytest.mark.parametrize("size", [5, 7, 2001])
def test_a_ring_of_arcs(size):
    assert len(naive.crossing_pairs(ring(size))) == size or size > 100
    verdict = is_k_planar(ring(size), 2)
    assert verdict.holds is False
    assert len(verdict.witness.arcs) == size
    check_obstacle(verdict.witness, ring(size))
    assert is_k_planar(ring(size + 1), 2)


@given(graphs(max_words=9))
def test_an_odd_cycle_is_simple_and_shortest(graph):
    for part in crossings.components(crossings.crossings(graph)):
        if two_colouring(part) is not None:
            continue
        other = nx.Graph([(a, b) for a in part for b in part[a]])
        for budget in (-1, 10**6):
            cycle = odd_cycle(part, budget)
            assert len(set(cycle)) == len(cycle)
            assert len(cycle) % 2 == 1
            assert all(b in part[a] for a, b in pairwise((*cycle, cycle[0])))
        odd = (len(c) for c in nx.minimum_cycle_basis(other) if len(c) % 2)
        assert len(cycle) == min(odd)


def test_no_triangle_of_odd_cycles_hides_that_four_planes_are_needed():
    """Some small graph without four arcs that all cross needs four planes: it is irreducible."""
    source = random.Random(3)
    for _ in range(2000):
        ends = list(range(1, 23))
        source.shuffle(ends)
        arcs = frozenset(zip(ends[::2], ends[1::2], strict=True))
        if len(largest_clique(arcs)) == 3 and not is_k_planar(Graph(22, arcs), 3):
            found = certified(Graph(22, arcs))
            assert found.obstacle.kind == "irreducible set"
            return
    pytest.fail("none was met")


def all_crossing(n):
    return Graph(2 * n, frozenset((i, i + n) for i in range(1, n + 1)))


def test_hundreds_of_arcs_that_all_cross():
    found = certified(all_crossing(300))
    assert found.exact
    assert found.upper == 300
    assert is_k_planar(all_crossing(300), 299).witness.kind == "clique"


def test_a_budget_ends_in_proven_bounds():
    source = random.Random(7)
    order = list(range(1, 401))
    source.shuffle(order)
    graph = Graph(400, frozenset((order[source.randrange(k)], order[k]) for k in range(1, 400)))
    start = time.perf_counter()
    found = certified(graph, budget=50_000)
    assert time.perf_counter() - start < 20
    assert found.lower < found.upper
    verdict = is_k_planar(graph, found.lower, budget=50_000)
    assert verdict.holds is None
    assert "budget" in verdict.because


def test_very_many_crossings_are_not_even_listed(monkeypatch):
    monkeypatch.setattr(multiplanarity, "MOST_CROSSINGS", 100)
    found = certified(all_crossing(40))
    assert found.exact
    assert found.upper == 40


def test_the_same_number_of_colours_as_another_library_finds():
    source = random.Random(11)
    for _ in range(20):
        ends = list(range(1, 41))
        source.shuffle(ends)
        graph = Graph(40, frozenset(zip(ends[::2], ends[1::2], strict=True)))
        found = certified(graph)
        other = nx.Graph(map(tuple, naive.crossing_pairs(graph)))
        assert found.upper <= max(nx.greedy_color(other, "DSATUR").values(), default=0) + 1
        crossing = crossings.crossings(graph)
        if found.lower > 1:
            assert colouring(crossing, found.lower - 1, (), Budget(10**7)) is None


def test_planes_are_numbered_by_size():
    graph = Graph(9, frozenset({(5, 1), (3, 7), (3, 8), (3, 9)}))
    assert multiplanarity.multiplanarity(graph).planes == {
        (5, 1): 2,
        (3, 7): 1,
        (3, 8): 1,
        (3, 9): 1,
    }


def test_no_planes_are_no_answer():
    with pytest.raises(MultiplaneError, match="at least 1"):
        is_k_planar(Graph(2, frozenset()), 0)


@pytest.mark.parametrize("module", [clique, crossings, first_room, multiplanarity])
def test_the_examples(module):
    assert doctest.testmod(module).failed == 0
