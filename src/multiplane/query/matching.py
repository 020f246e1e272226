"""A query run on chunks of a treebank: masks of words first, then the compiled matcher."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.query import match_kernel as kernel
from multiplane.query.columns import Bools, Columns
from multiplane.query.parser import parse_query
from multiplane.query.plan import Branch, branches
from multiplane.query.syntax import And, Formula, Not, Or, Trait
from multiplane.query.vocabulary import RELATIONS
from multiplane.treebank.survey import Surveyed

MOST_KEPT = 1_000_000  # matches in a chunk

_KINDS = {name: number for number, name in enumerate(RELATIONS)}  # the kernel's order
_OPS = {name: number for number, name in enumerate(("=", "!=", "<", "<=", ">", ">="))}

# What must be so for a relation to hold, of its first and its second word: few words remain.
_NEEDED: dict[str, tuple[Trait | None, Trait | None]] = {
    "head": (Trait("children"), Trait("length")),
    "dominates": (Trait("children"), Trait("length")),
    "crossing": (Trait("crossings"), Trait("crossings")),
    "covers": (Trait("length", ">", (1,)), None),
    "in_gap": (None, Trait("gap_degree")),
    "interleaved": (Trait("gap_degree"), Trait("gap_degree")),
}
# Attributes of the arc rather than of the word: they say that the arc is meant.
_OF_ARC = (
    "deprel",
    "length",
    "plane",
    "crossings",
    "edge_degree",
    "attardi_degree",
    "left",
    "right",
)
_OF_ARC += ("crossed", "projective", "non_projective")


@dataclass(frozen=True)
class Query:
    """A query that was understood."""

    text: str
    branches: tuple[Branch, ...]

    @classmethod
    def of(cls, text: str) -> "Query":
        """Understand a query; a `QueryError` says where it cannot be understood."""
        return cls(text, tuple(branches(parse_query(text), text)))

    @cached_property
    def arcs(self) -> tuple[frozenset[int], ...]:
        """For each branch the words whose arcs are meant, too."""
        return tuple(frozenset(_arcs(branch)) for branch in self.branches)


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """What was found in a chunk: for each sentence how often, and where.

    A match is a sentence, a branch, and the numbers of the words in the order of its names.
    """

    counts: NDArray[np.int64]  # [sentences]
    found: list[tuple[int, int, tuple[int, ...]]]


def run(query: Query, surveyed: Surveyed, *, count_only: bool = False) -> Matches:
    """Find all matches in a chunk; if only their number is asked for, they may be missing."""
    columns = Columns(surveyed)
    if len(query.branches) == 1 and count_only:
        counts, _ = _run(query.branches[0], columns, 0)
        return Matches(counts, [])
    found: list[tuple[int, int, tuple[int, ...]]] = []
    seen: set[tuple[int, frozenset[tuple[str, int]]]] = set()
    for number, branch in enumerate(query.branches):
        counts, rows = _run(branch, columns, MOST_KEPT)
        if counts.sum() > len(rows):
            s = int(counts.argmax())
            raise MultiplaneError(
                f"{_place(surveyed, s)}: {counts[s]:,} matches in one sentence; "
                "ask for more in the query, or only for their number"
            )
        names = list(map(_plain, branch.names))
        keys = [(s, frozenset(zip(names, words, strict=True))) for s, *words in rows.tolist()]
        for (s, *words), key in zip(rows.tolist(), keys, strict=True):
            if key not in seen:  # what was found in another way is not found again
                found.append((s, number, tuple(words)))
        seen.update(keys)
    ordered = sorted(found, key=lambda match: (match[0], match[2], match[1]))
    counts = np.bincount([s for s, _, _ in ordered], minlength=len(surveyed.chunk))
    return Matches(counts.astype(np.int64), ordered)


def _plain(name: str) -> str:
    return "" if name.startswith("_") else name


def _place(surveyed: Surveyed, s: int) -> str:
    return f"{surveyed.chunk.file}:{surveyed.chunk.lines[s]}"


def _run(
    branch: Branch, columns: Columns, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    chunk, surveyed = columns.chunk, columns.surveyed
    chosen = surveyed.is_tree
    for formula in branch.tree:
        chosen = chosen & columns.trees(formula)
    everything = np.ones(len(chunk.heads), np.bool_)
    fits = []
    for k in range(len(branch.names)):
        mask = _mask(branch, k, columns, everything)
        chosen = chosen & _somewhere(mask, chunk.starts)
        fits.append(mask)
    if not chosen.any():
        return np.zeros(len(chunk), np.int64), np.empty((0, 1), np.int32)
    applies = [chosen]
    plan = _Plan(columns, fits)
    plan.add(branch, range(len(branch.names)))
    size = len(branch.names)
    for absent in branch.absent:
        where = chosen
        for formula in absent.tree:
            where = where & columns.trees(formula)
        local = range(len(fits), len(fits) + len(absent.names) - size)
        fits += [_mask(absent, k, columns, everything) for k in range(size, len(absent.names))]
        applies.append(where)
        plan.add(absent, [*range(size), *local], size)
    words = kernel.Words(chunk.heads, chunk.starts, *plan.arrays(everything))
    found, counts, slow = kernel.match(words, chosen, plan.orders(), np.stack(applies), most)
    if slow >= 0:
        raise MultiplaneError(
            f"{_place(surveyed, slow)}: too many ways to try; "
            "join the words of the query by arrows or relations"
        )
    return counts, found


def _somewhere(mask: Bools, starts: NDArray[np.int64]) -> Bools:
    """Say which sentences have such a word."""
    sums = np.concatenate(([0], np.cumsum(mask)))
    found: Bools = sums[starts[1:]] > sums[starts[:-1]]
    return found


def _mask(branch: Branch, k: int, columns: Columns, everything: Bools) -> Bools:
    """Say which words can be word k of a branch, as far as that is known of each by itself."""
    mask = everything
    for formula in branch.words[k]:
        mask = mask & columns.words(formula)
    for kind, first, second in branch.relations:
        for word, needed in zip((first, second), _NEEDED.get(kind, ()), strict=False):
            if word == k and needed is not None:
                mask = mask & columns.words(needed)
    return mask


class _Plan:
    """Orders of places, with the checks and the rows of numbers that they need."""

    def __init__(self, columns: Columns, fits: list[Bools]) -> None:
        self._columns, self._fits = columns, fits
        self._more: list[Bools] = []  # conditions of words that are there, in what must not be
        self._names: list[str] = []  # attributes that are compared
        self._orders: list[tuple[list[int], list[tuple[int, int]], list[tuple[int, ...]]]] = []
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
        checks = [(_KINDS[kind], a, b, _when(order, a, b), 0, 0, 0) for kind, a, b in pairs]
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


def _arcs(branch: Branch) -> list[int]:
    """List the words of a branch whose arcs are asked for."""
    found = [k for k, formulas in enumerate(branch.words) if any(map(_is_of_arc, formulas))]
    for kind, first, second in branch.relations:
        if kind in ("crossing", "covers"):
            found.append(first)
        if kind in ("crossing", "head"):
            found.append(second)
    for each in branch.compared:
        found += [each.first] if each.name in _OF_ARC else []
        found += [each.second] if each.other in _OF_ARC else []
    return found


def _is_of_arc(formula: Formula) -> bool:
    match formula:
        case Trait(name):
            return name in _OF_ARC
        case Not(part):
            return _is_of_arc(part)
        case And(parts) | Or(parts):
            return any(map(_is_of_arc, parts))
    return False
