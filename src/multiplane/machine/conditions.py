"""What transitions ask before they begin, place by place, so that each place is looked up once.

The machine's `permitted` is the slow twin: it looks places up for each condition.
"""

# mypy: disable-error-code="no-untyped-def"

from functools import cache

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import (
    HAS_ARC,
    HAS_HEAD,
    IS_ROOT,
    LINKED,
    NEGATED,
    PATH,
    PRESENT,
    SWITCHED,
)
from multiplane.machine.kernel import component, field, has_arc, has_path, node_at
from multiplane.machine.layout import FIRST, SWITCHES, machine
from multiplane.machine.places import MOST_PLACES, by_place
from multiplane.native import lean


@cache
def conditions(system: System) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the places, [_, 2], and the conditions as (code, place, place, number), in the order
    of the machine's checks; no places where there are too many of them.
    """
    places, rows = by_place(machine(system, 0).tables[2].tolist())
    kept = places if len(places) <= MOST_PLACES else []
    return np.array(kept, np.int32).reshape(-1, 2), np.array(rows, np.int32).reshape(-1, 4)


@lean
def look(c, settings, places, out, at):
    """Put the words at all places, -1 where there is none, into `out` from `at` on."""
    for p in range(len(places)):
        out[at + p] = node_at(c, settings, places[p, 0], places[p, 1])


@lean
def met(c, found, at, table, begin, end):
    """Are all conditions met by the words that `look` found?"""
    newest = field(c, FIRST, 0)
    for r in range(begin, end):
        op = table[r, 0] & (NEGATED - 1)
        if op == SWITCHED:
            fact = c[SWITCHES] >= table[r, 3]
        else:
            one, other = found[at + table[r, 1]], found[at + table[r, 2]]
            if one < 0:
                return False
            if op == PRESENT:
                continue
            if op == HAS_HEAD:
                fact = c[newest + one] >= 0
            elif op == IS_ROOT:
                fact = one == 0
            elif other < 0:
                return False
            elif op == LINKED:
                fact = component(c, one) == component(c, other)
            elif op == HAS_ARC:
                fact = has_arc(c, one, other)
            elif op == PATH:
                fact = has_path(c, one, other)
            else:
                fact = one < other
        if fact != (table[r, 0] < NEGATED):
            return False
    return True
