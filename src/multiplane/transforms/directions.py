"""Directions of arcs in labels, X_l and X_r, for many trees at once, with labels by number.

`direct` is for training trees of undirected parsers, `Directions` for their output.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import UnknownName
from multiplane.nearest import choices
from multiplane.transforms.reconstruction import LEFT, METHODS, RIGHT
from multiplane.transforms.reconstruction_kernel import NO_PREFERENCE


def tells_direction(method: str) -> bool:
    """Does a method of reconstruction encode directions in labels?"""
    if method not in METHODS:
        raise UnknownName(f"unknown reconstruction {method!r}; {choices(method, METHODS)}")
    return method != "naive"


def direct(
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    names: Sequence[str],
    starts: NDArray[np.int64],
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Put the direction of each arc into its label; return labels by number, and their names."""
    words = np.arange(len(heads)) - np.repeat(starts[:-1], np.diff(starts)) + 1
    used, numbers = np.unique(2 * labels + (heads > words), return_inverse=True)
    found = tuple(names[number // 2] + (LEFT if number % 2 else RIGHT) for number in used.tolist())
    return numbers.astype(np.int32), found


@dataclass(frozen=True, eq=False)
class Directions:
    """The direction in each label, by number, and how graphs become trees."""

    names: tuple[str, ...]  # of the labels without directions
    rest: NDArray[np.int32]  # by label: the label without its direction
    points_left: NDArray[np.int8]
    method: int

    @classmethod
    def of(cls, names: Sequence[str], method: str) -> "Directions":
        """Read the directions of labels, if there are any."""
        numbers: dict[str, int] = {}
        rest, points_left = [], []
        for name in names:
            said = tells_direction(method) and name.endswith((LEFT, RIGHT))
            left = name[:-2] if said else name
            rest.append(numbers.setdefault(left, len(numbers)))
            points_left.append(int(name.endswith(LEFT)) if said else NO_PREFERENCE)
        return cls(
            tuple(numbers),
            np.array(rest, np.int32),
            np.array(points_left, np.int8),
            METHODS.index(method),
        )

    @property
    def tables(self) -> tuple[NDArray[np.int32], NDArray[np.int8], int]:
        return self.rest, self.points_left, self.method
