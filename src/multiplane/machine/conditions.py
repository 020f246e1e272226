"""What transitions ask before they begin, place by place, so that each place is looked up once.

The machine's `permitted` is the slow twin: it looks places up for each condition.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.calculus.vocabulary import (
    HAS_ARC,
    HAS_HEAD,
    IS_ROOT,
    LINKED,
    NEGATED,
    PRESENT,
    SWITCHED,
)
from multiplane.machine.kernel import component, field, has_arc, node_at
from multiplane.machine.layout import FIRST, SWITCHES
from multiplane.native import lean


@lean
def look_up(c, places, out, at):
    """Put the words at all places, -1 where there is none, into `out` from `at` on."""
    for p in range(len(places)):
        out[at + p] = node_at(c, places[p, 0], places[p, 1])


@lean
def are_met(c, found, at, conditions, begin, end):
    """Are these conditions met by the words that `look_up` found?"""
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
            else:  # PRECEDES; what asks about paths is late
                fact = one < other
        if fact != (conditions[r, 0] < NEGATED):
            return False
    return True
