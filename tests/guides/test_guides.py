"""Guides: what follows the oracle builds the tree; what follows weights does what they say."""

import random

import pytest

from multiplane.calculus.invariants import analyse
from multiplane.calculus.semantics import successors
from multiplane.graph import Graph
from multiplane.machine.explore import explore, graph_key
from multiplane.reference.guide import STOP
from multiplane.reference.oracle import OracleGuide
from multiplane.reference.search import follow
from multiplane.reference.situation import begin
from multiplane.systems import systems
from multiplane.verification.classes import all_forests, all_graphs
from support import parsers


def built(system, graph):
    """A graph as the system builds it."""
    arcs = {(min(a), max(a)) for a in graph.arcs} if not system.directed else graph.arcs
    return Graph(graph.n, frozenset(arcs))


@pytest.mark.parametrize("name", systems)
def test_following_the_oracle_builds_every_graph_that_can_be_derived(name):
    system = systems[name]
    several = system.directed and not analyse(system).keeps_single_heads
    derived = 0
    rng = random.Random(name)
    for words in (1, 2, 3) if several else (1, 2, 3, 4):
        outputs = explore(system, words).outputs
        graphs = list(all_graphs(words) if several else all_forests(words))
        for graph in graphs if len(graphs) < 25 else rng.sample(graphs, 25):
            if graph_key(built(system, graph)) in outputs:
                end = follow(system, OracleGuide(system, graph), words)
                assert end.configuration.arcs == built(system, graph).arcs
                assert system.is_terminal(end.configuration)
                derived += 1
    assert derived > 5


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("name", ["arc-eager", "2-planar[single-head,acyclic]", "covington"])
def test_following_the_oracle_with_a_root(name, place):
    system = parsers.placed(name, place)
    graph = Graph(4, frozenset({(0, 2), (2, 1), (2, 4), (4, 3)}))
    end = follow(system, OracleGuide(system, graph, {1: 5, 2: 6, 3: 7, 4: 8}), 4)
    assert sorted(end.arcs) == [(0, 6, 2), (2, 5, 1), (2, 8, 4), (4, 7, 3)]


def test_labels_of_undirected_arcs_are_those_of_the_dependents():
    graph = Graph(3, frozenset({(3, 1), (3, 2)}))
    system = systems["undirected-planar"]
    end = follow(system, OracleGuide(system, graph, {1: 4, 2: 9}), 3)
    assert sorted(end.arcs) == [(1, 4, 3), (2, 9, 3)]


@pytest.mark.parametrize("name", ["arc-eager", "covington", "2-planar[single-head,acyclic]"])
def test_after_mistakes_the_oracle_saves_what_can_be_saved(name):
    """It never loses more arcs than were lost when it took over."""
    system = systems[name]
    rng = random.Random(name)
    graph = Graph(5, frozenset({(2, 1), (5, 2), (5, 3), (3, 4)}))
    guide = OracleGuide(system, graph)
    for _ in range(10):
        situation = begin(system, 5)
        for _ in range(rng.randrange(6)):
            names = [name_ for name_, _ in successors(system, situation.configuration)]
            if names:
                situation = situation.after(rng.choice(names))
        lost = guide.costs.loss(_block(guide, situation))
        while True:
            scores = guide.scores(situation)
            best = max(scores, key=scores.__getitem__, default=STOP)
            if best == STOP or system.is_terminal(situation.configuration):
                break
            assert scores[best] >= 0
            situation = situation.after(*best)
        heads = {d: h for h, d in situation.configuration.arcs}
        gold_heads = {d: h for h, d in graph.arcs}
        wrong = sum(heads.get(d, 0) != gold_heads.get(d, 0) for d in range(1, 6))
        assert wrong == lost


def _block(guide, situation):
    from multiplane.machine.kernel import apply

    machine = guide.costs.machine
    block = machine.start.copy()
    for name, _ in situation.choices:
        number = machine.program.names.index(name)
        apply(block, machine.code, number, 0)
    return block


def test_a_graph_that_cannot_be_derived_loses_little():
    """Two arcs that cross: arc-eager gives up one."""
    graph = Graph(4, frozenset({(3, 1), (4, 2), (4, 3)}))
    end = follow(systems["arc-eager"], OracleGuide(systems["arc-eager"], graph), 4)
    assert len(end.configuration.arcs & graph.arcs) == 2


def test_scores_of_a_linear_guide_are_sums_of_rows():
    system = systems["arc-eager"]
    parser = parsers.Parser(system, (4,), text="X.upos\nY.upos\nX.form Y.form")
    guide = parser.guide(0)
    situation = begin(system, 4).after("SHIFT")
    rows = parser.extractor(0).rows(situation, [list(system).index(n) for n in OPEN])
    sums = parser.weights[rows].astype(int).sum(axis=0)
    for candidate in guide.candidates(situation):
        assert candidate.score == sums[candidate.number]
    scores = guide.scores(situation)
    assert {name for name, _ in scores} == set(OPEN)
    assert max(scores.values()) == max(c.score for c in guide.candidates(situation))


OPEN = ("SHIFT", "LEFT_ARC", "RIGHT_ARC")
