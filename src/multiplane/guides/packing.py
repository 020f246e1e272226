"""Compress tables of weights: from floats to bytes, and from bytes to the arrays of a file.

Most weights are 0.  A file stores which rows are not 0, which of their weights are not, and these.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.rows import aligned
from multiplane.modelfile.arrays import Array, Found
from multiplane.modelfile.group import Group
from multiplane.modelfile.sizes import Size, computed
from multiplane.native import lean_entry

Table = NDArray[np.int8]
LARGEST = 127  # the largest weight is scaled to this


@lean_entry
def _largest(weights, totals, now):
    largest = np.float32(0.0)
    for row in range(weights.shape[0]):
        for k in range(weights.shape[1]):
            largest = max(largest, abs(weights[row, k] - totals[row, k] / now))
    return largest


@lean_entry
def _scale(weights, totals, now, factor, out):
    for row in range(weights.shape[0]):
        for k in range(weights.shape[1]):
            out[row, k] = np.int8(round((weights[row, k] - totals[row, k] / now) * factor))


def quantised(weights: NDArray[np.float32], totals: NDArray[np.float32], now: int) -> Table:
    """Average weights over all steps up to now, and round them to bytes.

    `totals` has each change of a weight times its step, so that averaging needs no sum at each
    step.
    """
    steps = np.float32(now)
    largest = _largest(weights, totals, steps)
    rows, width = weights.shape
    table: Table = aligned(rows, width, np.int8)
    _scale(weights, totals, steps, np.float32(LARGEST / max(float(largest), 1e-9)), table)
    return table


def weights(name: str, rows: Size = "rows", width: Size = "width", needs: str = "") -> Group:
    """Describe a table of weights in a model file."""
    parts = (
        Array("rows", np.uint8, (f"{rows} / 8",), "bits: which rows are not 0", packed=True),
        Array(
            "places",
            np.uint8,
            (f"≤ {rows} × {width} / 8",),
            "bits: which weights of these rows are not 0",
            packed=True,
        ),
        Array("values", np.int8, (f"≤ {rows} × {width}",), "these weights", packed=True),
    )

    def make(found: Found, sizes: Mapping[str, int]) -> Table:
        return _filled(found, (computed(rows, sizes), computed(width, sizes)))

    return Group(name, parts, make, _split, (rows, width), needs)


def _split(table: Table) -> dict[str, NDArray[Any]]:
    rows = (table != 0).any(1)
    kept = table[rows]
    return {
        "rows": np.packbits(rows), "places": np.packbits(kept != 0), "values": kept[kept != 0]
    }  # fmt: skip


@lean_entry
def _fill(rows, places, values, table):
    """Put the values in their places, eight at a time; return how many there were, or -1."""
    eight = value = 0
    width = table.shape[1] // 8
    for row in range(table.shape[0]):
        if not rows[row >> 3] >> (7 - (row & 7)) & 1:
            continue
        if eight + width > len(places):
            return -1
        for byte in range(width):
            marks = places[eight + byte]
            if marks == 0:
                continue
            for bit in range(8):
                if marks >> (7 - bit) & 1:
                    if value == len(values):
                        return -1
                    table[row, 8 * byte + bit] = values[value]
                    value += 1
        eight += width
    return value


def _filled(parts: Found, shape: tuple[int, int]) -> Table:
    """Rebuild the table."""
    table: Table = aligned(*shape, np.int8)
    rows, places, values = (parts[name] for name in ("rows", "places", "values"))
    if _fill(rows, places, values, table) != len(values):
        raise MultiplaneError(f"weights do not fill {shape[0]:,} rows of {shape[1]}")
    return table
