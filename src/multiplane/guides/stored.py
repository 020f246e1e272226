"""Weights of taggers and the like, as arrays of a model's file."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from multiplane.guides.packing import Table, packed, unpacked

PARTS = ("rows", "places", "values")


def stored(weights: Table) -> dict[str, NDArray[Any]]:
    """Return what a file holds of weights."""
    return {f"weights {part}": array for part, array in packed(weights).items()}


def taken(arrays: Mapping[str, NDArray[Any]], rows: int, width: int) -> Table:
    """Take weights out of the arrays of a file."""
    return unpacked({part: arrays[f"weights {part}"] for part in PARTS}, (rows, width))
