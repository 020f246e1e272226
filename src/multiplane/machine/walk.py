"""Walking along a store, for families of transitions: member m acts m − 1 steps away."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import do_step, node_at
from multiplane.native import lean

FORTH, BACK = 0, 1


class Walk(NamedTuple):
    """A step forward and a step back, and which transitions are families.

    A system without families has None instead, so that none of this is compiled.
    """

    steps: NDArray[np.int32]  # [2, 6]: rows of a program
    members: NDArray[np.bool_]  # by transition


@lean
def step_forth(c, code, walk):
    """Go one step forward if there is a word to pass; return whether there was."""
    if walk is None:
        return False
    if node_at(c, walk.steps[FORTH, 1], walk.steps[FORTH, 2]) < 0:
        return False
    do_step(c, code.memory, walk.steps, FORTH, 0, 0)
    return True


@lean
def go(c, code, walk, way, steps):
    """Go some steps forward or back."""
    if walk is not None:
        for _ in range(steps):
            do_step(c, code.memory, walk.steps, way, 0, 0)


@lean
def close_others(walk, open_):
    """Leave only members of families open: others do not act away from the start of a walk."""
    if walk is not None:
        for t in range(len(walk.members)):
            open_[t] = open_[t] and walk.members[t]
        open_[len(walk.members)] = False
