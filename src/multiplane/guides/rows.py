"""Sums of rows of weights, with vector instructions.

Numba does not vectorise plain loops over a row, and parsers spend most of their time summing rows.
A row has a multiple of 64 weights and is aligned to 64 bytes.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numpy.typing import NDArray

from multiplane.guides.lanes import LANES
from multiplane.modelfile.fields import PowerOfTwo
from multiplane.native import lean
from multiplane.native.intrinsic import intrinsic
from multiplane.native.memory import LINE, fetch

ROWS = PowerOfTwo(2, 1 << 26)  # of a table: the upper bits of a hash are the number of a row
SAFE = 256  # rows of int8 whose sum fits int16


def aligned(rows: int, width: int, dtype: type) -> NDArray[Any]:
    """Make a table of zeros whose rows begin at multiples of 64 bytes."""
    size = np.dtype(dtype).itemsize
    block = np.zeros(rows * width * size + LANES, np.uint8)
    offset = -block.ctypes.data % LANES
    return block[offset : offset + rows * width * size].view(dtype).reshape(rows, width)


def _vector_sum(weight, total, result):
    """Return the code of a loop that adds 64 weights of each row to totals in registers."""
    whole = isinstance(weight, ir.IntType)

    def code(_, builder, __, arguments):
        _, base, stride, indices, count, out = arguments
        sums = cgutils.alloca_once(builder, ir.VectorType(total, LANES))
        zeros = ir.Constant(ir.VectorType(total, LANES), [ir.Constant(total, 0)] * LANES)
        builder.store(zeros, sums)
        numbers = builder.inttoptr(indices, ir.IntType(64).as_pointer())
        add = builder.add if whole else builder.fadd

        def widened(vector, kind):
            return builder.sext(vector, ir.VectorType(kind, LANES)) if whole else vector

        with cgutils.for_range(builder, count) as loop:
            row = builder.load(builder.gep(numbers, [loop.index]))
            place = builder.add(base, builder.mul(row, stride))
            pointer = builder.inttoptr(place, ir.VectorType(weight, LANES).as_pointer())
            loaded = builder.load(pointer, align=LANES)
            builder.store(add(builder.load(sums), widened(loaded, total)), sums)
        target = builder.inttoptr(out, ir.VectorType(result, LANES).as_pointer())
        before = builder.load(target, align=4)
        builder.store(add(before, widened(builder.load(sums), result)), target, align=4)

    return code


def _add_rows_plainly(weights, base, stride, indices, count, out):  # noqa: ARG001 - the strides are known
    """Do the same in plain Python; row by row, because the order matters for floats."""
    number = ctypes.c_int32 if weights.dtype == np.int8 else ctypes.c_float
    totals = np.ctypeslib.as_array((number * LANES).from_address(out))
    first = (base - weights.ctypes.data) // weights.itemsize
    sums = np.zeros(LANES, totals.dtype)
    for row in (ctypes.c_int64 * count).from_address(indices):
        sums += weights[row, first : first + LANES]
    totals += sums


@intrinsic(plain=_add_rows_plainly)
def _add_rows(_, weights, base, stride, indices, count, out):  # noqa: ARG001 - types of the call
    """Add rows to 64 totals: int8 (at most 256 rows) to int32, or float32 to float32."""
    signature = types.void(weights, types.intp, types.int64, types.intp, types.int64, types.intp)
    if weights.dtype == types.int8:
        return signature, _vector_sum(ir.IntType(8), ir.IntType(16), ir.IntType(32))
    return signature, _vector_sum(ir.FloatType(), ir.FloatType(), ir.FloatType())


@lean
def sum_rows(weights, indices, count, out):
    """Sum the rows `indices[:count]` into `out`, which is as wide as a row.

    Weights are int8 and `out` int32, or both are float32.  Rows are scattered over a large table,
    so callers prefetch each one as soon as they know its number.
    """
    width, size = weights.shape[1], weights.itemsize
    base, rows, target = weights.ctypes.data, indices.ctypes.data, out.ctypes.data
    if width * size > LINE:  # the first line of each row has been prefetched
        for at in range(count):
            row = base + indices[at] * width * size
            for line in range(LINE, width * size, LINE):
                fetch(row + line)
    for at in range(width):
        out[at] = 0
    for block in range(0, width, LANES):
        done = 0
        while done < count:
            part = min(SAFE, count - done)
            _add_rows(
                weights,
                base + size * block,
                size * width,
                rows + 8 * done,
                part,
                target + 4 * block,
            )
            done += part
