"""Complete the output of a search to a tree: every word gets a head, and one root if required."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import K_HEAD, K_HEADER, K_LABEL
from multiplane.native import jit, lean
from multiplane.search.rollout import read


class Trees(NamedTuple):
    """Output arrays for heads and labels of all words."""

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    cycles: bool | None  # None where the system builds none: what opens them is not compiled


@read.on(Trees)
@lean
def read_tree(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    """Fill in heads and labels, by word; a word without a head becomes a root.

    If one root is required, the first one stays and the others depend on it.  Cycles, which only
    systems that are not acyclic build, are broken at their first word.
    """
    words, begin = sentence.words, sentence.first_word
    heads, labels = reader.heads[begin : begin + words], reader.labels[begin : begin + words]
    nodes, root_label = words + 2, settings.root_label
    for d in range(1, words + 1):
        head = kin[K_HEADER + K_HEAD * nodes + d]
        heads[d - 1] = 0 if head > words else head
        labels[d - 1] = kin[K_HEADER + K_LABEL * nodes + d] - 1
        if head > words:
            labels[d - 1] = root_label
    if_any_open_cycles(reader.cycles, heads, labels, words, root_label)
    if settings.one_root:
        root = -1
        for d in range(words):
            if heads[d] == 0:
                if root < 0:
                    root = d
                else:
                    heads[d] = root + 1
                    if labels[d] == root_label:
                        labels[d] = settings.loose_label
    return True


@lean
def if_any_open_cycles(cycles, heads, labels, words, root_label):
    if cycles is not None:
        open_cycles(heads, labels, words, root_label)


@jit
def open_cycles(heads, labels, words, root_label):
    """Make a root of the first word of each cycle, in linear time."""
    met = np.zeros(words + 1, np.int32)  # by word: the start of the walk that first passed it
    for d in range(1, words + 1):
        at = d
        while at > 0 and met[at] == 0:
            met[at] = d
            at = heads[at - 1]
        if at > 0 and met[at] == d:  # this walk has closed a cycle
            first, other = at, heads[at - 1]
            while other != at:
                first, other = min(first, other), heads[other - 1]
            heads[first - 1], labels[first - 1] = 0, root_label
