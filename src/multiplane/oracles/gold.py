"""A gold tree prepared for the oracles: its heads, and which of its arcs cross."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry

ANY_PLANE = (1 << 30) - 1
Array = NDArray[np.int32]
NOTHING: Array = np.zeros((0, 0), np.int32)


class GoldTree(NamedTuple):
    """Heads by word (0: a root; -1: unknown), and for each word's arc the arcs that cross it.

    The arc of a root comes from the artificial root, wherever that stands: 0 before the words,
    n + 1 after them.  The loss decides whether it counts.
    """

    heads: Array  # [words + 1], by word
    labels: Array  # [words], by number
    crossing_starts: Array
    crossing: Array  # words whose arcs cross
    planes: Array  # by word: the planes its arc may go on, as bits
    order: Array  # [words + 1]: the projective order, for systems that exchange words
    parts: Array  # [words + 1]: the projective part that each word belongs to
    work: Array = NOTHING  # [WORK, words + 2], for the loss
    trials: Array = NOTHING  # [3, …]: configurations that transitions are tried on

    @property
    def words(self) -> int:
        return len(self.heads) - 1


def gold(
    heads: Sequence[int], *, root_last: bool = False, planes: Sequence[int] | None = None
) -> GoldTree:
    """Prepare a tree, given as heads by word; `planes` gives each word's arc one plane, 1 to k."""
    given = np.array([-1, *heads], np.int32)
    starts, crossing = crossings(given, len(heads) + 1 if root_last else 0)
    bits = np.full(len(given), ANY_PLANE, np.int32)
    if planes is not None:
        bits[1:] = 1 << (np.asarray(planes) - 1)
    none = np.zeros(len(given), np.int32)
    return GoldTree(given, none[1:], starts, crossing, bits, none, none)


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
