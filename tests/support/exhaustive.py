"""Losses by exhaustion: what any oracle is measured against, on short sentences."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.explore import Space
from multiplane.machine.kernel import add_arc
from multiplane.machine.layout import HEADER, SWITCHES, WHERE, machine
from multiplane.native import lean_entry

UNREACHED = 100


def exact_losses(space: Space, trees: Sequence[Sequence[int]]) -> NDArray[np.int8]:
    """Return for each configuration and tree the fewest words that end with a wrong head.

    Without directions: the fewest edges that are missing, or there but not in the tree.  The space
    must have its edges.  [configurations, trees]
    """
    found = _wrong_heads if space.system.directed else _wrong_edges
    loss = np.full((len(space.states), len(trees)), UNREACHED, np.int8)
    ends = np.flatnonzero(space.terminal)
    loss[ends] = found(space, ends, np.array(trees, np.int8).reshape(len(trees), space.words))
    _relax(loss, space.edges)
    return loss


def _built(space: Space, ends: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The arcs of configurations: [ends, head, dependent]."""
    words, offset = space.words, len(space.system.stores) * (space.words + 2)
    masks = space.states[ends, offset : offset + 1 + words]
    return np.stack([masks >> head & 1 == 1 for head in range(words + 1)], axis=1)


def _wrong_heads(space: Space, ends: NDArray[np.int64], trees: NDArray[np.int8]) -> NDArray:
    built = _built(space, ends)[:, :, 1:]
    none = -1 if space.system.has_root else 0
    heads = np.where(built.any(axis=1), built.argmax(axis=1), none)
    return (heads[:, None] != trees).sum(axis=2)


def _wrong_edges(space: Space, ends: NDArray[np.int64], trees: NDArray[np.int8]) -> NDArray:
    nodes = space.words + 1
    wanted = np.zeros((len(trees), nodes, nodes), np.bool_)
    for tree, heads in zip(wanted, trees.tolist(), strict=True):
        for d, h in enumerate(heads, 1):
            tree[min(h, d), max(h, d)] = bool(h) or space.system.has_root
    return (_built(space, ends)[:, None] != wanted).sum(axis=(2, 3))


@lean_entry
def _relax(loss, edges):
    """A configuration loses no more than its best successor, until nothing changes."""
    changed = True
    while changed:
        changed = False
        for e in range(len(edges) - 1, -1, -1):
            here, there = edges[e, 0], edges[e, 2]
            for tree in range(loss.shape[1]):
                if loss[there, tree] < loss[here, tree]:
                    loss[here, tree] = loss[there, tree]
                    changed = True


def block_of(space: Space, index: int) -> NDArray[np.int32]:
    """Return a configuration of the space as the machine holds it."""
    ready = machine(space.system, space.words)
    row, nodes, stores = space.states[index].tolist(), space.words + 1, len(space.system.stores)
    block = ready.start.copy()
    where = HEADER + (stores + WHERE) * nodes
    block[where : where + nodes] = 0
    for s in range(stores):
        at = s * (nodes + 1)
        contents = row[at + 1 : at + 1 + row[at]]
        block[s] = len(contents)
        inward = contents[::-1] if ready.program.open_on_left[s] else contents
        block[HEADER + s * nodes : HEADER + s * nodes + len(contents)] = inward
        for node in contents:
            block[where + node] |= 1 << s
    for dependent in range(1, nodes):
        bits = row[stores * (nodes + 1) + dependent]
        for head in range(nodes):
            if bits >> head & 1:
                add_arc(block, head, dependent, 0, 0)
    block[SWITCHES] = row[stores * (nodes + 1) + nodes]
    return block
