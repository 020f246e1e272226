"""A query run on chunks of a treebank: masks of words first, then the compiled matcher."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.query import match_kernel as kernel
from multiplane.query.columns import Bools, Columns
from multiplane.query.orders import Plan
from multiplane.query.parser import parse_query
from multiplane.query.plan import Branch, arcs, branches
from multiplane.query.syntax import Trait
from multiplane.treebank.survey import Surveyed

MOST_KEPT = 1_000_000  # matches in a chunk

# What must be so for a relation to hold, of its first and its second word: few words remain.
_NEEDED: dict[str, tuple[Trait | None, Trait | None]] = {
    "head": (Trait("children"), Trait("length")),
    "dominates": (Trait("children"), Trait("length")),
    "crossing": (Trait("crossings"), Trait("crossings")),
    "covers": (Trait("length", ">", (1,)), None),
    "in_gap": (None, Trait("gap_degree")),
    "interleaved": (Trait("gap_degree"), Trait("gap_degree")),
}


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
        return tuple(frozenset(arcs(branch)) for branch in self.branches)

    @property
    def capitals(self) -> list[str]:
        """List the labels that look like names of words: A and B in `crossing(A, B)`."""
        return list(dict.fromkeys(name for branch in self.branches for name in branch.capitals))


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
                "make the query more specific, or only count them"
            )
        names = list(map(plain, branch.names))
        keys = [(s, frozenset(zip(names, words, strict=True))) for s, *words in rows.tolist()]
        for (s, *words), key in zip(rows.tolist(), keys, strict=True):
            if key not in seen:  # what was found in another way is not found again
                found.append((s, number, tuple(words)))
        seen.update(keys)
    ordered = sorted(found, key=lambda match: (match[0], match[2], match[1]))
    counts = np.bincount([s for s, _, _ in ordered], minlength=len(surveyed.chunk))
    return Matches(counts.astype(np.int64), ordered)


def plain(name: str) -> str:
    """Return the name of a word; a word that the query does not name has none."""
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
    plan = Plan(columns, fits)
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
