"""Which transition gave each word its head."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import K_HEAD, K_HEADER, K_LABEL
from multiplane.machine.kernel import arc_field
from multiplane.machine.layout import ARCS, BUILDER, DEPENDENT
from multiplane.native import lean
from multiplane.search.rollout import read


class Builders(NamedTuple):
    """Heads, labels and builders of all words, as built; -1 for words that got no head."""

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    builders: NDArray[np.int32]


@read.on(Builders)
@lean
def read_builders(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    nodes, first = sentence.words + 2, sentence.first_word
    for d in range(1, sentence.words + 1):
        reader.heads[first + d - 1] = kin[K_HEADER + K_HEAD * nodes + d]
        reader.labels[first + d - 1] = kin[K_HEADER + K_LABEL * nodes + d] - 1
    for arc in range(c[ARCS]):
        at = first + c[arc_field(c, DEPENDENT, arc)] - 1
        reader.builders[at] = c[arc_field(c, BUILDER, arc)]
    return True
