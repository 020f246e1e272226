"""Families of transitions: one transition at many places, like ATTACH_LEFT(m) of easy-first.

A learned guide looks at each member from the place where it acts: member m is a walk of m − 1 steps
forward, member 1, and the walk back.  So all members share features and weights.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from multiplane.calculus.program import compile_system
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.errors import DefinitionError
from multiplane.machine.walk import Walk

MEMBERS_COMPARED = range(1, 5)


@dataclass(frozen=True, slots=True, eq=False)
class Families:
    """The walk that all families of a system share."""

    forth: Transition
    back: Transition
    walk: Walk


@cache
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
    if {step.kind for step in (*forth.steps, *back.steps)} != {"move"}:
        raise DefinitionError(f"{system}: families cannot be learnt; {forth} is not a move")
    walk_system = System(
        f"{system} (walk)", start=dict(system.start), final=system.final, FORTH=forth, BACK=back
    )
    steps = np.array(compile_system(walk_system, 0).rows, np.int32)
    return Families(forth, back, Walk(steps, np.array([name in found for name in system])))
