"""The compiled machine: what is permitted, and what it does, for any program.

The slow twin is `multiplane.calculus.semantics`, bit for bit.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.calculus.vocabulary import NEGATED
from multiplane.machine.layout import (
    ABOVE,
    ARC_FIELDS,
    ARCS,
    DEPENDENT,
    FIELDS,
    FIRST,
    HEAD,
    HEADER,
    LABEL,
    NEXT,
    NODES,
    ROTATION,
    STORES,
    SWITCHES,
    WHERE,
)
from multiplane.native import entry, jit, lean, lean_entry

# Settings of a program, in the order of `Machine.tables`.
S_STORES, S_FIRST, S_COUNT, S_MEMORY, S_ENDS = 0, 1, 2, 3, 4


@lean
def lies(c, settings, store):
    """Where a store of the program lies: rotating stacks stay in place, the active one moves."""
    first, count = settings[S_FIRST], settings[S_COUNT]
    if count == 1 or store < first or store >= first + count:
        return store
    at = store + c[ROTATION]
    return at if at < first + count else at - count


@lean
def copy_to(target, c):
    """Copy a configuration; a plain loop is quicker here than a slice."""
    for at in range(len(c)):
        target[at] = c[at]


@lean
def node_at(c, settings, store, depth):
    """Return the node at a place, or -1."""
    at = lies(c, settings, store)
    size = c[at]
    if depth >= size:
        return -1
    return c[HEADER + at * c[NODES] + size - 1 - depth]


@lean
def field(c, which, node):
    """Return the position of a node's field."""
    return HEADER + (c[STORES] + which) * c[NODES] + node


@lean
def arc_room(c):
    return (len(c) - HEADER - (c[STORES] + FIELDS) * c[NODES]) // ARC_FIELDS


@lean
def arc_field(c, which, arc):
    """Return the position of an arc's field."""
    return HEADER + (c[STORES] + FIELDS) * c[NODES] + which * arc_room(c) + arc


@lean
def head_of(c, node):
    """Return the head that a node got last, or -1."""
    arc = c[field(c, FIRST, node)]
    return -1 if arc < 0 else c[arc_field(c, HEAD, arc)]


@lean
def arc_between(c, head, dependent):
    """Return the number of an arc, or -1."""
    arc = c[field(c, FIRST, dependent)]
    while arc >= 0 and c[arc_field(c, HEAD, arc)] != head:
        arc = c[arc_field(c, NEXT, arc)]
    return arc


@lean
def has_arc(c, head, dependent):
    return arc_between(c, head, dependent) >= 0


@lean
def component(c, node):
    """Return the node that stands for the component."""
    above = field(c, ABOVE, 0)
    while c[above + node] >= 0:
        node = c[above + node]
    return node


@jit
def has_path(c, source, target):
    """Is there a directed path from source to target?  Walk up from the target."""
    if source == target:
        return True
    nodes = np.int64(c[NODES])
    reached, waiting = np.zeros(nodes, np.int32), np.empty(nodes, np.int32)
    waiting[0], count = target, 1
    reached[target] = 1
    while count:
        count -= 1
        arc = c[field(c, FIRST, waiting[count])]
        while arc >= 0:
            head = c[arc_field(c, HEAD, arc)]
            if head == source:
                return True
            if reached[head] == 0:
                reached[head] = 1
                waiting[count] = head
                count += 1
            arc = c[arc_field(c, NEXT, arc)]
    return False


