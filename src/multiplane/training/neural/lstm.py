"""An LSTM over packed sentences with its gradient: no padding, and few calls for each step.

torch's own takes twice as long on a processor, for batches of the size that training needs.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from multiplane.native import lean_entry
from multiplane.training.neural.products import multiplier, over_rows

Array = NDArray[np.float32]


def run_lstm(
    inputs: Tensor, recurrent: Tensor, steps: NDArray[np.int64], *, halves: bool
) -> Tensor:
    """Return the states of one direction, on the processor or on another device."""
    if inputs.is_cpu:
        return PackedLSTM.apply(inputs, recurrent, steps, halves)
    return run_by_steps(inputs, recurrent, steps)


def run_by_steps(inputs: Tensor, recurrent: Tensor, steps: NDArray[np.int64]) -> Tensor:
    """Do the same with torch's own operations, for any device."""
    states: list[Tensor] = []
    cell = torch.zeros(0)
    for begin, end in zip(steps[:-1].tolist(), steps[1:].tolist(), strict=True):
        now, many = inputs[begin:end], end - begin
        if states:
            now = now + states[-1][:many] @ recurrent.T
        enters, stays, new, leaves = now.chunk(4, dim=1)
        gained = enters.sigmoid() * new.tanh()
        cell = stays.sigmoid() * cell[:many] + gained if states else gained
        states.append(leaves.sigmoid() * cell.tanh())
    return torch.cat(states)


class PackedLSTM(torch.autograd.Function):  # type: ignore[misc]
    """States from the gates' inputs, in the order of `guides.neural.lstm.pack`."""

    @staticmethod
    def forward(
        ctx: Any, inputs: Tensor, recurrent: Tensor, steps: NDArray[np.int64], halves: bool
    ) -> Tensor:
        weights = recurrent.detach().numpy()
        size = weights.shape[1]
        gates = inputs.detach().numpy().copy()
        cells, squashed, states, before = np.zeros((4, len(gates), size), np.float32)
        half = np.full(4 * size, 0.5, np.float32)  # σ(x) = (1 + tanh(x/2)) / 2
        half[2 * size : 3 * size] = 1
        turn = multiplier(weights.T, halves=halves)
        for t in range(len(steps) - 1):
            begin, end = int(steps[t]), int(steps[t + 1])
            now = gates[begin:end]
            earlier = int(steps[t - 1]) if t else begin
            if t:
                before[begin:end] = states[earlier : earlier + end - begin]
                now += turn(before[begin:end])
            now *= half
            np.tanh(now, out=now)
            advance(now, cells, begin, earlier, t > 0)
            np.tanh(cells[begin:end], out=squashed[begin:end])
            np.multiply(now[:, 3 * size :], squashed[begin:end], out=states[begin:end])
        ctx.kept = gates, cells, squashed, before, weights, steps, halves
        return torch.from_numpy(states)

    @staticmethod
    def backward(ctx: Any, change: Tensor) -> tuple[Tensor, Tensor, None, None]:
        gates, cells, squashed, before, weights, steps, halves = ctx.kept
        size, widest = weights.shape[1], int(steps[1])
        given = np.ascontiguousarray(change.numpy())
        of_state, of_cell = np.zeros((2, widest, size), np.float32)
        turn = multiplier(weights, halves=halves)
        for t in range(len(steps) - 2, -1, -1):
            begin, end = int(steps[t]), int(steps[t + 1])
            earlier = int(steps[t - 1]) if t else begin
            retreat(gates, cells, squashed, given, of_state, of_cell, begin, end, earlier, t > 0)
            if t:
                of_state[: end - begin] = turn(gates[begin:end])
        of_weights = over_rows(gates, before, halves=halves)
        return torch.from_numpy(gates), of_weights, None, None


@lean_entry
def advance(gates, cells, begin, earlier, later):
    """Turn halves into sigmoids, and compute the cells of one step from those of the one before."""
    size = cells.shape[1]
    for n in range(len(gates)):
        for k in range(size):
            enters = np.float32(0.5) * gates[n, k] + np.float32(0.5)
            stays = np.float32(0.5) * gates[n, size + k] + np.float32(0.5)
            leaves = np.float32(0.5) * gates[n, 3 * size + k] + np.float32(0.5)
            gates[n, k], gates[n, size + k], gates[n, 3 * size + k] = enters, stays, leaves
            cell = enters * gates[n, 2 * size + k]
            if later:
                cell += stays * cells[earlier + n, k]
            cells[begin + n, k] = cell


@lean_entry
def retreat(gates, cells, squashed, given, of_state, of_cell, begin, end, earlier, later):
    """Write the gradients of one step's gates over the gates themselves.

    `of_state` and `of_cell` are the gradients that come from the step after; that of the cell is
    replaced by what goes to the step before.
    """
    size, one = cells.shape[1], np.float32(1)
    for n in range(end - begin):
        at = begin + n
        for k in range(size):
            i, f = gates[at, k], gates[at, size + k]
            g, o = gates[at, 2 * size + k], gates[at, 3 * size + k]
            tanh = squashed[at, k]
            state = given[at, k] + of_state[n, k]
            cell = state * o * (one - tanh * tanh) + of_cell[n, k]
            past = cells[earlier + n, k] if later else np.float32(0)
            gates[at, k] = cell * g * i * (one - i)
            gates[at, size + k] = cell * past * f * (one - f)
            gates[at, 2 * size + k] = cell * i * (one - g * g)
            gates[at, 3 * size + k] = state * tanh * o * (one - o)
            of_cell[n, k] = cell * f
