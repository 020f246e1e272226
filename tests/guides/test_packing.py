"""Weights rounded and packed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.guides.lanes import LANES
from multiplane.guides.packing import quantised, weights
from multiplane.modelfile.part import Part


@given(st.integers(1, 40), st.integers(1, 3), st.floats(0, 1), st.integers(0, 9))
def test_there_and_back(rows, blocks, density, seed):
    random = np.random.default_rng(seed)
    table = random.integers(-128, 128, (rows, LANES * blocks)).astype(np.int8)
    table[random.random(table.shape) > density] = 0
    again = unpacked(packed(table), table.shape)
    assert (again == table).all()
    assert again.ctypes.data % LANES == 0


def packed(table):
    """The arrays of a file, without the name of the table."""
    found = weights("weights").put(table)
    return {name.removeprefix("weights "): array for name, array in found.items()}


def unpacked(arrays, shape):
    stored = {f"weights {name}": array for name, array in arrays.items()}
    part = Part("some", "", items=(weights("weights"),))
    return part.unpacked(stored, rows=shape[0], width=shape[1])["weights"]


def test_what_is_0_takes_hardly_any_room():
    assert sum(len(part) for part in packed(np.zeros((1 << 16, LANES), np.int8)).values()) < 100


def test_weights_are_averages_of_all_steps():
    """By definition: each weight as it was after each step, summed, divided, scaled, rounded."""
    random = np.random.default_rng(1)
    steps = 30
    weights, totals = np.zeros((2, 5, LANES), np.float32)
    after = []
    for now in range(1, steps):
        row, k, by = random.integers(5), random.integers(LANES), random.choice([-1.0, 1.0])
        weights[row, k] += by
        totals[row, k] += by * now
        after.append(weights.copy())
    mean = np.sum(after, axis=0) / steps
    expected = np.rint(mean * 127 / np.abs(mean).max())
    assert np.abs(quantised(weights, totals, steps) - expected).max() <= 1  # ties of rounding
    assert np.abs(quantised(weights, totals, steps)).max() == 127


def test_no_weights():
    table = np.zeros((4, LANES), np.float32)
    assert not quantised(table, table, 1).any()


def test_parts_that_do_not_fit():
    table = np.ones((8, LANES), np.int8)
    parts = packed(table)
    for wrong in (
        {**parts, "values": packed(table[:7])["values"]},
        {**parts, "places": packed(table[:7])["places"]},
        {**parts, "rows": packed(np.ones((9, LANES), np.int8))["rows"]},
        {**parts, "rows": parts["rows"][:-3]},
        {"rows": parts["rows"]},
    ):
        with pytest.raises(MultiplaneError, match="weights"):
            unpacked(wrong, table.shape)
