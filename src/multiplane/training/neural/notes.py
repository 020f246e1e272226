"""Configurations met in training: what the network saw in each, and what would have been right."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean


class Notes(NamedTuple):
    """Rows of notes, as far as there is room for them.

    A decision has one row, or one for each place of a walk if its transitions are families.
    """

    found: NDArray[np.int64]  # [rows, _]: what the scorer looked at
    counts: NDArray[np.int64]  # how many there are of these
    decisions: NDArray[np.int64]  # numbers of decisions
    open: NDArray[np.bool_]  # [rows, classes]
    right: NDArray[np.bool_]  # [rows, classes]
    used: NDArray[np.int64]  # [2]: the number of rows, recorded or not, and of decisions


def new_notes(room: int, widest: int, classes: int) -> Notes:
    """Make room for some rows."""
    counts, decisions = np.zeros((2, room), np.int64)
    open_, right = np.zeros((2, room, classes), np.bool_)
    found = np.zeros((room, widest), np.int64)
    return Notes(found, counts, decisions, open_, right, np.zeros(2, np.int64))


@lean
def next_row(notes, found, count):
    """Record what was found in a new row; return its number, or -1 if there is no room."""
    at = notes.used[0]
    notes.used[0] += 1
    if at >= len(notes.counts):
        return -1
    notes.counts[at], notes.decisions[at] = count, notes.used[1]
    for n in range(count):
        notes.found[at, n] = found[n]
    return at
