"""Transitions on a configuration as a row of bytes, for the compiled search.

A row has a block for each store, its size and then its nodes in reading order; for each node the
set of its heads as bits; and the number of rotations just made.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.vocabulary import (
    ARC,
    COPY,
    DROP,
    EDGE,
    HAS_ARC,
    HAS_HEAD,
    IS_ROOT,
    LINKED,
    MOVE_ALL,
    NEGATED,
    ONE_PLACE,
    PATH,
    ROTATE,
    SWITCHED,
)
from multiplane.native import lean


class Moves(NamedTuple):
    """The program of a system, as arrays, for a number of nodes."""

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]
    open_on_left: NDArray[np.bool_]
    sizes_at_end: NDArray[np.int64]
    memory: int
    nodes: int


@lean
def _position(row, at, depth, left):
    size = row[at]
    if depth >= size:
        return -1
    return at + 1 + depth if left else at + size - depth


@lean
def _linked(row, heads, nodes, one, other):
    component = 1 << one
    while True:
        before = component
        for node in range(nodes):
            if component >> node & 1:
                component |= row[heads + node]
            elif row[heads + node] & component:
                component |= 1 << node
        if component >> other & 1:
            return True
        if component == before:
            return False


@lean
def _path(row, heads, nodes, source, target):
    reached = 1 << source
    while True:
        before = reached
        for node in range(nodes):
            if row[heads + node] & reached:
                reached |= 1 << node
        if reached >> target & 1:
            return True
        if reached == before:
            return False


@lean
def _rotate(row, block, first, count):
    """Rotate stores by exchanging neighbours."""
    for stack in range(first, first + count - 1):
        one, other = stack * block, (stack + 1) * block
        for b in range(block):
            row[one + b], row[other + b] = row[other + b], row[one + b]


@lean
def _move_all(row, here, there):
    size = row[there]
    for b in range(row[here]):
        row[there + 1 + size + b] = row[here + 1 + b]
        row[here + 1 + b] = 0
    row[there] += row[here]
    row[here] = 0


@lean
def _take(row, here, position):
    last = here + np.int64(row[here])
    for b in range(position, last):
        row[b] = row[b + 1]
    row[last] = 0
    row[here] -= 1


@lean
def _put(row, there, left, node):
    size = np.int64(row[there])
    if left:
        for b in range(there + size, there, -1):
            row[b + 1] = row[b]
        row[there + 1] = node
    else:
        row[there + 1 + size] = node
    row[there] += 1


@lean
def _add_arc(row, heads, head, dependent):
    """Add an arc; return False if it exists already, or leads from a word to itself."""
    if head == dependent or row[heads + dependent] >> head & 1:
        return False
    row[heads + dependent] |= np.uint8(1 << head)
    return True


@lean
def _fact(row, heads, nodes, op, node, other):
    """Is a condition true of the nodes?"""
    if op == HAS_HEAD:
        return row[heads + node] != 0
    if op == LINKED:
        return _linked(row, heads, nodes, node, other)
    if op == PATH:
        return _path(row, heads, nodes, node, other)
    if op == HAS_ARC:
        return (row[heads + other] >> node & 1) != 0
    if op == IS_ROOT:
        return node == 0
    return node < other


@lean
def run(state, moves, transition, row):
    """Apply a transition to a copy of the state; return False if it is undefined."""
    for b in range(len(row)):
        row[b] = state[b]
    rows, left, nodes = moves.rows, moves.open_on_left, moves.nodes
    block = nodes + 1
    heads = len(left) * block
    counter = heads + nodes
    for r in range(moves.starts[transition], moves.starts[transition + 1]):
        op = rows[r, 0] & (NEGATED - 1)
        wanted = rows[r, 0] < NEGATED
        s, t = rows[r, 1], rows[r, 3]
        here, there = s * block, t * block
        if op == SWITCHED:
            if (row[counter] >= rows[r, 5]) != wanted:
                return False
            continue
        if op == ROTATE:
            _rotate(row, block, s, t)
            row[counter] = min(row[counter] + 1, moves.memory)
            continue
        if op == MOVE_ALL:
            _move_all(row, here, there)
            row[counter] = 0
            continue
        position = _position(row, here, rows[r, 2], left[s])
        if position < 0:
            return False
        node = np.int64(row[position])
        if op <= DROP:
            if op != COPY:
                _take(row, here, position)
            if op != DROP:
                _put(row, there, left[t], node)
            row[counter] = 0
            continue
        other = np.int64(-1)
        if op not in ONE_PLACE:
            position = _position(row, there, rows[r, 4], left[t])
            if position < 0:
                return False
            other = np.int64(row[position])
        if op in (ARC, EDGE):
            if op == EDGE and other < node:
                node, other = other, node
            if not _add_arc(row, heads, node, other):
                return False
            row[counter] = 0
        elif _fact(row, heads, nodes, op, node, other) != wanted:
            return False
    return True


@lean
def at_end(row, moves):
    for s in range(len(moves.sizes_at_end)):
        size = moves.sizes_at_end[s]
        if size >= 0 and row[s * (moves.nodes + 1)] != size:
            return False
    return True
