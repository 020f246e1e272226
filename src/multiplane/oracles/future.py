"""What the rest of a derivation depends on, and the mistakes that are final before it."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import field, head_of
from multiplane.machine.layout import FIRST, HEADER, LIES, NODES, STORES, SWITCHES, WHERE
from multiplane.native import lean, lean_entry
from multiplane.oracles.dynamic import DynamicOracle
from multiplane.oracles.loss import is_right
from multiplane.oracles.properties import properties


@lean_entry
def write_future(c, gold, model, out):
    """Write what the rest depends on; return its size, and how many heads are wrong for good.

    All conditions ask about words that are still in a store, so of the others only what they
    link is written.  This holds where words get one head and arcs close no cycle.
    """
    nodes, at, wrong = c[NODES], 0, 0
    for s in range(c[STORES]):
        lies = c[LIES + s]
        out[at] = c[lies]
        at += 1
        for place in range(c[lies]):
            out[at] = c[HEADER + lies * nodes + place]
            at += 1
    out[at] = c[SWITCHES]
    at += 1
    first, where = field(c, FIRST, 0), field(c, WHERE, 0)
    for d in range(1, nodes):
        settled = c[first + d] >= 0 or c[where + d] == 0
        if settled and gold.heads[d] >= 0:
            wrong += not is_right(c, gold.heads[d], d, model)
        if c[where + d]:
            out[at] = _held_by(c, d, where)
            at += 1
    return at, wrong


@lean
def _held_by(c, d, where):
    """Return a number for the nearest word above that is in a store, else for the highest."""
    node = head_of(c, d)
    if node < 0:
        return 0
    direct = 1
    while c[where + node] == 0 and head_of(c, node) >= 0:
        node = head_of(c, node)
        direct = 0
    return 1 + 2 * node + direct


class Futures:
    """Tells configurations apart by what can still come of them."""

    def __init__(self, oracle: DynamicOracle) -> None:
        machine = oracle.machine
        known = properties(machine.system)
        self.oracle = oracle
        self.shared = known.directed and known.single and known.acyclic
        nodes, stores = machine.words + 1, len(machine.system.stores)
        self.room = np.zeros(stores * (nodes + 1) + 1 + nodes, np.int32)

    def of(self, block: NDArray[np.int32]) -> tuple[bytes, int]:
        """Return a key, and the number of mistakes that are final.

        Of two configurations with the same key, any further transitions make as many mistakes.
        """
        if not self.shared:
            return block.tobytes(), 0
        size, wrong = write_future(block, self.oracle.tree, self.oracle.model, self.room)
        return self.room.tobytes()[: size * self.room.itemsize], int(wrong)
