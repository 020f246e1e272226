"""Views of the same words: by label, by length and direction of arcs, and labels confused."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from multiplane.evaluation.metrics import percent
from multiplane.evaluation.statistics import right_arcs, right_heads
from multiplane.evaluation.words import Arcs, Ints, Words

LENGTHS = ("root", "1", "2", "3-6", "7+")
DIRECTIONS = ("root", "left", "right")  # where the arc points, seen from the head


@dataclass(frozen=True, slots=True)
class Row:
    """Arcs of one kind: in gold, in the system's output, and those that are right in both."""

    name: str
    gold: int
    system: int
    right: int

    @property
    def precision(self) -> float | None:
        return percent(self.right, self.system)

    @property
    def recall(self) -> float | None:
        return percent(self.right, self.gold)

    @property
    def f1(self) -> float | None:
        return percent(2 * self.right, self.gold + self.system)

    def as_dict(self) -> dict[str, Any]:
        shares = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return asdict(self) | shares


@dataclass(frozen=True, slots=True)
class Confusion:
    """One label given for another: how often, and how often with the right head."""

    gold: str
    system: str
    words: int
    right_heads: int


def by_label(words: Words) -> list[Row]:
    """Count the arcs of each label, the most frequent in gold first."""
    gold, system = (_kind(arcs.label, arcs) for arcs in (words.gold, words.system))
    rows = _rows(words, words.labels, gold, system)
    return sorted((row for row in rows if row.gold + row.system), key=lambda r: (-r.gold, r.name))


def by_length(words: Words) -> list[Row]:
    """Count the arcs of each length; those from 0 by themselves, as their length means nothing."""

    def kind(arcs: Arcs) -> Ints:
        length = np.digitize(np.abs(arcs.head - words.number), (2, 3, 7)) + 1
        return _kind(np.where(arcs.head == 0, 0, length), arcs)

    return _rows(words, LENGTHS, kind(words.gold), kind(words.system))


def by_direction(words: Words) -> list[Row]:
    """Count the arcs that point left and right; those from 0 by themselves."""

    def kind(arcs: Arcs) -> Ints:
        direction = np.where(words.number < arcs.head, 1, 2)
        return _kind(np.where(arcs.head == 0, 0, direction), arcs)

    return _rows(words, DIRECTIONS, kind(words.gold), kind(words.system))


def confusions(words: Words, most: int | None = None) -> list[Confusion]:
    """Count the labels given for others, the most frequent first."""
    wrong = words.gold.label != words.system.label
    both = np.stack([words.gold.label, words.system.label], axis=1)[wrong]
    kinds, which, counts = np.unique(both, axis=0, return_inverse=True, return_counts=True)
    heads = np.bincount(which.reshape(-1), right_heads(words)[wrong], minlength=len(kinds))
    rows = [
        Confusion(words.labels[gold], words.labels[system], int(count), int(right))
        for (gold, system), count, right in zip(kinds.tolist(), counts, heads, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row.words, row.gold, row.system))[:most]


def _kind(kinds: Ints, arcs: Arcs) -> Ints:
    """Keep the kinds of arcs that are there."""
    return np.where(arcs.head >= 0, kinds, -1).astype(np.int32)


def _rows(words: Words, names: tuple[str, ...], gold: Ints, system: Ints) -> list[Row]:
    def count(kinds: Ints) -> list[int]:
        found: list[int] = np.bincount(kinds[kinds >= 0], minlength=len(names)).tolist()
        return found

    columns = count(gold), count(system), count(gold[right_arcs(words)])
    return [Row(name, *counts) for name, *counts in zip(names, *columns, strict=True)]
