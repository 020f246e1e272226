"""Transitions as compositions of elementary ones."""

from hypothesis import given

from multiplane.calculus import SH, System, β, σ
from multiplane.calculus.decomposition import elementary, written_elementary
from multiplane.calculus.elementary import ELEMENTARY, arc, drop, move
from multiplane.calculus.rule import rule
from multiplane.calculus.semantics import apply
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
