"""What undirected systems build, read as a tree."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import arc_field
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.native import jit
from multiplane.search.rollout import read
from multiplane.transforms.reconstruction_kernel import Edges, reconstruct


class EdgeTrees(NamedTuple):
    """Where heads and labels of all words go, and how arcs without a direction get one."""

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    rest: NDArray[np.int32]  # by label: what is left of it without its direction
    points_left: NDArray[np.int8]  # by label
    method: int


@read.on(EdgeTrees)
@jit
def read_edges(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    edges = c[ARCS]
    left, right, label = np.zeros((3, edges), np.int32)
    points = np.zeros(edges, np.int8)
    for edge in range(edges):
        one, other = c[arc_field(c, HEAD, edge)], c[arc_field(c, DEPENDENT, edge)]
        left[edge], right[edge] = min(one, other), max(one, other)
        label[edge] = c[arc_field(c, LABEL, edge)]
        points[edge] = reader.points_left[label[edge]]
    found = reconstruct(
        sentence.words, Edges(left, right, label, points), reader.method, settings.one_root,
        settings.root_label, settings.loose_label,
    )  # fmt: skip
    for word in range(sentence.words):
        at = sentence.first_word + word
        reader.heads[at], reader.labels[at] = found[0][word], reader.rest[found[1][word]]
    return True
