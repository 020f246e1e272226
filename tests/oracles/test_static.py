"""The static oracle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.graph import Graph, cross
from multiplane.machine.explore import explore
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.oracles.dynamic import DynamicOracle, gold_for
from multiplane.oracles.static import StaticOracle
from multiplane.oracles.trace import trace
from multiplane.systems import systems
from multiplane.systems.buffer import buffer_transitions
from multiplane.treebank.multiplanarity import is_k_planar
from support import strategies
from support.exhaustive import exact_losses
from support.oracles import BOUNDS, EXACT, PLACES, forests, lengths, placed


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [*EXACT, *BOUNDS])
def test_the_static_oracle_loses_as_few_heads_as_can_be(name, place):
    """On every forest of up to four words, in the class or not."""
    system = placed(name, place)
    for words in lengths(name):
        trees = forests(words)
        exact = exact_losses(explore(system, words, with_edges=True), trees)[0]
        for tree, least in zip(trees, exact.tolist(), strict=True):
            answer = StaticOracle(system).derive(tree)
            assert len(answer.lost) == least
            assert answer.optimal
            assert answer.derivation.is_complete
            check_lost(system, answer, tree)


def check_lost(system, answer, tree):
    """The words said to be lost are those that do not have their right head at the end."""
    if not system.directed:
        built = answer.derivation.last.arcs
        wanted = [(d, tuple(sorted((h, d)))) for d, h in enumerate(tree, 1) if h or system.has_root]
        assert answer.lost == tuple(d for d, edge in wanted if edge not in built)
        return
    built = dict.fromkeys(range(1, len(tree) + 1), None if system.has_root else 0)
    built |= {d: h for h, d in answer.derivation.last.arcs}
    assert answer.lost == tuple(d for d, h in enumerate(tree, 1) if built[d] != h)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [*EXACT, *BOUNDS])
def test_static_and_dynamic_oracles_agree(name, place):
    """Every move of the static oracle costs nothing, where the tree is derivable."""
    system = placed(name, place)
    rng = random.Random(name)
    for tree in rng.sample(forests(5), 40):
        answer = StaticOracle(system).derive(tree)
        if answer.lost:
            continue
        oracle = DynamicOracle(system, gold_for(system, tree))
        ready = machine(system, 5)
        block = ready.start.copy()
        for name_ in answer.derivation.transitions:
            number = ready.program.names.index(name_)
            assert oracle.costs(block)[number] == 0
            apply(block, ready.code, number, 0)


@given(strategies.trees_on_planes(12, 2))
def test_given_planes_are_kept(drawn):
    """2010, section 5.1: each arc is built on the stack of its plane."""
    heads, planes = drawn
    found = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(heads, planes)
    assert not found.lost
    active, built = 1, {}
    sequence = found.derivation.configurations
    for name, before, after in zip(
        found.derivation.transitions, sequence, sequence[1:], strict=False
    ):
        active = 3 - active if name == "SWITCH" else active
        built |= {d: active for _, d in after.arcs - before.arcs}
    assert built == {d: planes[d - 1] for d, h in enumerate(heads, 1) if h}


@given(st.sampled_from([1, 2]).flatmap(lambda k: strategies.trees_on_planes(20, k)))
def test_switching_only_when_it_must(drawn):
    """A planar tree needs no SWITCH."""
    arcs = Graph.from_heads(drawn[0]).arcs
    found = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(drawn[0])
    assert not found.lost
    crossing = any(cross(a, b) for a in arcs for b in arcs)
    assert ("SWITCH" in found.derivation.transitions) == crossing


@given(strategies.trees(15))
def test_swap_reorders_only_what_crosses(tree):
    heads = tree.heads
    found = StaticOracle(systems["swap"]).derive(heads)
    assert not found.lost
    assert found.derivation.graph == tree
    if not any(cross(a, b) for a in tree.arcs for b in tree.arcs):
        covered = trace(systems["arc-standard"], tree).lost
        assert covered or "SWAP" not in found.derivation.transitions


def test_buffer_transitions_are_used_for_arcs_of_length_one():
    """2012, section 3.1: 1 ← 2, and 1 → 4 over two words."""
    heads = [0, 3, 1, 1, 4]
    both = systems["arc-eager+lba+rba"]
    built = arcs_by_transition(both, heads)
    assert built["LEFT_BUFFER_ARC"] == {(3, 2)}
    assert built["RIGHT_BUFFER_ARC"] == {(4, 5)}
    assert arcs_by_transition(systems["arc-eager+rba"], [0, 1, 1])["RIGHT_ARC"] == {(1, 3)}
    eager = buffer_transitions(systems["arc-eager"], "rba", any_length=True)
    assert arcs_by_transition(eager, [0, 1, 1])["RIGHT_BUFFER_ARC"] == {(1, 2), (1, 3)}


def arcs_by_transition(system, heads):
    found = StaticOracle(system).derive(heads)
    assert not found.lost
    sequence = found.derivation.configurations
    built = {name: set() for name in system}
    for name, before, after in zip(
        found.derivation.transitions, sequence, sequence[1:], strict=False
    ):
        built[name] |= after.arcs - before.arcs
    return built


def test_non_projective_buffer_transitions_are_used_whenever_possible():
    built = arcs_by_transition(systems["arc-eager+lnba"], [3, 0, 2])
    assert built["LEFT_NONPROJ_BUFFER_ARC"] == {(3, 1)}


def test_undirected_derivations_build_the_same_arcs_without_directions():
    for tree in random.Random(0).sample(forests(5), 100):
        directed = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(tree)
        undirected = StaticOracle(systems["undirected-2-planar"]).derive(tree)
        assert undirected.lost == directed.lost == ()
        assert undirected.derivation.last.arcs == {
            (min(arc), max(arc)) for arc in directed.derivation.last.arcs
        }


@pytest.mark.parametrize("k", [2, 3])
@settings(max_examples=50)
@given(data=st.data())
def test_long_trees_that_are_k_planar_are_derived(k, data):
    heads, _ = data.draw(strategies.trees_on_planes(25, k))
    found = StaticOracle(systems[f"{k}-planar[single-head,acyclic]"]).derive(heads)
    assert not found.lost
    assert found.derivation.graph == Graph.from_heads(heads)


@settings(max_examples=50)
@given(strategies.trees_on_planes(12, 3))
def test_trees_that_are_derived_are_k_planar(drawn):
    found = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(drawn[0])
    assert bool(found.lost) == (not is_k_planar(Graph.from_heads(drawn[0]), 2))


@pytest.mark.parametrize(
    ("heads", "planes", "message"),
    [
        ([0, 1, 1], [1, 2], "planes: found 2 for 3 words; expected one for each word's arc"),
        ([0, 1, 1], [1, 2, 3], "the arc of word 3 is on plane 3; expected 1 to 2"),
        ([0, 1, 1], [0, 1, 1], "the arc of word 1 is on plane 0; expected 1 to 2"),
        ([0, 4, 1], None, "word 2 has the head 4; expected another word, 1 to 3, or 0"),
        ([0, 2, 1], None, "word 2 has the head 2; expected another word"),
        ([-2, 1, 1], None, "word 1 has the head -2"),
        ([2, 3, 1], None, "1 → 3 → 2 → 1 is a cycle; expected a forest"),
    ],
)
def test_what_is_no_tree_and_no_plane(heads, planes, message):
    with pytest.raises(MultiplaneError, match=message):
        StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(heads, planes)


def test_systems_that_build_cycles_derive_them():
    assert not StaticOracle(systems["planar[single-head]"]).derive([2, 1]).lost
