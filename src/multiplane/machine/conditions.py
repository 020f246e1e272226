"""Conditions of transitions, by place, so that each place is looked up only once.

The slow twin is the machine's `permitted`, which looks places up for each condition.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.calculus.vocabulary import (
    CLOSED,
    HAS_ARC,
    HAS_HEAD,
    IS_ROOT,
    LINKED,
    NEGATED,
    PRESENT,
    SWITCHED,
)
from multiplane.machine.kernel import component, field, has_arc, is_closed, node_at
from multiplane.machine.layout import FIRST, SWITCHES
from multiplane.native import lean


@lean
def look_up(c, places, out, at):
    """Write the words at all places, -1 for none, into `out` from `at` on."""
    for p in range(len(places)):
        out[at + p] = node_at(c, places[p, 0], places[p, 1])


@lean
def are_met(c, found, at, conditions, begin, end):
    """Do these conditions hold for the words that `look_up` found?"""
    newest = field(c, FIRST, 0)
    for r in range(begin, end):
        op = conditions[r, 0] & (NEGATED - 1)
        if op == SWITCHED:
            fact = c[SWITCHES] >= conditions[r, 3]
        else:
            one, other = found[at + conditions[r, 1]], found[at + conditions[r, 2]]
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
            elif op == CLOSED:
                fact = is_closed(c, one, other, conditions[r, 3])
            else:  # PRECEDES; what asks about paths is late
                fact = one < other
        if fact != (conditions[r, 0] < NEGATED):
            return False
    return True