@lean
def _holds(c, settings, table, r):
    """Is a condition met?  One about a node that is not there is not, nor is its negation.

    Rows are named by their table and number, since a slice of a table costs more than a condition.
    """
    code = table[r, 0]
    op = code & (NEGATED - 1)
    wanted = code < NEGATED
    if op == 13:
        return (c[SWITCHES] >= table[r, 5]) == wanted
    one = node_at(c, settings, table[r, 1], table[r, 2])
    if one < 0:
        return False
    if op == 14:
        return True
    if op == 7:
        return (c[field(c, FIRST, one)] >= 0) == wanted
    if op == 11:
        return (one == 0) == wanted
    other = node_at(c, settings, table[r, 3], table[r, 4])
    if other < 0:
        return False
    if op == 8:
        return (component(c, one) == component(c, other)) == wanted
    if op == 9:
        return has_path(c, one, other) == wanted
    if op == 10:
        return has_arc(c, one, other) == wanted
    return (one < other) == wanted


@lean_entry
def add_arc(c, head, dependent, label):
    arc = c[ARCS]
    c[ARCS] += 1
    c[arc_field(c, HEAD, arc)] = head
    c[arc_field(c, LABEL, arc)] = label
    c[arc_field(c, DEPENDENT, arc)] = dependent
    c[arc_field(c, NEXT, arc)] = c[field(c, FIRST, dependent)]
    c[field(c, FIRST, dependent)] = arc
    above = field(c, ABOVE, 0)
    one, other = component(c, head), component(c, dependent)
    if one != other:
        if c[above + one] > c[above + other]:  # sizes are negative: the larger one stays on top
            one, other = other, one
        c[above + one] += c[above + other]
        c[above + other] = one


@lean
def _push(c, settings, store, node):
    at = lies(c, settings, store)
    c[HEADER + at * c[NODES] + c[at]] = node
    c[at] += 1
    c[field(c, WHERE, node)] |= 1 << at


@lean
def _take(c, settings, store, depth):
    at = lies(c, settings, store)
    last = HEADER + at * c[NODES] + c[at] - 1
    node = c[last - depth]
    for position in range(last - depth, last):
        c[position] = c[position + 1]
    c[at] -= 1
    c[field(c, WHERE, node)] &= ~(1 << at)
    return node


@lean
def do_step(c, settings, table, r, label):
    """Do one step, which is defined."""
    op, store, depth = table[r, 0], table[r, 1], table[r, 2]
    if op == 0:
        _push(c, settings, table[r, 3], _take(c, settings, store, depth))
    elif op == 1:
        _push(c, settings, table[r, 3], node_at(c, settings, store, depth))
    elif op == 2:
        _take(c, settings, store, depth)
    elif op <= 4:
        one = node_at(c, settings, store, depth)
        other = node_at(c, settings, table[r, 3], table[r, 4])
        if op == 3:
            add_arc(c, one, other, label)
        else:
            add_arc(c, min(one, other), max(one, other), label)
    elif op == 6:
        while c[lies(c, settings, store)]:
            _push(c, settings, table[r, 3], _take(c, settings, store, 0))
    if op == 5:
        c[ROTATION] = (c[ROTATION] + 1) % settings[S_COUNT]
        c[SWITCHES] = min(c[SWITCHES] + 1, settings[S_MEMORY])
    else:
        c[SWITCHES] = 0


@lean_entry
def apply(c, rows, starts, settings, transition, label):
    """Do a transition that is permitted, in place."""
    for r in range(starts[transition], starts[transition + 1]):
        if rows[r, 0] <= 6:
            do_step(c, settings, rows, r, label)


@entry
def permitted(c, rows, starts, checks, check_starts, late, settings, transition):
    """Is the transition defined here?"""
    for r in range(check_starts[transition], check_starts[transition + 1]):
        if not _holds(c, settings, checks, r):
            return False
    if late is None:
        return True
    if not late[transition]:
        return True
    trial = c.copy()
    for r in range(starts[transition], starts[transition + 1]):
        if rows[r, 0] <= 6:
            do_step(trial, settings, rows, r, 0)
        elif not _holds(trial, settings, rows, r):
            return False
    return True


@lean_entry
def is_terminal(c, settings):
    for store in range(settings[S_STORES]):
        wanted = settings[S_ENDS + store]
        if wanted >= 0 and c[lies(c, settings, store)] != wanted:
            return False
    return True
