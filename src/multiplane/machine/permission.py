"""Which transitions are permitted in a configuration, for any program.

The slow twin is `multiplane.calculus.semantics`, with exactly the same results.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.calculus.vocabulary import (
    ARC,
    CLOSED,
    EDGE,
    HAS_ARC,
    HAS_HEAD,
    IS_ROOT,
    LAST_STEP,
    LINKED,
    NEGATED,
    PATH,
    PRESENT,
    SWITCHED,
)
from multiplane.machine.kernel import (
    component,
    do_step,
    field,
    has_arc,
    has_label,
    has_path,
    is_closed,
    node_at,
)
from multiplane.machine.layout import FIRST, SWITCHES
from multiplane.native import entry, jit, lean

NEW_LABEL = -9  # one that no arc has


@lean
def _holds(c, table, r):
    """Does a condition hold?  If a node is missing, neither it nor its negation does.

    Rows are passed as table and number, because slicing a table costs more than the condition.
    """
    op = table[r, 0] & (NEGATED - 1)
    wanted = table[r, 0] < NEGATED
    if op == SWITCHED:
        return (c[SWITCHES] >= table[r, 5]) == wanted
    one = node_at(c, table[r, 1], table[r, 2])
    if one < 0:
        return False
    if op == PRESENT:
        return True
    if op == HAS_HEAD:
        return (c[field(c, FIRST, one)] >= 0) == wanted
    if op == IS_ROOT:
        return (one == 0) == wanted
    other = node_at(c, table[r, 3], table[r, 4])
    if other < 0:
        return False
    if op == LINKED:
        return (component(c, one) == component(c, other)) == wanted
    if op == PATH:
        return has_path(c, one, other) == wanted
    if op == HAS_ARC:
        return has_arc(c, one, other) == wanted
    if op == CLOSED:
        return is_closed(c, one, other, table[r, 5]) == wanted
    return (one < other) == wanted  # PRECEDES


@entry
def permitted(c, code, transition):
    """Is the transition defined here?  If arcs have labels: with one that no arc has yet?"""
    for r in range(code.check_starts[transition], code.check_starts[transition + 1]):
        if not _holds(c, code.checks, r):
            return False
    return _late_conditions_hold(c, code, code.late, transition, NEW_LABEL)


@entry
def takes_label(c, code, transition, label):
    """Is a permitted transition defined with this label, too?  Ask only where arcs have labels."""
    for r in range(code.check_starts[transition], code.check_starts[transition + 1]):
        if code.checks[r, 0] == CLOSED + NEGATED:
            one = node_at(c, code.checks[r, 1], code.checks[r, 2])
            if has_label(c, one, label, node_at(c, code.checks[r, 3], code.checks[r, 4])):
                return False
    return _late_conditions_hold(c, code, code.late, transition, label)


@lean
def _is_there(c, table, r, most, label):
    """Does a step add an arc that cannot be added?"""
    op = table[r, 0]
    if op != ARC and op != EDGE:  # noqa: PLR1714 - faster compiled
        return False
    one, other = node_at(c, table[r, 1], table[r, 2]), node_at(c, table[r, 3], table[r, 4])
    if is_closed(c, one, other, most) or has_label(c, one, label, other):
        return True
    return op == EDGE and (is_closed(c, other, one, most) or has_label(c, other, label, one))


@lean
def _most(parallel):
    """Return how many arcs may lead from one word to another."""
    return 1 if parallel is None else parallel


@jit
def _late_conditions_hold(c, code, late, transition, label):
    """Try the transition on a copy, if some conditions come after its arcs; do they hold?"""
    if late is None:
        return True
    if not late[transition]:
        return True
    trial = c.copy()
    for r in range(code.starts[transition], code.starts[transition + 1]):
        if code.rows[r, 0] <= LAST_STEP:
            if _is_there(trial, code.rows, r, _most(code.parallel), label):
                return False
            do_step(trial, code.memory, code.rows, r, label, transition)
        elif not _holds(trial, code.rows, r):
            return False
    return True
