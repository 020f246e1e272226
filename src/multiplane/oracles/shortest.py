"""A shortest derivation of a graph, by A* search."""

import heapq
from collections.abc import Iterator
from typing import Protocol

from multiplane.calculus.rule import rule
from multiplane.calculus.stores import β
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.machine.layout import ARCS
from multiplane.oracles.generic_kernel import Block
from multiplane.remembered import by_system


class Oracle(Protocol):
    """The parts of the generic oracle that are needed here."""

    @property
    def system(self) -> System: ...
    @property
    def start(self) -> Block: ...
    @property
    def arcs(self) -> int: ...
    def key(self, block: Block) -> bytes: ...
    def is_done(self, block: Block) -> bool: ...
    def following(self, block: Block) -> Iterator[tuple[Block, int]]: ...


@by_system
def _most_progress(system: System) -> int:
    """Return the most arcs added and words taken from the buffer, together, by one transition."""
    ready = [rule(action, system.stores) for _, action in system.actions(0)]
    return max(
        (len(normal.arcs) + max(0, -effect(normal).words.get(β, 0)) for normal in ready), default=1
    )


def shortest(oracle: Oracle, longest: int, budget: int) -> tuple[int, ...] | None:
    """Return a derivation of at most `longest` steps, or None if none is found in the budget.

    Of several shortest ones it is the first in the order of preference: transitions are compared
    by their place among the successors.
    """
    most = max(1, _most_progress(oracle.system))
    buffer = list(oracle.system.stores).index(β) if β in oracle.system.stores else -1

    def remaining(block: Block) -> int:
        missing = oracle.arcs - int(block[ARCS])
        waiting = int(block[buffer]) if buffer >= 0 and (β, 0) in oracle.system.final.sizes else 0
        return -(-(missing + waiting) // most)

    ticket = 0
    queue: list[tuple[int, tuple[int, ...], int, Block, tuple[int, ...]]] = [
        (remaining(oracle.start), (), ticket, oracle.start, ())
    ]
    closed: set[bytes] = set()
    while queue and len(closed) < budget:
        _, ranks, _, block, chain = heapq.heappop(queue)
        if oracle.is_done(block):
            return chain
        key = oracle.key(block)
        if key in closed:
            continue
        closed.add(key)
        for rank, (after, t) in enumerate(oracle.following(block)):
            least = len(chain) + 1 + remaining(after)
            if least <= longest:
                ticket += 1
                heapq.heappush(queue, (least, (*ranks, rank), ticket, after, (*chain, t)))
    return None
