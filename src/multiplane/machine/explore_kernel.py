"""The compiled search behind `explore`: rows of bytes, a hash table, breadth first."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.row_kernel import at_end, run
from multiplane.native import entry, jit, lean

FIRST_ROOM, FIRST_SLOTS = 1 << 12, 1 << 14  # powers of two, as are all later sizes


class Found(NamedTuple):
    """The configurations found so far, in order, and how each was first reached."""

    states: NDArray[np.uint8]  # [configurations, bytes]
    parents: NDArray[np.int32]  # -1: none
    via: NDArray[np.int16]
    terminal: NDArray[np.bool_]


@lean
def _hash(packed, c):
    h = np.uint64(1469598103934665603)
    for w in range(packed.shape[1]):
        h = (h ^ packed[c, w]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    return h


@lean
def _same(packed, c, others, d):
    for w in range(packed.shape[1]):  # noqa: SIM110 - compiled code has no generators
        if packed[c, w] != others[d, w]:
            return False
    return True


@lean
def _slot(table, packed, keys, k):
    """Return the slot that holds a configuration, or the free slot for it."""
    last = np.uint64(len(table) - 1)
    slot = _hash(keys, k) & last
    while table[slot] >= 0 and not _same(packed, table[slot], keys, k):
        slot = (slot + np.uint64(1)) & last
    return slot


@jit
def _table(packed, count, slots):
    """Put the configurations found into a hash table with `slots` slots."""
    table = np.full(slots, -1, np.int32)
    for c in range(count):
        table[_slot(table, packed, packed, c)] = c
    return table


@jit
def _twice(array):
    """Return the array with twice as much room."""
    return np.concatenate((array, np.zeros_like(array)))


@jit
def _with_more_room(found):
    return Found(
        _twice(found.states), _twice(found.parents), _twice(found.via), _twice(found.terminal)
    )


@jit
def _first(found, count):
    return Found(
        found.states[:count], found.parents[:count], found.via[:count], found.terminal[:count]
    )


@entry
def search(moves, start, stop_at_ends, with_edges, limit):
    """Return what was found, the edges as (from, transition, to), and whether that is complete."""
    found = Found(
        np.zeros((FIRST_ROOM, len(start)), np.uint8),
        np.full(FIRST_ROOM, -1, np.int32),
        np.full(FIRST_ROOM, -1, np.int16),
        np.zeros(FIRST_ROOM, np.bool_),
    )
    found.states[0] = start
    packed = found.states.view(np.uint64)  # eight bytes at a time
    table = _table(packed, 1, FIRST_SLOTS)
    edges, edge_count = np.zeros((FIRST_ROOM if with_edges else 0, 3), np.int32), 0
    row = np.zeros(len(start), np.uint8)
    key = row.view(np.uint64).reshape((1, -1))
    here, count = 0, 1
    while here < count:
        state = found.states[here]
        found.terminal[here] = at_end(state, moves)
        may_go_on = not (stop_at_ends and found.terminal[here])
        for transition in range(len(moves.starts) - 1 if may_go_on else 0):
            if not run(state, moves, transition, row):
                continue
            slot = _slot(table, packed, key, 0)
            is_new = table[slot] < 0
            if with_edges:
                if edge_count == len(edges):
                    edges = _twice(edges)
                edges[edge_count, 0], edges[edge_count, 1] = here, transition
                edges[edge_count, 2] = count if is_new else table[slot]
                edge_count += 1
            if not is_new:
                continue
            if count == limit:
                return _first(found, 1), edges[:0], False
            if count == len(found.states):
                found = _with_more_room(found)
                packed = found.states.view(np.uint64)
            found.states[count] = row
            found.parents[count], found.via[count] = here, transition
            table[slot] = count
            count += 1
            if 2 * count > len(table):
                table = _table(packed, count, 4 * len(table))
        here += 1
    return _first(found, count), edges[:edge_count], True
