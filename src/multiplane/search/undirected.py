"""Search in undirected systems, greedy or with a beam: what is built is read as a tree."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import kin_size
from multiplane.machine.kernel import arc_field
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.native import entry, jit
from multiplane.search.beam import beam_search
from multiplane.search.greedy import greedy
from multiplane.search.state import DIRECTED, LOOSE_LABEL, ONE_ROOT, ROOT_LABEL
from multiplane.transforms.reconstruction_kernel import reconstruct


@jit
def read_edges(c, words, directions, options, heads, labels):
    """Fill in the heads and labels of the best tree of a graph."""
    rest, points_left, method = directions
    edges = c[ARCS]
    left, right, label = np.zeros((3, edges), np.int32)
    points = np.zeros(edges, np.int8)
    for edge in range(edges):
        one, other = c[arc_field(c, HEAD, edge)], c[arc_field(c, DEPENDENT, edge)]
        left[edge], right[edge] = min(one, other), max(one, other)
        label[edge] = c[arc_field(c, LABEL, edge)]
        points[edge] = points_left[label[edge]]
    found = reconstruct(
        words, left, right, label, points, method, options[ONE_ROOT] == 1, options[ROOT_LABEL],
        options[LOOSE_LABEL],
    )  # fmt: skip
    for word in range(words):
        heads[word], labels[word] = found[0][word], rest[found[1][word]]


@entry
def parse_undirected(
    starts, blocks, items, tables, features, classes, data, options, weights, room, directions,
    heads, labels,
):  # fmt: skip
    """Parse the sentences `starts[s]` to `starts[s + 1]`; a beam of width 1 is greedy search.

    Returns how many transitions greedy search took.
    """
    width, steps = len(items[0]), 0
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        words, base = end - begin, begin + 2 * s
        if words == 0:
            continue
        start = blocks[0][blocks[1][words] : blocks[2][words]]
        states = np.empty((2, width, len(start)), np.int32)
        kins = np.empty((2, width, kin_size(words, options[DIRECTED])), np.int32)
        now = 0
        if width == 1:
            states[0, 0] = start
            steps += greedy(
                states[0, 0], kins[0, 0], words, base, tables, features, classes, data, options,
                weights, room,
            )  # fmt: skip
        else:
            now = beam_search(
                start, words, base, width, tables, features, classes, data, options, weights, room,
                states, kins, items,
            )  # fmt: skip
        read_edges(states[now, 0], words, directions, options, heads[begin:end], labels[begin:end])
    return steps
