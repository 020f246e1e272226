"""Products of matrices, which are most of the work of training.

Processors that have instructions for bfloat16 multiply such numbers three times as fast as floats
of 32 bits.  These have eight bits of precision: what is multiplied and what comes out is rounded to
them, sums on the way have 32.  Weights, what Adam remembers, and all that is not a product have 32.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

Array = NDArray[np.float32]
INSTRUCTIONS = ("avx512_bf16", "amx_bf16")
ROWS = 64  # torch compiles products for each number of rows, so large ones have multiples of this


@cache
def has_halves() -> bool:
    """Does the processor multiply bfloat16 fast?  Not as far as an older torch can say."""
    capabilities: Callable[[], dict[str, Any]] = getattr(torch.cpu, "get_capabilities", dict)
    found = capabilities()
    return torch.backends.mkldnn.is_available() and any(map(found.get, INSTRUCTIONS))


def linear(rows: Tensor, weight: Tensor, bias: Tensor | None = None, *, halves: bool) -> Tensor:
    """Multiply each row by a matrix, and add a bias."""
    if not halves:
        return functional.linear(rows, weight, bias)
    product = Halves.apply(rows, weight)
    return product if bias is None else product + bias


class Halves(torch.autograd.Function):  # type: ignore[misc]
    """The product of rows and a matrix, and its gradients, of numbers in bfloat16."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, weight: Tensor) -> Tensor:
        ctx.kept = _halved(rows), weight.bfloat16()
        halved, matrix = ctx.kept
        return (halved @ matrix.t())[: len(rows)].float()

    @staticmethod
    def backward(ctx: Any, change: Tensor) -> tuple[Tensor | None, Tensor]:
        rows, weight = ctx.kept
        halved = _halved(change)
        back = None
        if ctx.needs_input_grad[0]:
            back = (halved @ weight)[: len(change)].float()
        return back, (halved.t() @ rows).float()


def multiplier(matrix: Array, *, halves: bool) -> Callable[[Array], Array]:
    """Return what multiplies rows by a matrix, many times."""
    if not halves:
        kept = np.ascontiguousarray(matrix)
        return lambda rows: rows @ kept
    half = torch.from_numpy(matrix).bfloat16()
    return lambda rows: (torch.from_numpy(rows).bfloat16() @ half).float().numpy()


def over_rows(one: Array, other: Array, *, halves: bool) -> Tensor:
    """Sum the products of rows that belong together: the gradient of a matrix."""
    if not halves:
        return torch.from_numpy(one.T @ other)
    return (_halved(torch.from_numpy(one)).t() @ _halved(torch.from_numpy(other))).float()


def _halved(rows: Tensor) -> Tensor:
    """Return rows in bfloat16, and rows of zeros after them."""
    missing = -len(rows) % ROWS
    if not missing:
        return rows.bfloat16()
    out = torch.zeros((len(rows) + missing, rows.shape[1]), dtype=torch.bfloat16)
    out[: len(rows)] = rows
    return out
