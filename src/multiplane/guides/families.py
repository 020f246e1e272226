"""Families of transitions: one transition at many places, like ATTACH_LEFT(m) of easy-first.

A learned guide looks at each member from the place where it acts: member m is a walk of m − 1 steps
forward, member 1, and the walk back.  So all members share features and weights.
"""

from dataclasses import dataclass

import numpy as np

from multiplane.calculus.program import compile_system
from multiplane.calculus.rule import rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.errors import DefinitionError
from multiplane.machine.walk import Walk
from multiplane.remembered import by_system

MEMBERS_COMPARED = range(1, 5)


@dataclass(frozen=True, slots=True, eq=False)
class Families:
    """The walk that all families of a system share."""

    forth: Transition
    back: Transition
    walk: Walk


def _check_walk(system: System, forth: Transition, back: Transition) -> None:
    """Raise an error unless one step undoes the other, so that looking along a walk is harmless."""
    one, other = forth.steps[0], back.steps[0]
    if {one.kind, other.kind} != {"move"}:
        raise DefinitionError(f"{system}: families cannot be learnt; {forth} is not a move")
    (source, target), (last, home) = one.places, other.places
    assert isinstance(home, Store)
    assert isinstance(target, Store)
    if last != target[0] or source != home[0] or target == home:
        raise DefinitionError(f"{system}: families cannot be learnt; {back} does not undo {forth}")


def _check_way_back(system: System, name: str, transition: Transition, forth: Transition) -> None:
    """Raise an error unless there is a way back from wherever member 1 was done.

    A walk makes sure that there are words to pass, and that member 1 can be done after them; so
    member m may need no more words than these.
    """
    source, target = forth.steps[0].places
    assert isinstance(source, Address)
    for m in MEMBERS_COMPARED:
        passed = {source.store: m - 1, target: 1 - m}
        needed = _needed(system, transition.member(m))
        for store, least in _needed(system, transition.member(1)).items():
            if needed[store] > max(least + passed.get(store, 0), 0):
                raise DefinitionError(
                    f"{system}: {name} cannot be learnt; after member 1, a word of the walk may be"
                    f" missing in {store} on the way back"
                )


def _needed(system: System, member: Transition) -> dict[Store, int]:
    """Count the words that a transition needs in each store."""
    words = rule(member, system.stores).words
    return {store: sum(word.store == store for word in words) for store in system.stores}


@by_system
def families(system: System) -> Families | None:
    """Find the walk that all families of a system share; None where there are no families."""
    found = {name: transition for name, transition in system.transitions if transition.is_family}
    if not found:
        return None
    repeated = [
        Transition((step,)).member(1 - step.times.shift)
        for transition in found.values()
        for step in transition.steps
        if step.times is not None
    ]
    forth, back = repeated[0], repeated[-1]
    for name, transition in found.items():
        for m in MEMBERS_COMPARED:
            walk = Transition(forth.steps * (m - 1) + transition.member(1).steps)
            walk = Transition(walk.steps + back.steps * (m - 1))
            if transition.member(m) != walk:
                raise DefinitionError(
                    f"{system}: {name} cannot be learnt; a family is learnt if its member m is"
                    " a walk forth, (SH)**(m − 1), member 1, and the walk back, (UN)**(m − 1)"
                )
    _check_walk(system, forth, back)
    for name, transition in found.items():
        _check_way_back(system, name, transition, forth)
    walk_system = System(
        f"{system} (walk)", start=dict(system.start), final=system.final, FORTH=forth, BACK=back
    )
    steps = np.array(compile_system(walk_system, 0).rows, np.int32)
    return Families(forth, back, Walk(steps, np.array([name in found for name in system])))
