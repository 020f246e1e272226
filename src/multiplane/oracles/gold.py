"""A gold tree prepared for the oracles: its heads, and which of its arcs need different planes."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry, lean

ANY_PLANE = (1 << 30) - 1
TRIALS = 4  # configurations that transitions are tried on
Array = NDArray[np.int32]
NOTHING: Array = np.zeros((0, 0), np.int32)


class GoldTree(NamedTuple):
    """Heads by word (0: a root; -1: unknown), and for each word's arc the arcs that it excludes.

    Two arcs exclude each other if they cannot be built on one plane: because they cross, or because
    of the order in which words leave the buffer (`exclusions`).

    The arc of a root comes from the artificial root, wherever that stands: 0 before the words,
    n + 1 after them.  The loss decides whether it counts.
    """

    heads: Array  # [words + 1], by word
    labels: Array  # [words], by number
    excluded_starts: Array
    excluded: Array  # words whose arcs cannot be built on the same plane
    planes: Array  # by word: the planes planned for its arc, as bits
    order: Array  # [words + 1]: the projective order, for systems that exchange words
    parts: Array  # [words + 1]: the projective part that each word belongs to
    work: Array = NOTHING  # [WORK, words + 2], for the loss
    trials: Array = NOTHING  # [TRIALS, …]: work space for configurations

    @property
    def words(self) -> int:
        return len(self.heads) - 1


class Excluded(NamedTuple):
    """The arcs that each arc excludes from its plane, for the trees of many sentences.

    By node: the root of each sentence, its words, and a place for "no word".
    """

    begins: Array  # by node: where its list begins, counted from `offsets`
    listed: Array  # words whose arcs are excluded
    offsets: NDArray[np.int64]  # by sentence


def gold(
    heads: Sequence[int],
    *,
    root_last: bool = False,
    heads_last: bool = False,
    planes: Sequence[int] | None = None,
) -> GoldTree:
    """Prepare a tree, given as heads by word; `planes` gives each word's arc one plane, 1 to k."""
    given = np.array([-1, *heads], np.int32)
    starts, excluded = exclusions(given, len(heads) + 1 if root_last else 0, heads_last)
    bits = np.full(len(given), ANY_PLANE, np.int32)
    if planes is not None:
        bits[1:] = 1 << (np.asarray(planes) - 1)
    none = np.zeros(len(given), np.int32)
    return GoldTree(given, none[1:], starts, excluded, bits, none, none)


@entry
def exclusions(heads, root, heads_last):
    """List for each word the words whose arcs cannot be on the plane of its own: they cross it.

    With `heads_last`, a word leaves the buffer as soon as it gets a head on its left.  Then an arc
    to a dependent further left must be built before, where its head does not cover that word: on
    another plane.
    """
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
                    or (heads_last and (_comes_first(heads, d, e) or _comes_first(heads, e, d)))
                ):
                    if fill:
                        listed[at] = e
                    at += 1
            starts[d + 1] = at
    return starts, listed


@lean
def _comes_first(heads, dependent, word):
    """Is it a dependent of the word, and to the left of the word's head on the left?"""
    return heads[dependent] == word and dependent < heads[word] < word


@entry
def all_exclusions(heads, starts, root_last, heads_last):
    """List the exclusions of all trees, concatenated."""
    sentences = len(starts) - 1
    offsets = np.zeros(sentences + 1, np.int64)
    lists = []
    begins = np.zeros(starts[-1] + 2 * sentences, np.int32)
    for s in range(sentences):
        words = starts[s + 1] - starts[s]
        given = np.full(words + 1, -1, np.int32)
        given[1:] = heads[starts[s] : starts[s + 1]]
        at, found = exclusions(given, words + 1 if root_last else 0, heads_last)
        begins[starts[s] + 2 * s : starts[s + 1] + 2 * s + 2] = at
        offsets[s + 1] = offsets[s] + len(found)
        lists.append(found)
    listed = np.zeros(offsets[-1], np.int32)
    for s in range(sentences):
        listed[offsets[s] : offsets[s + 1]] = lists[s]
    return Excluded(begins, listed, offsets)
