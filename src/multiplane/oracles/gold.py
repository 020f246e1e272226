"""A gold tree made ready for the oracles: its heads, and which of its arcs cross."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry


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
    """Prepare a tree, given as heads by word; `planes` gives each word's arc one plane, 1 to k."""
    given = np.array([-1, *heads], np.int32)
    starts, crossing = crossings(given, len(heads) + 1 if root_last else 0)
    bits = np.full(len(given), (1 << 30) - 1, np.int32)
    if planes is not None:
        bits[1:] = 1 << (np.asarray(planes) - 1)
    return Gold(given, starts, crossing, bits)


@entry
def crossings(heads, root):
    """List for each word the words whose arcs cross its own."""
    words = len(heads) - 1
    left, right = np.zeros(words + 1, np.int32), np.zeros(words + 1, np.int32)
    for d in range(1, words + 1):
        if heads[d] >= 0:
            h = heads[d] or root
            left[d], right[d] = min(h, d), max(h, d)
    starts = np.zeros(words + 2, np.int32)
    for fill in range(2):
        listed = np.empty(starts[words + 1] if fill else 0, np.int32)
        at = 0
        for d in range(1, words + 1):
            for e in range(1, words + 1):
                if (
                    left[d] < left[e] < right[d] < right[e]
                    or left[e] < left[d] < right[e] < right[d]
                ):
                    if fill:
                        listed[at] = e
                    at += 1
            starts[d + 1] = at
    return starts, listed
