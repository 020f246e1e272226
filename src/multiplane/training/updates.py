"""What all trainers of parsers share; the update itself is in `guides.perceptron`."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.perceptron import move_weights, set_against
from multiplane.guides.table import label_by_rows
from multiplane.native import lean


class Averages(NamedTuple):
    """Sums for averaging weights (`guides.packing`): each change times its step."""

    totals: NDArray[np.float32]
    label_totals: NDArray[np.float32]
    clock: NDArray[np.int64]  # [1]: the number of the step


def new_random(seed: int) -> NDArray[np.uint64]:
    """Return the state of random numbers for `next_random`; it is never 0, where they would end."""
    return np.array([seed * 7919 + 12345], np.uint64)


@lean
def next_random(state):
    """Return a random number from 0 to 1 (xorshift64*)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return ((x * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0


@lean
def best_of(scores, right):
    """Return the right class with the best score, or -1."""
    best = -1
    for k in range(len(right)):
        if right[k] and (best < 0 or scores[k] > scores[best]):
            best = k
    return best


@lean
def train_label(scorer, averages, found, count, task, label):
    """Update the table of labels with a gold label, unless it is -1; return the predicted label."""
    best = label_by_rows(scorer, found, count, task)
    if label >= 0 and best != label:
        set_against(
            scorer.label_weights, averages.label_totals, task.work.folded, count, label, best,
            np.float32(averages.clock[0]),
        )  # fmt: skip
    return best


__all__ = [
    "Averages",
    "best_of",
    "move_weights",
    "new_random",
    "next_random",
    "set_against",
    "train_label",
]
