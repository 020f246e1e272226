"""LSTMs side by side: both directions of all members of a network, step by step.

A *way* is one direction of one member; forward and backward take turns.  Sentences are run side by
side, too, the longest first, so that each step is one product of matrices for each way, and a few
calls for all of them.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np

from multiplane.guides.neural.nodes import Numbers, first_nodes
from multiplane.guides.neural.weights import Array
from multiplane.native import lean_entry


class Packed(NamedTuple):
    """The nodes of some sentences but those for "no word", step by step, longest sentences first.

    Step t has the node at place t of every sentence that is long enough.
    """

    nodes: Numbers  # counted through the sentences in their given order
    sentences: Numbers  # by number, in their given order
    mirrored: Numbers  # where the node as far from the end stands in this order
    steps: Numbers  # where the nodes of each step begin


def pack(words: Numbers) -> Packed:
    """Order the nodes of sentences, given how many words each has."""
    order = np.argsort(-words, kind="stable")
    lengths = words[order] + 1
    longest = int(lengths[0])
    # How many sentences are longer than t, for each t.
    active = len(lengths) - np.searchsorted(lengths[::-1], np.arange(longest), side="right")
    steps = np.concatenate(([0], np.cumsum(active)))
    time = np.repeat(np.arange(longest), active)
    rank = np.arange(steps[-1]) - steps[time]
    mirrored = steps[lengths[rank] - 1 - time] + rank
    return Packed(first_nodes(words)[order[rank]] + time, order[rank], mirrored, steps)


def run(inputs: Array, rows: Numbers, recurrent: Array, packed: Packed) -> Array:
    """Return the states of all nodes, [members, nodes, 2 · size]: forward, then backward.

    `inputs` has the gates' inputs [members, _, 2 · 4 · size], of which node n reads those in
    `rows[n]`, and `recurrent` a matrix for each way.  Both are halved where the gate is a sigmoid:
    σ(x) = (1 + tanh(x/2)) / 2, so that all four gates need one call of tanh.
    """
    ways, size, _ = recurrent.shape
    steps, widest = packed.steps, int(packed.steps[1])
    out = np.empty((ways // 2, len(rows), 2 * size), np.float32)
    gates, products = np.zeros((2, ways, widest, 4 * size), np.float32)
    cells, states = np.zeros((2, ways, widest, size), np.float32)
    for t in range(len(steps) - 1):
        begin, many = int(steps[t]), int(steps[t + 1] - steps[t])
        if t:
            np.matmul(states[:, :many], recurrent, out=products[:, :many])
        gather(inputs, rows, packed.mirrored, begin, many, products, gates)
        np.tanh(gates[:, :many], out=gates[:, :many])
        remember(gates, many, cells, states)
        np.tanh(states[:, :many], out=states[:, :many])
        tell(gates, states, packed.mirrored, begin, many, out)
    return out


@lean_entry
def gather(inputs, rows, mirrored, begin, many, products, gates):
    """Add up what the gates of a step are given."""
    for way in range(gates.shape[0]):
        member, backward = way >> 1, way & 1
        at = backward * gates.shape[2]
        for n in range(many):
            row = rows[mirrored[begin + n] if backward else begin + n]
            for k in range(gates.shape[2]):
                gates[way, n, k] = inputs[member, row, at + k] + products[way, n, k]


@lean_entry
def remember(gates, many, cells, states):
    """Change the cells, and write them to the states."""
    size, half, one = cells.shape[2], np.float32(0.5), np.float32(1)
    for way in range(gates.shape[0]):
        for n in range(many):
            for k in range(size):
                kept = (gates[way, n, size + k] + one) * cells[way, n, k]
                gained = (gates[way, n, k] + one) * gates[way, n, 2 * size + k]
                cells[way, n, k] = half * (kept + gained)
                states[way, n, k] = cells[way, n, k]


@lean_entry
def tell(gates, states, mirrored, begin, many, out):
    """Change the states, tanh of the cells so far, and write them where their nodes stand."""
    size, half, one = states.shape[2], np.float32(0.5), np.float32(1)
    for way in range(gates.shape[0]):
        member, backward = way >> 1, way & 1
        for n in range(many):
            node = mirrored[begin + n] if backward else begin + n
            for k in range(size):
                state = half * (gates[way, n, 3 * size + k] + one) * states[way, n, k]
                states[way, n, k] = state
                out[member, node, backward * size + k] = state
