"""The nodes of some sentences of a batch: of each its root, its words, and one for "no word"."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class Sentences(NamedTuple):
    """Some sentences of a batch; their nodes are counted anew, from 0 on."""

    words: Numbers  # how many each has
    ahead: Numbers  # by how much the batch's numbers of its nodes are higher

    @classmethod
    def of(cls, starts: Numbers, numbers: Numbers) -> "Sentences":
        """Take sentences of a batch whose words begin at `starts`."""
        words = starts[numbers + 1] - starts[numbers]
        return cls(words, starts[numbers] + 2 * numbers - first_nodes(words))


def first_nodes(words: Numbers) -> Numbers:
    """Return the node with which each sentence begins, given how many words each has."""
    return np.cumsum(words + 2) - (words + 2)


def word_nodes(words: Numbers) -> Numbers:
    """Return the node of each word of sentences."""
    return np.arange(words.sum()) + np.repeat(2 * np.arange(len(words)) + 1, words)


def head_nodes(words: Numbers, heads: NDArray[np.integer]) -> Numbers:
    """Return the node of each word's head, which is numbered within its sentence."""
    return np.repeat(first_nodes(words), words) + heads
