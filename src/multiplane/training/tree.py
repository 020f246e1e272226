"""The gold tree of one sentence, taken from flat arrays of all of them."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import jit
from multiplane.oracles.conflicts import WORK


@jit
def gold_tree(s, starts, trees, loss_tables):
    """Return the labels of sentence s, what `loss` takes after the settings, and its nodes' places.

    `trees` has heads, labels, where the crossings of each word begin, the crossings, where those
    of each sentence begin, and planes, as `Examples` of the learner has them.
    """
    heads, labels, crossing_starts, crossing, offsets, planes = trees
    kinds, can, flags = loss_tables
    begin, end = starts[s], starts[s + 1]
    words, base = end - begin, begin + 2 * s
    given = np.full(words + 1, -1, np.int32)
    given[1:] = heads[begin:end]
    arguments = (
        given, crossing_starts[base : base + words + 2], crossing[offsets[s] : offsets[s + 1]],
        planes[base : base + words + 1], kinds, can, flags,
        np.zeros((WORK, words + 2), np.int32),
    )  # fmt: skip
    return labels[begin:end], arguments, (base, base + words + 1)
