"""Joins, place by place: what the programs of `kernel`, `outside` and `plain` share.

S, e₁ and f are as in `patterns`: a rule joins [s, i, e₁ S, k] and [S, k, f, j].
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np

from multiplane.native import inlined, jit
from multiplane.tabular.patterns import Ints
from multiplane.tabular.places import (
    count_tails,
    moved,
    row_of,
    set_held,
    set_new,
    start_places,
)
from multiplane.tabular.weights import Floats


class Room(NamedTuple):
    """Room for one join, or one hook, at a time."""

    tail: Ints  # S
    end: Ints  # f
    hook_to: Ints  # [hook] how far the new nodes of S move what the hook gives
    under_to: Ints  # [pattern of f] where in a row the rule UNDER puts f
    under_at: Ints  # [pattern of f] where the probabilities of that rule begin, less e₁
    sums: Floats  # over e₁, for that rule; or over the node that a hook has not
    sums_bar: Floats


class Split(NamedTuple):
    """Where [s, i, e₁ S, k] and [S, k, f, j] are, whatever e₁, f and j."""

    i: int
    k: int
    suffix: int  # the pattern of S
    v: int  # the number of s
    row: int  # where the items [s, i, …] begin
    place: int  # how far the new nodes of S, and k, move [s, i, e₁ S, k]
    right: int  # the number of S
    above: int  # the place of e₁ S among stacks, less e₁


class Run(NamedTuple):
    """Where [s, i, f, j], the sum for f, its number in `owner` and [S, k, f, j] begin."""

    to: int
    base: int
    owned: int
    at: int
    length: int


@jit
def make_room(p, l):
    """Make room for joins and hooks."""
    w, ends = p.width, len(p.held)
    return Room(
        np.empty(w, np.int64), np.empty(w + 1, np.int64), np.empty(len(p.hook_held), np.int64),
        np.empty(ends, np.int64), np.empty(ends, np.int64), np.empty(l.longest),
        np.empty(l.longest),
    )  # fmt: skip


@inlined
def each_split(act, p, l, i, order, room, job):
    """Call `act` for each k, in the order given, each S before it and each s before i."""
    lowest = int(i > p.width)  # only the root lies on ¢ alone
    for k in order:
        for suffix in range(len(p.suffix_held)):
            for number in range(count_tails(p, l, i, k, suffix)):
                place = set_new(p, l, k, suffix, number, room.tail)
                _set_moves(p, l, i, suffix, room)
                right, above = 0, 0
                for v in range(lowest, l.starts_below[i]):
                    if p.suffix_held[suffix] or v == lowest:
                        set_held(p, l, suffix, v, room.tail)
                        right, above = start_places(l.choose, room.tail)
                        right = l.start_of[right]
                        _set_under(p, l, room)
                    split = Split(i, k, suffix, v, row_of(l, i, v), place, right, above)
                    act(p, l, split, room, job)


@inlined
def _set_moves(p, l, i, suffix, room):
    """Find out where the rules put their consequents, as far as that follows from S."""
    held, tail = p.suffix_held[suffix], room.tail
    for h in range(len(p.hook_held)):
        kept = p.hook_kept[h]
        room.hook_to[h] = moved(l, tail, held, kept, p.hook_held[h], p.width + 1)
    for e in range(len(p.held) if l.under_at[-1] else 0):
        kept = p.kept[e]
        room.under_to[e] = l.item_base[i, p.under[suffix, e]]
        room.under_to[e] += moved(l, tail, held, kept, p.held[e], p.width + 2)


@inlined
def _set_under(p, l, room):
    for e in range(len(p.held) if l.under_at[-1] else 0):
        at = 0
        for z in range(p.held[e]):
            at = at * l.nodes + room.tail[p.kept[e, z]]
        new = p.width + 1 - p.held[e]
        room.under_at[e] = l.under_at[new] + at * l.choose[l.nodes, new]


@inlined
def count_lefts(p, split, tail):
    """Return how many e₁ there may be."""
    return p.members.shape[1] + (tail[0] - split.i if p.fresh[split.suffix] >= 0 else 0)


@inlined
def left(p, l, split, number):
    """Return the pattern of e₁ S (-1: there is none), e₁, and where that pattern's items are."""
    known = p.members.shape[1]
    if number < known:
        e = p.members[split.suffix, number]
        first, ahead = l.starts[split.v, p.kept[e, 0]] if e >= 0 else 0, 0
    else:
        e, first = p.fresh[split.suffix], split.i + number - known
        ahead = l.choose[l.nodes - first, p.width + 2]
    return e, first, ahead


@inlined
def under_run(p, l, split, room, e, at):
    """Return what the rule UNDER reads and writes, for f of one pattern."""
    held, k = p.held[e], split.k
    return Run(
        split.row + room.under_to[e], l.under_base[k, e], l.owner_at[p.width + 1 - held], at,
        l.choose[l.nodes - k + 1, p.width + 2 - held],
    )  # fmt: skip


@inlined
def under_size(l, k):
    """Return how many sums over e₁ there are; none, where no rule takes e₁ away."""
    return l.under_base[k, -1] + l.under_length[k, -1] if l.under_at[-1] else 0
