"""Complete trees by likely heads: words left without one get their likeliest head."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import K_HEAD, K_HEADER, K_LABEL
from multiplane.native import entry, jit, lean
from multiplane.search.rollout import read
from multiplane.transforms.unionfind import top

NONE = -1  # the head of a word that has none


class Partial(NamedTuple):
    """Output arrays for heads and labels of all words; words without a head have NONE."""

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]


@read.on(Partial)
@lean
def read_partial(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    words, begin = sentence.words, sentence.first_word
    nodes = words + 2
    for d in range(1, words + 1):
        head = kin[K_HEADER + K_HEAD * nodes + d]
        reader.heads[begin + d - 1] = NONE if head > words else head
        reader.labels[begin + d - 1] = kin[K_HEADER + K_LABEL * nodes + d] - 1
    return True


@lean
def chance_of_root(beliefs, node):
    """Return how likely it is that a node is a root."""
    for at in range(beliefs.head_starts[node], beliefs.head_starts[node + 1]):
        if beliefs.heads[at] == 0:
            return beliefs.head_chances[at]
    return np.float32(0)


@lean
def choose_root(heads, beliefs, first):
    """Leave one root, the likeliest of the words with no head or the root as their head.

    Words whose head was the root already are preferred.
    """
    root, most, headed = 0, np.float32(-1), False
    for d in range(1, len(heads) + 1):
        if heads[d - 1] <= 0:
            is_headed = heads[d - 1] == 0
            chance = chance_of_root(beliefs, first + d)
            if is_headed > headed or (is_headed == headed and chance > most):
                root, most, headed = d, chance, is_headed
    for d in range(1, len(heads) + 1):
        if heads[d - 1] == 0:
            heads[d - 1] = NONE
    if root > 0:  # always, unless arcs form a cycle
        heads[root - 1] = 0
    return root


@jit
def likely_arcs(heads, beliefs, first):
    """List the likely arcs to words without a head, the likeliest first: heads and dependents."""
    count = 0
    for d in range(1, len(heads) + 1):
        if heads[d - 1] == NONE:
            count += beliefs.head_starts[first + d + 1] - beliefs.head_starts[first + d]
    places = np.empty(count, np.int64)
    dependents = np.empty(count, np.int32)
    chances = np.empty(count, np.float32)
    count = 0
    for d in range(1, len(heads) + 1):
        if heads[d - 1] == NONE:
            for at in range(beliefs.head_starts[first + d], beliefs.head_starts[first + d + 1]):
                places[count], dependents[count] = at, d
                chances[count] = beliefs.head_chances[at]
                count += 1
    order = np.argsort(-chances, kind="mergesort")  # stable: of equal ones, the first word
    return beliefs.heads[places[order]], dependents[order]


@jit
def repair_sentence(heads, beliefs, first, one_root):
    """Give all words heads: the likeliest pair first, without making a cycle.

    An arc that would make a cycle still would after others are added, so each is tried once.
    """
    root = choose_root(heads, beliefs, first) if one_root else 0
    left = 0
    for head in heads:
        left += head == NONE
    if left == 0:
        return
    above = np.arange(len(heads) + 1)  # words at the top, and the root, are above themselves
    for d in range(1, len(heads) + 1):
        if heads[d - 1] > 0:
            above[d] = heads[d - 1]
    some, dependents = likely_arcs(heads, beliefs, first)
    for k in range(len(some)):
        head, d = some[k], dependents[k]
        if heads[d - 1] != NONE or (head == 0 and one_root) or top(above, head) == d:
            continue
        heads[d - 1] = head
        if head > 0:
            above[d] = head
    for d in range(1, len(heads) + 1):
        if heads[d - 1] == NONE:  # no likely head is possible
            heads[d - 1] = root


@entry
def repair(heads, words, beliefs, one_root):
    """Complete the trees of sentences; `words` says how many words each has."""
    at, first = 0, 0
    for s in range(len(words)):
        repair_sentence(heads[at : at + words[s]], beliefs, first, one_root)
        at += words[s]
        first += words[s] + 2
