"""Transitions as compositions of elementary ones."""

from collections import deque

import pytest
from hypothesis import given

from multiplane.calculus import SH, System, β, σ
from multiplane.calculus.decomposition import elementary, planes, written_elementary
from multiplane.calculus.elementary import ELEMENTARY, arc, drop, move
from multiplane.calculus.rule import rule
from multiplane.calculus.semantics import apply
from multiplane.systems import systems
from support import strategies


def test_decomposition_is_exact():
    """Not divisible: what crosses over.  Divisible: what only looks otherwise."""
    stores = (σ, β)
    assert elementary(move(σ[1], β), stores) is None
    assert elementary(arc(σ[0], σ[2]) >> drop(σ[2]), stores) is None
    assert elementary(drop(σ[1]), stores) == ("UNSHIFT", "REDUCE", "SHIFT")
    assert elementary(arc(β[0], β[1]), stores) == ("SHIFT", "RIGHT-ARC", "UNSHIFT")
    assert written_elementary(arc(β[0], β[1])) is None


@given(strategies.systems())
def test_a_decomposition_does_what_the_transition_does(system):
    """Compared on every configuration with up to three words in stack and buffer."""
    bare = System("five", {name.replace("-", "_"): t for name, t in ELEMENTARY.items()})
    for name, transition in system.items():
        chain = elementary(transition, system.stores)
        if chain is None:
            continue
        composed = ELEMENTARY[chain[0]]
        for part in chain[1:]:
            composed = composed >> ELEMENTARY[part]
        needs = len(rule(transition, system.stores).words)
        for below in range(needs + 1):
            c = bare.initial(needs)
            for _ in range(below):
                c = apply(bare, SH, c)
            unguarded = [apply_without_guards(bare, transition, c), apply(bare, composed, c)]
            if unguarded[0] is not None:
                assert unguarded[0] == unguarded[1], name


def apply_without_guards(system, transition, configuration):
    from dataclasses import replace

    from multiplane.calculus import Guard, Transition

    bare = Transition(tuple(replace(step, guard=Guard()) for step in transition.steps))
    return apply(system, bare, configuration)


def shortest_chain(transition):
    """The slow twin: search all rearrangements of the words that a transition needs."""
    bare = System("five", {name.replace("-", "_"): t for name, t in ELEMENTARY.items()})
    needed = rule(transition, bare.stores)
    start = bare.initial(len(needed.words))
    for _ in range(sum(word.store == σ for word in needed.words)):
        start = apply(bare, SH, start)
    goal = apply_without_guards(bare, transition, start)
    queue, seen = deque([(start, ())]), {start}
    while queue:
        here, chain = queue.popleft()
        if here == goal:
            return chain
        for name, step in ELEMENTARY.items():
            there = apply(bare, step, here)
            if there is not None and there not in seen and there.arcs <= goal.arcs:
                seen.add(there)
                queue.append((there, (*chain, name)))
    return None


@given(strategies.systems())
def test_a_chain_is_found_if_there_is_one(system):
    for transition in system.values():
        found = elementary(transition, system.stores)
        assert (found is None) == (shortest_chain(transition) is None)


CATALOGUE = [name for name in systems if systems[name].stores == (σ, β) and systems[name].directed]


@pytest.mark.parametrize("name", [*CATALOGUE, "attardi-4", "arc-hybrid+lba+rba+lnba+rnba"])
def test_the_chains_of_the_catalogue_are_shortest(name):
    """Systems with other stores are made of no chain; families are compared member by member."""
    system = systems[name]
    for _, transition in system.actions(5):
        found, shortest = elementary(transition, system.stores), shortest_chain(transition)
        if written_elementary(transition) is None:
            assert found == shortest
        else:
            assert (found is None) == (shortest is None)


def test_chains_of_long_transitions():
    """Twenty words, arcs and drops: with a search of all rearrangements there was no end."""
    arcs = arc(σ[1], σ[0])
    for _ in range(20):
        arcs = arcs >> drop(σ[0]) >> arc(σ[1], σ[0])
    found = elementary(arcs, (σ, β))
    assert found[:5] == ("UNSHIFT", "RIGHT-ARC", "SHIFT", "REDUCE", "UNSHIFT")
    assert (found.count("RIGHT-ARC"), found.count("REDUCE")) == (21, 20)
    assert elementary(drop(σ[20]), (σ, β)) == ("UNSHIFT",) * 20 + ("REDUCE",) + ("SHIFT",) * 20
    wide = System("wide", SHIFT=SH, CROSS=arc(σ[0], σ[20]) >> drop(σ[20]))
    assert elementary(wide["CROSS"], wide.stores) is None
    verdict = planes({name: wide.rules(name) for name in wide})
    assert verdict.because == "no chain of elementary transitions has the effect of CROSS"
