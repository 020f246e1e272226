"""Greedy search for graphs in which words may have several heads."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import kin_size
from multiplane.machine.kernel import arc_field, head_of
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.native import entry, jit
from multiplane.search.greedy import greedy
from multiplane.search.state import DIRECTED, LOOSE_LABEL, ROOT_LABEL


@jit
def read_graph(c, words, options, found, count):
    """Add the arcs of a configuration to those found; return these, and how many there are.

    A word without a head becomes a root if there is none yet, and else depends on the first root.
    """
    needed = count + c[ARCS] + words
    if needed > found.shape[1]:
        more = np.empty((3, 2 * needed), np.int32)
        more[:, :count] = found[:, :count]
        found = more
    root = 0
    for arc in range(c[ARCS]):
        head, dependent = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
        found[0, count], found[1, count] = head, c[arc_field(c, LABEL, arc)]
        found[2, count] = dependent
        count += 1
        if head == 0 and (root == 0 or dependent < root):
            root = dependent
    for word in range(1, words + 1):
        if head_of(c, word) < 0:
            found[0, count], found[2, count] = root, word
            found[1, count] = options[LOOSE_LABEL] if root else options[ROOT_LABEL]
            root = root or word
            count += 1
    return found, count


@entry
def parse_graphs(starts, blocks, tables, features, classes, data, options, weights, room):
    """Parse sentences; return heads, labels and dependents of all arcs, and where each begins."""
    found, count = np.empty((3, 2 * starts[-1] + 2), np.int32), 0
    begins = np.zeros(len(starts), np.int64)
    for s in range(len(starts) - 1):
        words = starts[s + 1] - starts[s]
        if words > 0:
            c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
            kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
            greedy(
                c, kin, words, starts[s] + 2 * s, tables, features, classes, data, options, weights,
                room,
            )  # fmt: skip
            found, count = read_graph(c, words, options, found, count)
        begins[s + 1] = count
    return found[:, :count], begins
