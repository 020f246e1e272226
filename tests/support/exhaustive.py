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

    The space must have its edges.  [configurations, trees]
    """
    words, offset = space.words, len(space.system.stores) * (space.words + 2)
    masks = space.states[:, offset + 1 : offset + 1 + words]
    heads = np.full(masks.shape, -1 if space.system.has_root else 0, np.int8)
    for head in range(words + 1):
        heads[masks >> head & 1 == 1] = head
    wanted = np.array(trees, np.int8).reshape(len(trees), words)
    loss = np.full((len(heads), len(trees)), UNREACHED, np.int8)
    for at in np.flatnonzero(space.terminal):
        loss[at] = (heads[at] != wanted).sum(axis=1)
    _relax(loss, space.edges)
    return loss


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
