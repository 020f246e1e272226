"""What each transition changes for the reachability of arcs: few words, found from its rule.

Whether an arc can still be built depends on where its two words lie (`reach`).  A transition moves
or drops a few words at known places and covers or uncovers a few others; all other words stay where
they are.  So what it makes unreachable can be found from the arcs of these words alone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import Item, Rest, Rule, rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.oracles.conflicts import NOWHERE
from multiplane.oracles.properties import properties
from multiplane.oracles.reach import Reach, reach_table
from multiplane.remembered import by_length

SAME, NONE = -1, -2  # for the top of a store: it does not change; the store is empty
# Columns of `Changes.words`.
STORE, DEPTH, LEAVES, ENTERS, POSITION = range(5)

Array = NDArray[np.int32]
Flags = NDArray[np.bool_]


class Changes(NamedTuple):
    """For each transition, the words that may lie elsewhere after it.

    A transition that is not `local` changes more than that, or cannot be described like this.
    Places that look the same to `reach` are of one class.
    """

    local: Flags
    rotates: Flags  # does it only rotate stacks?
    starts: Array  # [transitions + 1]: where each one's words begin
    words: Array  # [_, 5]: the place, the stores left and entered as bits, the position from the
    # top in the first store afterwards
    tops: Array  # [transitions, stores, 2]: the place of the word that becomes the top
    moved: (
        Array  # [transitions, 2]: the class of words that all go to another store, and the new one
    )
    arcs: Array  # [transitions, 4]: the places of head and dependent
    sizes: Array  # [transitions, stores]: words gained
    begins: Array  # [stores + 1]: the places looked at, store by store, each from its top
    active: Flags  # [_]: may the arcs of the word at a place become unreachable?
    classes: Array  # by code of `reach`
    by_stores: Array  # the class of a word that is no top, by the stores that hold it, as bits
    can: Flags  # [classes, classes, order, neighbours]
    shown: bool  # does it matter whether a word is the top of its store?
    near: bool  # does it matter whether words are neighbours in the first store?
    ends: bool  # may words of a terminal configuration look as if they could be linked?


@by_length
def changes(system: System, nodes: int) -> Changes:
    """Find what the transitions of a system change; families have members for so many nodes."""
    reach = reach_table(system).reach
    table = reach.can.reshape(reach.codes, reach.codes, 2, 2)
    rules = [rule(transition, system.stores) for _, transition in system.actions(nodes)]
    found = [_Change(normal, system.stores, reach) for normal in rules]
    # Neighbours in the first store look like words of that store, unless they are in another, too.
    kind = slice(None) if any(change.spreads() for change in found) else slice(1, 3)
    near = bool((table[kind, kind, :, 0] != table[kind, kind, :, 1]).any())
    classes, can = _classes(table)
    local = [
        change.is_local(table, classes, near=near) and not (near and system.rotating)
        for change in found
    ]
    if _joins(system):
        local = [one and not normal.arcs for one, normal in zip(local, rules, strict=True)]
    begins = _begins(system, found, near=near)
    shown = [bool(classes[1 + 2 * kind] != classes[2 + 2 * kind]) for kind in reach.kinds.tolist()]
    rows = [change.rows(shown, near=near) for change in found]
    return Changes(
        local=np.array(local),
        rotates=np.array([normal.rotates for normal in rules]),
        starts=np.cumsum([0, *map(len, rows)]).astype(np.int32),
        words=np.array([row for part in rows for row in part], np.int32).reshape(-1, 5),
        tops=np.array([change.tops() for change in found], np.int32),
        moved=np.array([[classes[code] for code in c.moved_codes()] for c in found], np.int32),
        arcs=np.array([change.arc() for change in found], np.int32),
        sizes=np.array([change.sizes() for change in found], np.int32),
        begins=begins,
        active=_active(system, rows, begins),
        classes=classes,
        by_stores=_by_stores(reach, classes),
        can=can,
        shown=any(shown),
        near=near,
        ends=_ends(system, reach, table),
    )


def _joins(system: System) -> bool:
    """Can an arc between two components exclude arcs between any two of their words?

    Where words have one head, only the top of a component has none, and is looked at.
    """
    known = properties(system)
    return not known.directed or (known.acyclic and not known.single)


def _classes(table: Flags) -> tuple[Array, Flags]:
    """Number the codes so that those with the same arcs have the same number."""
    alike = [
        next(
            b
            for b in range(len(table))
            if (table[a] == table[b]).all() and (table[:, a] == table[:, b]).all()
        )
        for a in range(len(table))
    ]
    first = sorted(set(alike))
    return np.array([first.index(a) for a in alike], np.int32), table[np.ix_(first, first)].copy()


def _by_stores(reach: Reach, classes: Array) -> Array:
    stores = len(reach.kinds)
    codes = [
        max([1 + 2 * int(reach.kinds[s]) for s in range(stores) if bits >> s & 1], default=0)
        for bits in range(1 << stores)
    ]
    return classes[codes]


def _begins(system: System, found: "list[_Change]", *, near: bool) -> Array:
    """Give each store places down to the deepest that is looked at; stacks that rotate the same."""
    depths = dict.fromkeys(system.stores, 1)  # tops are always looked at
    for change in found:
        for place in change.places:
            depths[place.store] = max(depths[place.store], place.depth + 1)
    for store in system.rotating:
        depths[store] = max(depths[other] for other in system.rotating)
    depths[system.stores[0]] += near  # and the neighbour of the last
    return np.cumsum([0, *depths.values()]).astype(np.int32)


def _active(system: System, rows: list[list[list[int]]], begins: Array) -> Flags:
    active = np.zeros(begins[-1], np.bool_)
    for row in (row for part in rows for row in part):
        store = system.stores[row[STORE]]
        for other in system.rotating if store in system.rotating else [store]:
            active[begins[system.stores.index(other)] + row[DEPTH]] = True
    return active


def _ends(system: System, reach: Reach, table: Flags) -> bool:
    emptied = {store for store, size in system.final.sizes if size == 0}
    codes = [0] + [
        1 + 2 * int(kind) + top
        for store, kind in zip(system.stores, reach.kinds, strict=True)
        if store not in emptied
        for top in (0, 1)
    ]
    return bool(table[np.ix_(codes, codes)].any())


class _Change:
    """What one transition changes."""

    def __init__(self, normal: Rule, stores: tuple[Store, ...], reach: Reach) -> None:
        self.normal, self.stores, self.reach = normal, stores, reach
        self.before, self.after = self._inward(normal.before), self._inward(normal.after)
        # The words that it looks at; below them, in stores that change, the next one.
        self.places: list[Address] = []
        for store, before, after in zip(stores, self.before, self.after, strict=True):
            self.places += [store[depth] for depth in range(len(before) - 1 + (before != after))]
        self.moved = [
            (stores.index(item.store), at)
            for at, part in enumerate(self.after)
            for item in part
            if isinstance(item, Rest) and item.store != stores[at]
        ]

    def _inward(self, parts: tuple[tuple[Item, ...], ...]) -> list[tuple[Item, ...]]:
        return [
            part if store.open_on_left else part[::-1]
            for store, part in zip(self.stores, parts, strict=True)
        ]

    def spreads(self) -> bool:
        """Does it put a word into stores of two kinds at once?"""
        kinds = self.reach.kinds.tolist()
        return any(
            len({kinds[at] for at, part in enumerate(self.after) if place in part}) > 1
            for place in self.places
        )

    def moved_codes(self) -> list[int]:
        """Return the code of words that all go to another store, and their new one."""
        return [1 + 2 * int(self.reach.kinds[s]) for s in self.moved[0]] if self.moved else [0, 0]

    def is_local(self, table: Flags, classes: Array, *, near: bool) -> bool:
        if self.normal.rotates or len(self.moved) > 1 or len(self.normal.arcs) > 1:
            return False
        if not self.moved:
            return True
        source, target = self.moved[0]
        if near or self.after[source] or not isinstance(self.after[target][0], Address):
            return False
        # Words that move with the rest of a store must keep their arcs with all that stay.
        one, other = self.moved_codes()
        others = [0, *(1 + 2 * int(k) for at, k in enumerate(self.reach.kinds) if at != source)]
        if classes[one] in classes[others]:
            return False
        for z in (one, *others):
            then = other if z == one else z
            if (table[one, z] != table[other, then]).any():
                return False
            if (table[z, one] != table[then, other]).any():
                return False
        return True

    def rows(self, shown: list[bool], *, near: bool) -> list[list[int]]:
        """List the words whose arcs may change; `shown` says of which stores the top matters."""
        found = []
        for place in self.places:
            here = self.stores.index(place.store)
            rest = place.depth == len(self.before[here]) - 1
            name: Item = Rest(place.store) if rest else place
            there = [at for at, part in enumerate(self.after) if name in part]
            leaves = 0 if here in there else 1 << here
            enters = sum(1 << at for at in there if at != here)
            position = self.after[0].index(name) if name in self.after[0] else NOWHERE
            gets_head = any(place == dependent for _, dependent in self.normal.arcs)
            if leaves or enters or shown[here] or (near and here == 0) or gets_head:
                found.append([here, place.depth, leaves, enters, position])
        return found

    def _numbers(self, place: Address) -> list[int]:
        return [self.stores.index(place.store), place.depth]

    def tops(self) -> list[list[int]]:
        found = []
        for store, before, after in zip(self.stores, self.before, self.after, strict=True):
            if before == after:
                found.append([SAME, 0])
            elif not after:
                found.append([NONE, 0])
            else:
                top = after[0]
                found.append(
                    self._numbers(store[len(before) - 1] if isinstance(top, Rest) else top)
                )
        return found

    def arc(self) -> list[int]:
        if len(self.normal.arcs) != 1:
            return [-1] * 4
        return [number for word in self.normal.arcs[0] for number in self._numbers(word)]

    def sizes(self) -> list[int]:
        return [
            sum(isinstance(item, Address) for item in after)
            - sum(isinstance(item, Address) for item in before)
            for before, after in zip(self.before, self.after, strict=True)
        ]
