"""How many arcs a graph can have (2013, Lemma 4 and Proposition 11)."""

from itertools import combinations

import pytest

from multiplane.calculus.verdicts import planes
from multiplane.graph import Graph, planar
from multiplane.machine.explore import explore, key_graph
from multiplane.oracles.generic import GenericOracle
from multiplane.systems import systems
from multiplane.treebank.multiplanarity import is_k_planar


def both_ways(words, edges):
    return Graph(words, frozenset(arc for i, j in edges for arc in ((i, j), (j, i))))


def most_arcs(words, fits):
    """Of all graphs; the two arcs between two words cross the same others."""
    pairs = list(combinations(range(1, words + 1), 2))
    for size in range(len(pairs), 0, -1):
        if any(fits(both_ways(words, edges)) for edges in combinations(pairs, size)):
            return 2 * size
    return 0


@pytest.mark.parametrize("words", range(2, 7))
def test_a_planar_graph_has_at_most_4n_minus_6_arcs(words):
    """Lemma 4, and some graph has as many."""
    assert most_arcs(words, planar) == 4 * words - 6


@pytest.mark.parametrize("words", range(2, 6))
def test_a_2_planar_graph_has_at_most_8n_minus_12_arcs(words):
    """Proposition 11 takes twice Lemma 4 as a bound; arcs between neighbours, and between the
    first word and the last, need only one of the planes, so that 6n − 12 are the most for n > 2.
    """
    found = most_arcs(words, lambda graph: is_k_planar(graph, 2))
    assert found == max(2, 6 * words - 12)
    assert found <= 8 * words - 12


@pytest.mark.parametrize("words", [2, 3, 5, 10, 20])
def test_the_planar_system_derives_as_many(words):
    neighbours = {(i, i + 1) for i in range(1, words)}
    graph = both_ways(words, neighbours | {(1, i) for i in range(2, words + 1)})
    assert len(graph.arcs) == 4 * words - 6
    verdict = GenericOracle(systems["planar"], graph).derive()
    assert verdict.witness.graph == graph


BOUNDED = {name: planes(system).witness for name, system in systems.items() if planes(system)}


@pytest.mark.parametrize("name", BOUNDED)
def test_no_output_of_k_planes_has_more_than_k_times_4n_minus_6_arcs(name):
    """Every system of the catalogue whose outputs have a known number of planes."""
    for words in (2, 3):
        outputs = explore(systems[name], words).outputs
        most = max(len(key_graph(key, words).arcs) for key in outputs)
        assert 0 < most <= BOUNDED[name] * (4 * words - 6)
