"""A system as the kernels take it: its program as named arrays."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.program import WIDTH, Program, compile_system
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import NEGATED, PATH
from multiplane.machine.limits import check
from multiplane.machine.places import MOST_PLACES, by_place
from multiplane.remembered import by_length

Array = NDArray[np.int32]


class Code(NamedTuple):
    """The program that the machine runs.

    `late` marks transitions with conditions on paths, or conditions that their own arcs may change;
    these are checked by `permitted` instead of `conditions`.  It is None, and the code for it not
    compiled, if there are no such transitions and conditions concern few places, as in nearly all
    systems.
    """

    rows: Array  # [_, 6]: steps and the conditions that restrict them
    starts: Array  # [transitions + 1]: where each transition begins in `rows`
    checks: Array  # [_, 6]: conditions that can be checked before a transition begins
    check_starts: Array  # [transitions + 1]
    late: Array | None  # [transitions]
    places: Array  # [_, 2]: the places that `checks` concerns; empty if there are too many
    conditions: Array  # [_, 4]: the same checks as (code, place, place, number)
    ends: Array  # [stores]: the size of each store in a terminal configuration; -1: any
    transitions: int
    stores: int
    first_stack: int  # of those that rotate
    stacks: int  # number of stacks that rotate; 1 if none do
    memory: int  # number of consecutive rotations that are counted
    parallel: int | None  # how many arcs may lead from one word to another; None: one, no labels


@by_length
def program(system: System, nodes: int, parallel: int = 1) -> Program:
    """Compile a system that the machine can run."""
    check(system)
    return compile_system(system, nodes, parallel)


@by_length
def code(system: System, nodes: int, parallel: int = 1) -> Code:
    """Return the program of a system as arrays."""
    found = program(system, nodes, parallel)
    places, conditions = by_place(found.checks)
    few = len(places) <= MOST_PLACES
    late = [
        is_late or any(row[0] & (NEGATED - 1) == PATH for row in found.checks[begin:end])
        for is_late, (begin, end) in zip(found.late, pairwise(found.check_starts), strict=True)
    ]
    return Code(
        rows=_table(found.rows, WIDTH),
        starts=np.array(found.starts, np.int32),
        checks=_table(found.checks, WIDTH),
        check_starts=np.array(found.check_starts, np.int32),
        late=None if few and not any(late) else np.array(late, np.int32),
        places=_table(places if few else [], 2),
        conditions=_table(conditions, 4),
        ends=np.array(found.sizes_at_end, np.int32),
        transitions=len(found.names),
        stores=found.stores,
        first_stack=found.rotating[0],
        stacks=found.rotating[1],
        memory=found.memory,
        parallel=None if parallel == 1 else parallel,
    )


def _table(rows: Sequence[Sequence[int]], width: int) -> Array:
    return np.array(rows, np.int32).reshape(-1, width)
