"""Complete trees by likely heads: words left without one get their likeliest head."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import K_HEAD, K_HEADER, K_LABEL
from multiplane.native import entry, lean
from multiplane.search.rollout import read

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
def leads_to(heads, node, target):
    """Is `target` the node itself, or above it?"""
    while node > 0:
        if node == target:
            return True
        node = heads[node - 1]
    return False


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


@lean
def repair_sentence(heads, beliefs, first, one_root):
    """Give all words heads: the likeliest pair first, without making a cycle."""
    root = choose_root(heads, beliefs, first) if one_root else 0
    while True:
        word, chosen, most, left = 0, 0, np.float32(-1), 0
        for d in range(1, len(heads) + 1):
            if heads[d - 1] != NONE:
                continue
            left = d
            for at in range(beliefs.head_starts[first + d], beliefs.head_starts[first + d + 1]):
                if beliefs.head_chances[at] <= most:
                    break  # the likeliest come first
                head = beliefs.heads[at]
                if (head == 0 and one_root) or leads_to(heads, head, d):
                    continue
                word, chosen, most = d, head, beliefs.head_chances[at]
                break
        if left == 0:
            return
        if word == 0:  # no likely head is possible
            word, chosen = left, root
        heads[word - 1] = chosen


@entry
def repair(heads, words, beliefs, one_root):
    """Complete the trees of sentences; `words` says how many words each has."""
    at, first = 0, 0
    for s in range(len(words)):
        repair_sentence(heads[at : at + words[s]], beliefs, first, one_root)
        at += words[s]
        first += words[s] + 2
