"""A gold tree made ready for the oracles: its heads, and which of its arcs cross."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.graph import cross


@dataclass(frozen=True, slots=True)
class Gold:
    """Heads by word (0: a root; -1: not known), and for each word's arc the arcs that cross it.

    The arc of a root leads from the artificial root, wherever that stands: 0 before the words,
    n + 1 after them.  Whether it counts is for the loss to say.
    """

    heads: NDArray[np.int32]  # [words + 1], by word
    crossing_starts: NDArray[np.int32]
    crossing: NDArray[np.int32]  # words whose arcs cross
    planes: NDArray[np.int32]  # by word: the planes its arc may go on, as bits

    @property
    def words(self) -> int:
        return len(self.heads) - 1


def gold(
    heads: Sequence[int], *, root_last: bool = False, planes: Sequence[int] | None = None
) -> Gold:
    """Prepare a tree, given as heads by word; `planes` puts each word's arc on one plane, 1 to k."""
    words = len(heads)
    at = words + 1 if root_last else 0
    arcs = {d: (h or at, d) for d, h in enumerate(heads, 1) if h >= 0}
    crossed = {d: [e for e, other in arcs.items() if cross(arc, other)] for d, arc in arcs.items()}
    starts, listed = [0, 0], []
    for d in range(1, words + 1):
        listed += crossed.get(d, [])
        starts.append(len(listed))
    free = (1 << 30) - 1
    bits = [free] * (words + 1) if planes is None else [free, *(1 << (p - 1) for p in planes)]
    return Gold(
        np.array([-1, *heads], np.int32),
        np.array(starts, np.int32),
        np.array(listed, np.int32),
        np.array(bits, np.int32),
    )
