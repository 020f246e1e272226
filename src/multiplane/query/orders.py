"""In which order the words of a query are looked for, and what is checked when, for the kernel."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.query import match_kernel as kernel
from multiplane.query.columns import Bools, Columns
from multiplane.query.plan import Branch
from multiplane.query.vocabulary import RELATIONS

Check = tuple[int, int, int, int, int, int, int]  # a row of the kernel's table

_KINDS = {name: number for number, name in enumerate(RELATIONS)}  # the kernel's order
_OPS = {name: number for number, name in enumerate(("=", "!=", "<", "<=", ">", ">="))}


class Plan:
    """Orders of places, with the checks and the rows of numbers that they need."""

    def __init__(self, columns: Columns, fits: list[Bools]) -> None:
        self._columns, self._fits = columns, fits
        self._more: list[Bools] = []  # conditions of words that are there, in what must not be
        self._names: list[str] = []  # attributes that are compared
        self._orders: list[tuple[list[int], list[tuple[int, int]], list[Check]]] = []
        self._later: list[tuple[int, int, int]] = []  # order, check, row of `_more`

    def add(self, branch: Branch, places: Sequence[int], begin: int = 0) -> None:
        """Add an order; the words of the branch have these places, the first ones are filled."""
        pairs = [(kind, places[a], places[b]) for kind, a, b in branch.relations]
        first = self._orders[0][0] if self._orders else []
        order, leads = list(first), [(kernel.ANY, 0)] * len(first)
        waiting = [place for place in places if place not in order]
        while waiting:
            place, lead = min(
                ((place, _lead(place, order, pairs)) for place in waiting),
                key=lambda option: (-option[1][0], self._candidates(option[0])),
            )
            order.append(place)
            leads.append((_LEADS[lead[0]], lead[1]))
            waiting.remove(place)
        checks: list[Check] = [
            (_KINDS[kind], a, b, _when(order, a, b), 0, 0, 0) for kind, a, b in pairs
        ]
        for each in branch.compared:
            a, b = places[each.first], places[each.second]
            one, other = self._row(each.name), self._row(each.other)
            when = _when(order, a, b)
            checks.append((kernel.COMPARED, a, b, when, _OPS[each.op], one, other))
        for k in range(begin):
            for formula in branch.words[k]:
                self._more.append(self._columns.words(formula))
                self._later.append((len(self._orders), len(checks), len(self._more) - 1))
                checks.append((kernel.FITS, places[k], places[k], _when(order, k, k), 0, 0, 0))
        self._orders.append((order, leads, checks))

    def _candidates(self, place: int) -> int:
        return int(np.count_nonzero(self._fits[place])) if place < len(self._fits) else 0

    def _row(self, name: str) -> int:
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name)

    def arrays(self, everything: Bools) -> tuple[Bools, NDArray[np.int32]]:
        """Return what the kernel's `Words` have beside heads."""
        fits = np.stack([*self._fits, *self._more] or [everything])
        rows = [self._columns.number(name) for name in self._names] or [self._columns.chunk.heads]
        return fits, np.stack(rows).astype(np.int32)

    def orders(self) -> kernel.Orders:
        """Return the orders as the kernel takes them."""
        many = len(self._orders)
        widest = max(len(order) for order, _, _ in self._orders) or 1
        most = max(len(checks) for _, _, checks in self._orders) or 1
        places = np.zeros((many, widest), np.int32)
        leads = np.zeros((many, widest, 2), np.int32)
        checks = np.zeros((many, most, kernel.CHECK_COLUMNS), np.int32)
        for o, (order, lead, check) in enumerate(self._orders):
            places[o, : len(order)] = order
            leads[o, : len(order)] = np.array(lead, np.int32).reshape(-1, 2)
            checks[o, : len(check)] = np.array(check, np.int32).reshape(-1, kernel.CHECK_COLUMNS)
        for o, k, row in self._later:
            checks[o, k, kernel.ONE] = len(self._fits) + row
        sizes = np.array([len(order) for order, _, _ in self._orders], np.int32)
        counts = np.array([len(check) for _, _, check in self._orders], np.int32)
        return kernel.Orders(places, sizes, leads, checks, counts)


# How closely a place is tied to those that are filled: not, by a relation, as a child, as a head.
_LEADS = {-1: kernel.ANY, 0: kernel.ANY, 1: kernel.CHILD_OF, 2: kernel.HEAD_OF}


def _lead(place: int, order: list[int], pairs: list[tuple[str, int, int]]) -> tuple[int, int]:
    """Return how closely a place is tied to those that are filled, by `_LEADS`, and to which."""
    best = (-1, 0)
    for kind, a, b in pairs:
        if a == place and b in order:
            best = max(best, (2 if kind == "head" else 0, b))
        elif b == place and a in order:
            best = max(best, (1 if kind == "head" else 0, a))
    return best


def _when(order: list[int], a: int, b: int) -> int:
    return max(order.index(a), order.index(b))
