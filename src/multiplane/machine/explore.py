"""All configurations that a system can reach on a short sentence, by a compiled search.

The slow twin is `multiplane.calculus.search.Search`.  A configuration is a row of bytes: for
each store its size and its nodes in reading order, for each node the set of its heads as bits,
and the number of rotations just made; hence at most 7 words.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.copies import copies
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.program import compile_system
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.errors import DefinitionError, MultiplaneError
from multiplane.graph import Graph
from multiplane.machine.explore_kernel import Found, search
from multiplane.machine.row_kernel import Moves

MOST_WORDS = 7
LIMIT = 80_000_000  # configurations


@dataclass(frozen=True, slots=True)
class Space:
    """The reachable configurations, in breadth-first order."""

    system: System
    words: int
    names: tuple[str, ...]
    states: NDArray[np.uint8]  # [configurations, bytes]
    parents: NDArray[np.int32]
    via: NDArray[np.int16]  # the transition that led here from the parent
    terminal: NDArray[np.bool_]
    edges: NDArray[np.int32]  # [edges, 3]: from, transition, to; empty unless asked for

    def derivation(self, index: int) -> Derivation:
        """Return a shortest derivation of a configuration."""
        names: list[str] = []
        while self.parents[index] >= 0:
            names.append(self.names[self.via[index]])
            index = int(self.parents[index])
        return Derivation(self.system, self.words, tuple(reversed(names)))

    @property
    def outputs(self) -> dict[int, int]:
        """The graphs of terminal configurations, as keys, and the first configuration of each."""
        offset = len(self.system.stores) * (self.words + 2)
        ends = np.flatnonzero(self.terminal)
        heads = self.states[ends, offset + 1 : offset + 1 + self.words] & 0xFE  # drop arcs from 0
        keys = np.zeros((len(ends), 8), np.uint8)
        keys[:, : self.words] = heads
        values, first = np.unique(keys.view(np.uint64).ravel(), return_index=True)
        return dict(zip(values.tolist(), ends[first].tolist(), strict=True))


def graph_key(graph: Graph) -> int:
    """Pack the arcs between words into an integer: a byte of head bits for each word."""
    key = 0
    for head, dependent in graph.arcs:
        if head:
            key |= 1 << (8 * (dependent - 1) + head)
    return key


def key_graph(key: int, words: int) -> Graph:
    """Unpack the graph from a key made by `graph_key`."""
    arcs = {
        (h, d) for d in range(1, words + 1) for h in range(1, 8) if key >> (8 * (d - 1) + h) & 1
    }
    return Graph(words, frozenset(arcs))


def explore(system: System, words: int, limit: int = LIMIT, *, with_edges: bool = False) -> Space:
    """Find every configuration that the system can reach on a sentence of `words` words."""
    if words > MOST_WORDS:
        raise MultiplaneError(f"sentences of {words} words are too long; at most {MOST_WORDS}")
    if (
        reason := copies(system).overfull
    ) is not None:  # rows have room for each word once in a store
        raise DefinitionError(f"{system}: {reason}")
    nodes = words + 1
    program = compile_system(system, nodes)
    width = -(-(program.stores * (nodes + 1) + nodes + 1) // 8) * 8
    start = np.zeros(width, np.uint8)
    for number, contents in enumerate(system.initial(words).stores):
        at = number * (nodes + 1)
        start[at] = len(contents)
        start[at + 1 : at + 1 + len(contents)] = contents
    moves = Moves(
        np.array(program.rows, np.int64),
        np.array(program.starts, np.int64),
        np.array(program.open_on_left, np.bool_),
        np.array(program.sizes_at_end, np.int64),
        program.memory,
        nodes,
    )
    stop_at_ends = ends_are_final(system) and not with_edges
    found: Found
    found, edges, complete = search(moves, start, stop_at_ends, with_edges, limit)
    if not complete:
        raise MultiplaneError(
            f"{system} has over {limit:,} configurations for {words} words; ask for fewer words"
        )
    return Space(system, words, program.names, *found, edges)


def ends_are_final(system: System) -> bool:
    """Can no arc be added once a terminal configuration is reached?

    This holds if every transition that is possible with the final stores empty adds no arc and
    leaves them empty.  Then terminal configurations need not be continued.
    """
    emptied = {store for store, size in system.final.sizes if size == 0}
    if len(emptied) != len(system.final.sizes):
        return False
    for name in system:
        for member in system.rules(name):
            if any(word.store in emptied for word in member.words):
                continue
            change = effect(member)
            refills = any(change.words[s] > 0 for s in emptied) or any(
                target in emptied for _, target in change.rests
            )
            if change.arcs or refills:
                return False
    return True
