"""A system as the kernels take it: its program in arrays, with names."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.program import WIDTH, Program, compile_system
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import NEGATED, PATH
from multiplane.machine.limits import check
from multiplane.machine.places import MOST_PLACES, by_place

Array = NDArray[np.int32]


class Code(NamedTuple):
    """What the machine runs.

    `late` says of each transition whether it asks about a path, or something that an arc of its own
    may change: then `permitted` answers, and not `conditions`.  It is None where no transition does
    so and conditions concern few places.  So it is in nearly all systems, and for these the rest is
    not even compiled.
    """

    rows: Array  # [_, 6]: steps and the conditions that restrict them
    starts: Array  # [transitions + 1]: where each transition begins in `rows`
    checks: Array  # [_, 6]: what can be asked before a transition begins
    check_starts: Array  # [transitions + 1]
    late: Array | None  # [transitions]
    places: Array  # [_, 2]: the places that `checks` asks about; none where there are too many
    conditions: Array  # [_, 4]: the same checks as (code, place, place, number)
    ends: Array  # [stores]: the size of each store in a terminal configuration; -1: any
    transitions: int
    stores: int
    first_stack: int  # of those that rotate
    stacks: int  # how many rotate; 1 where none do
    memory: int  # how many rotations in a row are counted


@cache
def program(system: System, nodes: int) -> Program:
    """Compile a system that the machine can run."""
    check(system)
    return compile_system(system, nodes)


@cache
def code(system: System, nodes: int) -> Code:
    """Put the program of a system into arrays."""
    found = program(system, nodes)
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
    )


def _table(rows: Sequence[Sequence[int]], width: int) -> Array:
    return np.array(rows, np.int32).reshape(-1, width)
