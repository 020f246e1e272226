"""The averaged perceptron (Collins 2002): the one update of parser, tagger, lemmas and segments.

A change of a weight also goes into its total, times the step at which it happens.  So the average
over all steps, weight - total / steps, needs no sum at each step (`packing.quantised`).
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import quantised
from multiplane.guides.rows import aligned
from multiplane.native import lean

UP, DOWN = np.float32(1), np.float32(-1)


class Averaged(NamedTuple):
    """Weights that change: a row for each feature, a column for each class."""

    weights: NDArray[np.float32]
    totals: NDArray[np.float32]
    clock: NDArray[np.int64]  # [1]: the number of the step

    @classmethod
    def zeros(cls, rows: int, width: int) -> "Averaged":
        """Begin to learn."""
        weights, totals = (aligned(rows, width, np.float32) for _ in range(2))
        return cls(weights, totals, np.ones(1, np.int64))

    def average(self) -> NDArray[np.float32]:
        """Return the average of each weight over all steps."""
        return self.weights - self.totals / np.float32(self.clock[0])

    def quantised(self) -> NDArray[np.int8]:
        """Return the averages, rounded to bytes."""
        return quantised(self.weights, self.totals, int(self.clock[0]))


@lean
def next_step(learnt):
    """Count one step more, and return its number."""
    learnt.clock[0] += 1
    return np.float32(learnt.clock[0])


@lean
def move_weight(table, totals, row, k, by, now):
    """Move one weight."""
    table[row, k] += by
    totals[row, k] += by * now


@lean
def move_weights(table, totals, indices, count, k, by, now):
    """Move the weights of a class in some rows."""
    for at in range(count):
        move_weight(table, totals, indices[at], k, by, now)


@lean
def set_against(table, totals, indices, count, up, down, now):
    """Move one class up and another down."""
    move_weights(table, totals, indices, count, up, UP, now)
    move_weights(table, totals, indices, count, down, DOWN, now)
