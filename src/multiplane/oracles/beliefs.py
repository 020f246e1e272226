"""Beliefs about the heads of words: for each word its likely heads and how likely each is.

Only likely heads are kept, and for each head only its most likely dependents, so that beliefs take
memory in proportion to the number of words, and going through the arcs of one word takes constant
time.  Arcs that are left out count as if they could not be lost.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry, jit, lean

MOST_HEADS = 16  # kept for each word
MOST_DEPENDENTS = 64  # kept for each head
LEAST_CHANCE = 1e-3  # of a head that is kept

Numbers = NDArray[np.int32]
Chances = NDArray[np.float32]


class Beliefs(NamedTuple):
    """Likely arcs of all sentences of a batch, listed by dependent and again by head.

    Arrays are by node as in a batch: each sentence has its root 0, its words, and "no word".
    Heads and dependents are numbered within their sentence.
    """

    head_starts: NDArray[np.int64]  # [nodes + 1]: where the likely heads of each word begin
    heads: Numbers
    head_chances: Chances
    dependent_starts: NDArray[np.int64]  # [nodes + 1]
    dependents: Numbers
    dependent_chances: Chances


def believe(
    matrices: Sequence[NDArray[np.floating]],
    *,
    most: int = MOST_HEADS,
    least: float = LEAST_CHANCE,
) -> Beliefs:
    """Make beliefs from a matrix for each sentence: [d − 1, h] is the probability of h → d."""
    words = np.array([len(matrix) for matrix in matrices], np.int64)
    starts = np.concatenate([[0], np.cumsum(words)]).astype(np.int64)
    flat = [np.asarray(matrix, np.float32).ravel() for matrix in matrices]
    chances = np.concatenate([np.zeros(0, np.float32), *flat])
    found: Beliefs = believe_flat(chances, starts, most, least)
    return found


@entry
def believe_flat(chances, starts, most, least):
    """Make beliefs from the matrices of all sentences, concatenated, row by row.

    `starts` says where the words of each sentence begin, as in a batch.
    """
    sentences = len(starts) - 1
    nodes = starts[sentences] + 2 * sentences
    head_starts = np.zeros(nodes + 1, np.int64)
    heads = np.empty(most * starts[sentences], np.int32)
    kept = np.empty(most * starts[sentences], np.float32)
    row, count, node = 0, 0, 0
    for s in range(sentences):
        words = starts[s + 1] - starts[s]
        for d in range(words + 2):
            if 0 < d <= words:
                count = _keep_likely(chances, row, d, words, most, least, heads, kept, count)
                row += words + 1
            node += 1
            head_starts[node] = count
    return by_head(head_starts, heads[:count], kept[:count], starts)


@lean
def _keep_likely(chances, row, d, words, most, least, heads, kept, at):
    """Write the likely heads of a word, the most likely first; return where they end."""
    end = at
    for h in range(words + 1):
        chance = chances[row + h]
        if h != d and chance >= least and chance > 0:
            end = put_among(heads, kept, at, end, most, h, chance)
    return end


@lean
def put_among(heads, chances, begin, end, most, head, chance):
    """Put a head among the likeliest so far, which stand from `begin` to `end`; return the new end.

    There are at most so many; of those that are equally likely, the first stays.
    """
    if end - begin == most:
        if chance <= chances[end - 1]:
            return end
        end -= 1
    place = end
    while place > begin and chances[place - 1] < chance:
        heads[place], chances[place] = heads[place - 1], chances[place - 1]
        place -= 1
    heads[place], chances[place] = head, chance
    return end + 1


@entry
def by_head(head_starts, heads, chances, starts):
    """Make beliefs from lists of likely heads by dependent: list the same arcs by head, too."""
    nodes = len(head_starts) - 1
    dependent_starts = np.zeros(nodes + 1, np.int64)
    first = 0
    for s in range(len(starts) - 1):
        words = starts[s + 1] - starts[s]
        for at in range(head_starts[first], head_starts[first + words + 1]):
            dependent_starts[first + heads[at] + 1] += 1
        first += words + 2
    for node in range(nodes):
        dependent_starts[node + 1] += dependent_starts[node]
    dependents = np.empty(len(heads), np.int32)
    dependent_chances = np.empty(len(heads), np.float32)
    ends = dependent_starts[:nodes].copy()
    first = 0
    for s in range(len(starts) - 1):
        words = starts[s + 1] - starts[s]
        for d in range(1, words + 1):
            for at in range(head_starts[first + d], head_starts[first + d + 1]):
                place = ends[first + heads[at]]
                ends[first + heads[at]] += 1
                dependents[place], dependent_chances[place] = d, chances[at]
        first += words + 2
    _keep_likely_dependents(dependent_starts, dependents, dependent_chances)
    return Beliefs(head_starts, heads, chances, dependent_starts, dependents, dependent_chances)


@jit
def _keep_likely_dependents(starts, dependents, chances):
    """Cut the lists that are too long, in place."""
    count, begin = 0, 0
    for node in range(len(starts) - 1):
        end = starts[node + 1]
        if end - begin > MOST_DEPENDENTS:
            # Stable: of equal ones, the first.
            order = np.argsort(-chances[begin:end], kind="mergesort")
            kept = np.sort(order[:MOST_DEPENDENTS]) + begin
        else:
            kept = np.arange(begin, end)
        for at in kept:
            dependents[count], chances[count] = dependents[at], chances[at]
            count += 1
        begin = end
        starts[node + 1] = count


@lean
def believed(beliefs, first, head, dependent, directed):
    """Return the probability of an arc; without direction, that of either direction."""
    chance = _chance(beliefs, first, head, dependent)
    return chance if directed else chance + _chance(beliefs, first, dependent, head)


@lean
def _chance(beliefs, first, head, dependent):
    begin, end = beliefs.head_starts[first + dependent], beliefs.head_starts[first + dependent + 1]
    for at in range(begin, end):
        if beliefs.heads[at] == head:
            return beliefs.head_chances[at]
    return np.float32(0)
