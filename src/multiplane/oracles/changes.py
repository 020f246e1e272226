"""What each transition changes for the reachability of arcs: few words, found from its rule.

Whether an arc can still be built depends on where its two words lie (`reach`).  A transition moves
or drops a few words at known places and uncovers or covers a few others; all other words stay as
they are.  So what it makes unreachable can be found from the arcs of these words alone.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.invariants import analyse
from multiplane.calculus.rule import Rest, Rule, rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.oracles.reach import Reach, reach_table

SAME, NONE = -1, -2  # for the top of a store: it does not change; the store is empty
NOWHERE = -9  # for a position in the first store
# Columns of `Changes.words`.
STORE, DEPTH, LEAVES, ENTERS, POSITION = range(5)


class Changes(NamedTuple):
    """For each transition, the words that may lie elsewhere after it.

    A transition that is not `local` changes more than that, or cannot be described like this.
    """

    local: NDArray[np.bool_]
    rotates: NDArray[np.bool_]  # does it only rotate stacks?
    starts: NDArray[np.int32]  # [transitions + 1]: where each one's words begin
    words: NDArray[np.int32]  # [_, 5]: the place, the stores left and entered as bits, the
    # position from the top in the first store afterwards
    tops: NDArray[np.int32]  # [transitions, stores]: the word, from `starts`, that becomes the top
    moved: NDArray[np.int32]  # [transitions, 2]: the store whose other words all go to another
    arcs: NDArray[np.int32]  # [transitions, 2]: head and dependent, counted from `starts`
    sizes: NDArray[np.int32]  # [transitions, stores]: words gained
    canon: NDArray[np.int32]  # by code: codes with the same arcs have the same number here
    most: int  # words of one transition
    near: bool  # does it matter whether words are neighbours in the first store?
    ends: bool  # may words of a terminal configuration look as if they could be linked?


@cache
def changes(system: System, nodes: int) -> Changes:
    """Find what the transitions of a system change; families have members for so many nodes."""
    reach = reach_table(system).reach
    table = reach.can.reshape(reach.codes, reach.codes, 2, 2)
    number = {store: position for position, store in enumerate(system.stores)}
    found = [
        _Change(rule(transition, system.stores), number) for _, transition in system.actions(nodes)
    ]
    # Neighbours in the first store look like words of that store, unless they are in another, too.
    kind = slice(None) if any(change.spreads(reach) for change in found) else slice(1, 3)
    near = bool((table[kind, kind, :, 0] != table[kind, kind, :, 1]).any())
    keeps = analyse(system)
    joins = (keeps.keeps_acyclic or not system.directed) and not (
        system.directed and keeps.keeps_single_heads
    )  # an arc between two components can exclude arcs between any of their words
    local = [
        change.is_local(table, reach, near=near)
        and not (near and system.rotating)
        and not (joins and change.normal.arcs)
        for change in found
    ]
    lengths = [len(change.places) for change in found]
    kept = {number[store] for store, size in system.final.sizes if size == 0}
    stay = [0] + [
        1 + 2 * int(kind) + top
        for store, kind in enumerate(reach.kinds)
        if store not in kept
        for top in (0, 1)
    ]
    return Changes(
        local=np.array(local),
        rotates=np.array([change.normal.rotates for change in found]),
        starts=np.cumsum([0, *lengths]).astype(np.int32),
        words=np.array([row for change in found for row in change.rows()], np.int32).reshape(-1, 5),
        tops=np.array([change.tops() for change in found], np.int32),
        moved=np.array([change.moved or (-1, -1) for change in found], np.int32),
        arcs=np.array([change.arc() for change in found], np.int32),
        sizes=np.array([change.sizes() for change in found], np.int32),
        canon=_canon(table),
        most=max(lengths, default=0) + 1,  # and a word above its head
        near=near,
        ends=bool(table[np.ix_(stay, stay)].any()),
    )


def _canon(table: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return for each code the first one with the same arcs."""
    codes = len(table)
    same = [
        [(table[a] == table[b]).all() and (table[:, a] == table[:, b]).all() for b in range(codes)]
        for a in range(codes)
    ]
    return np.array([row.index(True) for row in same], np.int32)


class _Change:
    """What one transition changes."""

    def __init__(self, normal: Rule, number: dict[Store, int]) -> None:
        self.normal, self.number = normal, number
        self.before, self.after = [
            # from the top down
            [list(part if s.open_on_left else reversed(part)) for s, part in zip(number, parts)]
            for parts in (normal.before, normal.after)
        ]
        # The words that it looks at; below them, in stores that change, the next one.
        self.places: list[Address] = []
        for store, before, after in zip(number, self.before, self.after, strict=True):
            drawn = len(before) - 1
            self.places += [store[depth] for depth in range(drawn + (before != after))]
        away = [
            (number[item.store], at)
            for at, part in enumerate(self.after)
            for item in part
            if isinstance(item, Rest) and number[item.store] != at
        ]
        self.moved = away[0] if len(away) == 1 else None
        self.scattered = len(away) > 1

    def spreads(self, reach: Reach) -> bool:
        """Does it put a word into stores of two kinds at once?"""
        return any(
            len({int(reach.kinds[at]) for at, part in enumerate(self.after) if place in part}) > 1
            for place in self.places
        )

    def is_local(self, table: NDArray[np.bool_], reach: Reach, *, near: bool) -> bool:
        if self.normal.rotates or self.scattered or len(self.normal.arcs) > 1:
            return False
        if self.moved is None:
            return True
        source, target = self.moved
        top = self.after[target][0]
        if near or self.after[source] or not isinstance(top, Address):
            return False
        # Words that move with the rest of a store must keep their arcs with all that stay.
        one, other = 1 + 2 * int(reach.kinds[source]), 1 + 2 * int(reach.kinds[target])
        for z in (0, *(1 + 2 * int(kind) for kind in reach.kinds)):
            then = other if z == one else z
            if (table[one, z] != table[other, then]).any():
                return False
            if (table[z, one] != table[then, other]).any():
                return False
        return True

    def rows(self) -> list[list[int]]:
        found = []
        for place in self.places:
            here = self.number[place.store]
            name = Rest(place.store) if place.depth == len(self.before[here]) - 1 else place
            there = [at for at, part in enumerate(self.after) if name in part]
            leaves = 0 if here in there else 1 << here
            enters = sum(1 << at for at in there if at != here)
            first = self.after[0]
            position = first.index(name) if name in first else NOWHERE
            found.append([here, place.depth, leaves, enters, position])
        return found

    def tops(self) -> list[int]:
        found = []
        for at, (before, after) in enumerate(zip(self.before, self.after, strict=True)):
            if before == after:
                found.append(SAME)
            elif not after:
                found.append(NONE)
            else:
                top = after[0]
                store = list(self.number)[at]
                place = store[len(before) - 1] if isinstance(top, Rest) else top
                found.append(self.places.index(place) if place in self.places else NONE)
        return found

    def arc(self) -> list[int]:
        if len(self.normal.arcs) != 1:
            return [-1, -1]
        return [self.places.index(word) for word in self.normal.arcs[0]]

    def sizes(self) -> list[int]:
        return [
            sum(isinstance(item, Address) for item in after)
            - sum(isinstance(item, Address) for item in before)
            for before, after in zip(self.before, self.after, strict=True)
        ]
