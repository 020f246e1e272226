"""Sums of rows by vector instructions against NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.guides.lanes import LANES
from multiplane.guides.rows import aligned, sum_rows


def table(dtype, rows, width, seed=0):
    weights = aligned(rows, width, dtype)
    rng = np.random.default_rng(seed)
    if dtype == np.int8:
        weights[:] = rng.integers(-128, 128, weights.shape)
    else:
        weights[:] = rng.integers(-1000, 1000, weights.shape) / 8  # sums are exact
    return weights


def check(dtype, width, indices, weights):
    out = np.full(width, 77, np.int32 if dtype == np.int8 else np.float32)
    room = np.array([*indices, 5, 5], np.int64)  # what stands behind is not looked at
    sum_rows(weights, room, len(indices), out)
    wide = np.int64 if dtype == np.int8 else np.float64
    assert out.tolist() == weights[np.array(indices, np.int64)].sum(axis=0, dtype=wide).tolist()


@pytest.mark.parametrize("count", [0, 1, 2, 255, 256, 257, 700])
@pytest.mark.parametrize("width", [64, 128, 192])
@pytest.mark.parametrize("dtype", [np.int8, np.float32])
def test_sums(dtype, width, count):
    rng = np.random.default_rng(count)
    check(dtype, width, rng.integers(0, 50, count).tolist(), table(dtype, 50, width))


@pytest.mark.parametrize("extreme", [-128, 127])
def test_the_largest_sums_do_not_overflow(extreme):
    weights = aligned(10, 64, np.int8)
    weights[:] = extreme
    check(np.int8, 64, [9] * 600, weights)


@settings(max_examples=50)
@given(st.sampled_from([np.int8, np.float32]), st.lists(st.integers(0, 49), max_size=600))
def test_any_rows(dtype, indices):
    check(dtype, 64, indices, table(dtype, 50, 64, seed=len(indices)))


@pytest.mark.parametrize("dtype", [np.int8, np.float32])
def test_rows_begin_at_multiples_of_64_bytes(dtype):
    for _ in range(5):
        weights = aligned(7, 2 * LANES, dtype)
        assert weights.shape == (7, 128)
        assert all(row.ctypes.data % 64 == 0 for row in weights)
        assert not weights.any()
