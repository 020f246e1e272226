"""The compiled machine: configurations, and what transitions do to them, for any program.

The slow twin is `multiplane.calculus.semantics`, with exactly the same results.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.calculus.vocabulary import (
    ARC,
    COPY,
    DROP,
    EDGE,
    LAST_STEP,
    MOVE,
    MOVE_ALL,
    ROTATE,
)
from multiplane.machine.layout import (
    ABOVE,
    ARC_FIELDS,
    ARCS,
    BUILDER,
    DEPENDENT,
    FIELDS,
    FIRST,
    HEAD,
    HEADER,
    LABEL,
    LIES,
    NEXT,
    NODES,
    STORES,
    SWITCHES,
    WHERE,
)
from multiplane.native import jit, lean, lean_entry


@lean
def lies(c, store):
    """Return the place that holds a store's contents; rotation changes it."""
    return c[LIES + store]


@lean
def active_plane(c, code):
    """Return the place of the active stack among those that rotate, from 0."""
    return lies(c, code.first_stack) - code.first_stack


@lean
def copy_to(target, c):
    """Copy a configuration; a plain loop is faster here than a slice."""
    for at in range(len(c)):
        target[at] = c[at]


@lean
def node_at(c, store, depth):
    """Return the node at a place, or -1."""
    at = lies(c, store)
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
    """Return the newest head of a node, or -1."""
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
def has_label(c, head, label, dependent):
    """Is there an arc with this label?"""
    arc = c[field(c, FIRST, dependent)]
    while arc >= 0:
        if c[arc_field(c, HEAD, arc)] == head and c[arc_field(c, LABEL, arc)] == label:
            return True
        arc = c[arc_field(c, NEXT, arc)]
    return False


@lean
def is_closed(c, head, dependent, most):
    """Are there no arcs to add between two words: as many as may be, or is it the same word?"""
    count, arc = 0, c[field(c, FIRST, dependent)]
    while arc >= 0:
        count += c[arc_field(c, HEAD, arc)] == head
        arc = c[arc_field(c, NEXT, arc)]
    return count >= most or head == dependent


@lean
def component(c, node):
    """Return the representative of a node's component."""
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


@lean_entry
def add_arc(c, head, dependent, label, builder):
    arc = c[ARCS]
    c[ARCS] += 1
    c[arc_field(c, HEAD, arc)] = head
    c[arc_field(c, LABEL, arc)] = label
    c[arc_field(c, DEPENDENT, arc)] = dependent
    c[arc_field(c, BUILDER, arc)] = builder
    c[arc_field(c, NEXT, arc)] = c[field(c, FIRST, dependent)]
    c[field(c, FIRST, dependent)] = arc
    above = field(c, ABOVE, 0)
    one, other = component(c, head), component(c, dependent)
    if one != other:
        if c[above + one] > c[above + other]:  # sizes are negative; the larger component absorbs
            one, other = other, one
        c[above + one] += c[above + other]
        c[above + other] = one


@lean
def _push(c, store, node):
    at = lies(c, store)
    c[HEADER + at * c[NODES] + c[at]] = node
    c[at] += 1
    c[field(c, WHERE, node)] |= 1 << at


@lean
def _take(c, store, depth):
    at = lies(c, store)
    last = HEADER + at * c[NODES] + c[at] - 1
    node = c[last - depth]
    for position in range(last - depth, last):
        c[position] = c[position + 1]
    c[at] -= 1
    c[field(c, WHERE, node)] &= ~(1 << at)
    return node


@lean
def _rotate(c, first, count):
    """Give each of these stores the contents of the next, and the last those of the first."""
    place = c[LIES + first]
    for store in range(first, first + count - 1):
        c[LIES + store] = c[LIES + store + 1]
    c[LIES + first + count - 1] = place


@lean
def do_step(c, memory, table, r, label, builder):
    """Do one step, which must be defined; `builder` is the transition recorded with its arc."""
    op, store, depth = table[r, 0], table[r, 1], table[r, 2]
    if op == MOVE:
        _push(c, table[r, 3], _take(c, store, depth))
    elif op == COPY:
        _push(c, table[r, 3], node_at(c, store, depth))
    elif op == DROP:
        _take(c, store, depth)
    elif op == ARC or op == EDGE:  # noqa: PLR1714, SIM109 - faster compiled
        one = node_at(c, store, depth)
        other = node_at(c, table[r, 3], table[r, 4])
        if op == ARC:
            add_arc(c, one, other, label, builder)
        else:
            add_arc(c, min(one, other), max(one, other), label, builder)
    elif op == MOVE_ALL:
        while c[lies(c, store)]:
            _push(c, table[r, 3], _take(c, store, 0))
    if op == ROTATE:
        _rotate(c, store, table[r, 3])
        c[SWITCHES] = min(c[SWITCHES] + 1, memory)
    else:
        c[SWITCHES] = 0


@lean_entry
def apply(c, code, transition, label):
    """Apply a transition, which must be permitted, in place."""
    for r in range(code.starts[transition], code.starts[transition + 1]):
        if code.rows[r, 0] <= LAST_STEP:
            do_step(c, code.memory, code.rows, r, label, transition)


@lean_entry
def is_terminal(c, code):
    for store in range(code.stores):
        wanted = code.ends[store]
        if wanted >= 0 and c[lies(c, store)] != wanted:
            return False
    return True
