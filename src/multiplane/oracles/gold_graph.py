"""A gold graph prepared for the oracle: its arcs, and which of them are built."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import has_label, is_closed
from multiplane.native import lean

Array = NDArray[np.int32]


class GoldGraph(NamedTuple):
    """The arcs of a graph; those from one word to another stand side by side."""

    heads: Array
    labels: Array  # by number
    dependents: Array
    work: Array  # [WORK, words + 2], for the loss
    trial: Array  # a configuration that transitions are tried on


@lean
def is_built(c, gold, arc):
    """Is a gold arc built?  Of several between two words, as many as there are arcs, in order."""
    head, dependent = gold.heads[arc], gold.dependents[arc]
    first = arc
    while first and gold.heads[first - 1] == head and gold.dependents[first - 1] == dependent:
        first -= 1
    return is_closed(c, head, dependent, arc - first + 1)


@lean
def next_label(c, gold, head, dependent):
    """Return the label of the first gold arc between two words that is not built; -1 if none is."""
    for arc in range(len(gold.heads)):
        if gold.heads[arc] == head and gold.dependents[arc] == dependent:
            label = gold.labels[arc]
            if not has_label(c, head, label, dependent):
                return label
    return -1
