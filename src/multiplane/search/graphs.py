"""Read all arcs that a search built, as graphs in which words may have several heads."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import arc_field, head_of
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.native import lean
from multiplane.search.rollout import read


class Graphs(NamedTuple):
    """Output arrays for arcs, and the number of arcs of each sentence."""

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    dependents: NDArray[np.int32]
    sizes: NDArray[np.int64]  # by sentence
    used: NDArray[np.int64]  # [1]: the number of arcs so far


@read.on(Graphs)
@lean
def read_graph(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    """Collect the arcs; the first word without a head becomes the root, others depend on it.

    If 0 is no node, and several roots are allowed, all of them become roots.
    """
    first = reader.used[0]
    if first + c[ARCS] + sentence.words > len(reader.heads):
        return False
    root, at = 0, first
    for arc in range(c[ARCS]):
        head, dependent = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
        reader.heads[at], reader.labels[at] = head, c[arc_field(c, LABEL, arc)]
        reader.dependents[at] = dependent
        at += 1
        if head == 0 and (root == 0 or dependent < root):
            root = dependent
    for word in range(1, sentence.words + 1):
        if head_of(c, word) < 0:
            reader.heads[at], reader.dependents[at] = root, word
            reader.labels[at] = settings.loose_label if root else settings.root_label
            if settings.one_root or settings.has_root:
                root = root or word
            at += 1
    reader.sizes[sentence.number] = at - first
    reader.used[0] = at
    return True
