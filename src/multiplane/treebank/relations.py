"""The arcs of treebanks by their relation: how many are crossed, non-projective, long."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.interning import DEPREL, interned
from multiplane.treebank.survey import Surveyed


@dataclass(frozen=True, slots=True)
class Relation:
    """The arcs between words with one label; rows can be added."""

    name: str
    arcs: int = 0
    left: int = 0  # arcs that point left
    length: int = 0  # of all together
    crossed: int = 0  # arcs that another crosses
    non_projective: int = 0
    max_edge_degree: int = 0

    def __add__(self, other: "Relation") -> "Relation":
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)[1:-1]}
        most = max(self.max_edge_degree, other.max_edge_degree)
        return Relation(self.name, **sums, max_edge_degree=most)

    @property
    def mean_length(self) -> float:
        return self.length / self.arcs if self.arcs else 0.0

    def percent(self, arcs: int) -> float:
        """Their share of the arcs with this label."""
        return 100 * arcs / self.arcs if self.arcs else 0.0

    def as_dict(self) -> dict[str, Any]:
        """All of it, with the keys of `--json`."""
        return {
            "relation": self.name,
            "arcs": self.arcs,
            "crossed": self.crossed,
            "non_projective": self.non_projective,
            "left": self.percent(self.left),
            "mean_length": self.mean_length,
            "max_edge_degree": self.max_edge_degree,
        }


class Relations:
    """Watches a census and counts the arcs of each relation; subtypes are relations too."""

    def __init__(self) -> None:
        self._rows: dict[str, Relation] = {}

    @property
    def rows(self) -> list[Relation]:
        """Those with most non-projective arcs first."""
        return sorted(
            self._rows.values(), key=lambda row: (-row.non_projective, -row.arcs, row.name)
        )

    def take(self, surveyed: Surveyed) -> None:
        """Count the arcs of a chunk."""
        chunk = surveyed.chunk
        first, last = int(chunk.starts[0]), int(chunk.starts[-1])
        lengths = np.diff(chunk.starts)
        heads = chunk.heads[first:last]
        counted = np.repeat(surveyed.is_tree, lengths) & (heads > 0)
        if not counted.any():
            return
        places = np.arange(first, last) - np.repeat(chunk.starts[:-1], lengths) + 1
        labels = interned(chunk, DEPREL)
        numbers = labels.numbers[first:last][counted]
        arcs = surveyed.arcs[first:last][counted]
        step = (heads - places)[counted]
        size = len(labels.values)

        def sums(values: Any) -> list[int]:
            found = np.bincount(numbers, values, size)
            return [round(value) for value in found.tolist()]

        most = np.zeros(size, np.int64)
        np.maximum.at(most, numbers, arcs[:, kernel.DEGREE])
        columns = (
            sums(np.ones(len(numbers))),
            sums(step > 0),
            sums(np.abs(step)),
            sums(arcs[:, kernel.CROSSED] > 0),
            sums(arcs[:, kernel.DEGREE] > 0),
            most.tolist(),
        )
        for name, row in zip(labels.values, zip(*columns, strict=True), strict=True):
            if row[0]:
                self._rows[name] = self._rows.get(name, Relation(name)) + Relation(name, *row)
