"""The generic oracle against exhaustive search."""

import random

import pytest
from hypothesis import given, settings

from multiplane.calculus.derivation import derive
from multiplane.calculus.invariants import analyse
from multiplane.graph import Graph
from multiplane.machine.explore import explore, graph_key
from multiplane.oracles.dynamic import has_costs
from multiplane.oracles.generic import GenericOracle
from multiplane.oracles.static import StaticOracle
from multiplane.systems import systems
from multiplane.verification.classes import all_forests, all_graphs
from support import strategies
from support.oracles import DAGS, forests


@pytest.mark.parametrize("name", systems)
def test_the_generic_oracle_finds_all_there_is(name):
    """Against the outputs of all configurations: graphs where words may have several heads."""
    system = systems[name]
    several = system.directed and not analyse(system).keeps_single_heads
    for words in (1, 2, 3) if several else (1, 2, 3, 4):
        outputs = explore(system, words).outputs
        for graph in all_graphs(words) if several else all_forests(words):
            arcs = {(min(a), max(a)) for a in graph.arcs} if not system.directed else graph.arcs
            built = Graph(words, frozenset(arcs))
            verdict = GenericOracle(system, graph).derive()
            assert verdict.holds == (graph_key(built) in outputs)
            if verdict:
                assert verdict.witness.graph == built
                assert verdict.witness.is_complete


def test_graphs_without_directed_cycles_whose_words_are_linked():
    for words in (1, 2, 3):
        outputs = explore(DAGS, words).outputs
        for graph in all_graphs(words):
            assert GenericOracle(DAGS, graph).derive().holds == (graph_key(graph) in outputs)


def fewest_steps(oracle):
    """Try all transitions that keep every arc, one step further at a time."""
    layer, seen = [oracle.start], set()
    steps = 0
    while layer:
        if any(oracle.is_done(block) for block in layer):
            return steps
        following = [after for block in layer for after, _ in oracle.following(block)]
        layer = []
        for block in following:
            if oracle.key(block) not in seen:
                seen.add(oracle.key(block))
                layer.append(block)
        steps += 1
    return None


@pytest.mark.parametrize("name", systems)
def test_no_derivation_is_shorter(name):
    for graph in random.Random(name).sample(list(all_forests(4)), 8):
        oracle = GenericOracle(systems[name], graph)
        verdict = oracle.derive()
        steps = len(verdict.witness.transitions) if verdict else None
        assert steps == fewest_steps(oracle)


@settings(max_examples=30)
@given(strategies.systems(), strategies.forests(3))
def test_the_generic_oracle_on_systems_nobody_has_thought_of(system, graph):
    verdict = GenericOracle(system, graph).derive()
    assert verdict.holds == (graph_key(graph) in explore(system, graph.n).outputs)


@pytest.mark.parametrize("name", [n for n in systems if has_costs(systems[n])])
def test_the_static_and_the_generic_oracle_agree_on_what_is_derivable(name):
    for tree in random.Random(name).sample(forests(5), 60):
        static = StaticOracle(systems[name]).derive(tree)
        generic = GenericOracle(systems[name], Graph.from_heads(tree)).derive()
        assert (not static.lost) == generic.holds


def test_reasons_for_refusing():
    crossing = Graph(4, frozenset({(1, 3), (2, 4)}))
    verdict = GenericOracle(systems["arc-eager"], crossing).derive()
    assert verdict.holds is False
    assert "every output of arc-eager is" in verdict.because
    hard = Graph.from_heads([3, 4, 5, 6, 0, 1, 2])
    assert GenericOracle(systems["attardi-2"], hard).derive(budget=3).holds is None


def test_all_derivations_of_a_tree():
    """Every derivation that the plain search finds, once each."""
    graph = Graph.from_heads([2, 0, 2])
    listed = list(GenericOracle(systems["arc-standard"], graph).all())
    assert [str(d) for d in listed] == [
        "SHIFT LEFT-ARC SHIFT RIGHT-ARC SHIFT",
        "SHIFT SHIFT RIGHT-ARC LEFT-ARC SHIFT",
    ]
    for name in ("arc-eager", "planar", "swap", "2-planar[single-head,acyclic]", "attardi-2"):
        oracle = GenericOracle(systems[name], graph)
        every = list(oracle.all())
        assert oracle.count() == len(every) == len(set(every)) > 0
        for derivation in every:
            again = derive(derivation.system, derivation.transitions, words=3)
            assert again.graph == graph
            assert again.is_complete
