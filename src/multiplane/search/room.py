"""Arrays that every step of a search writes to, made once before it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

TOTALS = {np.dtype(np.int8): np.int32, np.dtype(np.float32): np.float32}  # of weights
Room = tuple[NDArray[Any], ...]


def make_room(tables: Any, features: Any, weights: Any, most: int) -> Room:
    """What may be done; nodes and atoms of features; rows of weights, `most` of them; scores of
    classes and of labels by the two tables of weights; rows of the second.
    """
    return (
        np.zeros(len(tables[1]), np.bool_),
        np.zeros(len(features[0]), np.int64),
        np.zeros(len(features[1]), np.uint64),
        np.zeros(most, np.int64),
        *(np.zeros(table.shape[1], TOTALS[table.dtype]) for table in weights),
        np.zeros(most, np.int64),
    )


def make_items(width: int, room: Room) -> Room:
    """Totals of items and whether they are done, now and next; parents and classes of the next;
    labels by the second table; features: how many, what may be done, rows of weights.
    """
    transitions, most = len(room[0]), len(room[3])
    return (
        *(np.zeros(width), np.zeros(width), np.zeros(width, np.bool_), np.zeros(width, np.bool_)),
        *(np.zeros(width, np.int64) for _ in range(4)),
        np.zeros((width, transitions), np.bool_),
        np.zeros((width, most), np.int64),
    )
