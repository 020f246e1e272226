"""All configurations of a system that a short sentence can reach, by a compiled search.

The slow twin is `multiplane.calculus.search.Search`.  A configuration is a row of bytes: for
each store its size and its nodes in reading order, for each node the set of its heads as bits,
and the count of rotations just made; hence at most 7 words.
"""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.program import NEGATED, compile_system
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph
from multiplane.native import jit

MOST_WORDS = 7
LIMIT = 80_000_000  # configurations


@dataclass(frozen=True, slots=True)
class Space:
    """The reachable configurations in the order in which a breadth-first search met them."""

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
        """The graphs of terminal configurations, as keys, each with the first that has it."""
        offset = len(self.system.stores) * (self.words + 2)
        ends = np.flatnonzero(self.terminal)
        heads = self.states[ends, offset + 1 : offset + 1 + self.words] & 0xFE  # arcs from 0 go
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
    """Unpack what `graph_key` packed."""
    arcs = {
        (h, d) for d in range(1, words + 1) for h in range(1, 8) if key >> (8 * (d - 1) + h) & 1
    }
    return Graph(words, frozenset(arcs))


def explore(system: System, words: int, limit: int = LIMIT, *, with_edges: bool = False) -> Space:
    """Find every configuration that the system can reach on a sentence of so many words."""
    if words > MOST_WORDS:
        raise MultiplaneError(f"sentences of {words} words are too long; at most {MOST_WORDS}")
    nodes = words + 1
    program = compile_system(system, nodes)
    width = -(-(program.stores * (nodes + 1) + nodes + 1) // 8) * 8
    start = np.zeros(width, np.uint8)
    for number, contents in enumerate(system.initial(words).stores):
        at = number * (nodes + 1)
        start[at] = len(contents)
        start[at + 1 : at + 1 + len(contents)] = contents
    states, parents, via, terminal, edges, complete = _explore(
        np.array(program.rows, np.int64),
        np.array(program.starts, np.int64),
        np.array(program.open_on_left, np.bool_),
        np.array(program.sizes_at_end, np.int64),
        program.memory,
        nodes,
        start,
        ends_are_final(system) and not with_edges,
        limit,
        with_edges,
    )
    if not complete:
        raise MultiplaneError(
            f"{system} has over {limit:,} configurations for {words} words; ask for fewer words"
        )
    return Space(system, words, program.names, states, parents, via, terminal, edges)


def ends_are_final(system: System) -> bool:
    """Can nothing be added to A once a terminal configuration is reached?

    So it is if every transition that is possible with the stores that are empty at the end
    adds no arc and leaves them empty: then terminal configurations need not be continued.
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


@jit
def _position(row, at, depth, left):
    size = row[at]
    if depth >= size:
        return -1
    return at + 1 + depth if left else at + size - depth


@jit
def _linked(row, heads, nodes, one, other):
    component = 1 << one
    while True:
        before = component
        for node in range(nodes):
            if component >> node & 1:
                component |= row[heads + node]
            elif row[heads + node] & component:
                component |= 1 << node
        if component >> other & 1:
            return True
        if component == before:
            return False


@jit
def _path(row, heads, nodes, source, target):
    reached = 1 << source
    while True:
        before = reached
        for node in range(nodes):
            if row[heads + node] & reached:
                reached |= 1 << node
        if reached >> target & 1:
            return True
        if reached == before:
            return False


@jit
def _run(row, rows, begin, end, left, memory, nodes):
    """Do one transition in place; False where it is undefined (the row is then spoilt)."""
    block = nodes + 1
    heads = len(left) * block
    counter = heads + nodes
    for r in range(begin, end):
        op = rows[r, 0] & (NEGATED - 1)
        s, t = rows[r, 1], rows[r, 3]
        here, there = s * block, t * block
        if op == 5:  # rotate, by exchanges of neighbours
            for stack in range(s, s + t - 1):
                one, other = stack * block, (stack + 1) * block
                for b in range(block):
                    row[one + b], row[other + b] = row[other + b], row[one + b]
            row[counter] = min(row[counter] + 1, memory)
            continue
        if op == 6:  # move_all
            size = row[there]
            for b in range(row[here]):
                row[there + 1 + size + b] = row[here + 1 + b]
                row[here + 1 + b] = 0
            row[there] += row[here]
            row[here] = 0
            row[counter] = 0
            continue
        if op == 13:
            if (row[counter] >= rows[r, 5]) == (rows[r, 0] >= NEGATED):
                return False
            continue
        p = _position(row, here, rows[r, 2], left[s])
        if p < 0:
            return False
        node = np.int64(row[p])
        if op <= 2:
            if op != 1:  # take the node out
                last = here + np.int64(row[here])
                for b in range(p, last):
                    row[b] = row[b + 1]
                row[last] = 0
                row[here] -= 1
            if op != 2:  # put it on top of the target
                size = np.int64(row[there])
                if left[t]:
                    for b in range(there + size, there, -1):
                        row[b + 1] = row[b]
                    row[there + 1] = node
                else:
                    row[there + 1 + size] = node
                row[there] += 1
            row[counter] = 0
            continue
        other = np.int64(-1)
        if op not in (7, 11):
            q = _position(row, there, rows[r, 4], left[t])
            if q < 0:
                return False
            other = np.int64(row[q])
        if op == 3 or op == 4:  # noqa: PLR1714 - faster so in compiled code
            if op == 4 and other < node:
                node, other = other, node
            if row[heads + other] >> node & 1:
                return False
            row[heads + other] |= np.uint8(1 << node)
            row[counter] = 0
            continue
        if op == 7:
            fact = row[heads + node] != 0
        elif op == 8:
            fact = _linked(row, heads, nodes, node, other)
        elif op == 9:
            fact = _path(row, heads, nodes, node, other)
        elif op == 10:
            fact = (row[heads + other] >> node & 1) != 0
        elif op == 11:
            fact = node == 0
        else:
            fact = node < other
        if fact == (rows[r, 0] >= NEGATED):
            return False
    return True


@jit
def _hash(words):
    h = np.uint64(1469598103934665603)
    for w in words:
        h = (h ^ w) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    return h


@jit
def _explore(rows, starts, left, ends, memory, nodes, start, stop_at_ends, limit, with_edges):
    width = len(start)
    capacity, slots = 1 << 12, 1 << 14
    states = np.zeros((capacity, width), np.uint8)
    parents, via = np.full(capacity, -1, np.int32), np.full(capacity, -1, np.int16)
    terminal = np.zeros(capacity, np.bool_)
    table = np.full(slots, -1, np.int32)
    states[0] = start
    packed = states.view(np.uint64)
    table[_hash(packed[0]) & np.uint64(slots - 1)] = 0
    count, here = 1, 0
    edges = np.zeros((1 << 12 if with_edges else 0, 3), np.int32)
    edge_count = 0
    scratch = np.zeros((1, width), np.uint8)
    key = scratch.view(np.uint64)
    while here < count:
        at_end = True
        for s in range(len(ends)):
            if ends[s] >= 0 and states[here, s * (nodes + 1)] != ends[s]:
                at_end = False
        terminal[here] = at_end
        if at_end and stop_at_ends:
            here += 1
            continue
        for t in range(len(starts) - 1):
            scratch[0] = states[here]
            if not _run(scratch[0], rows, starts[t], starts[t + 1], left, memory, nodes):
                continue
            slot = _hash(key[0]) & np.uint64(slots - 1)
            while table[slot] >= 0:
                same = True
                for w in range(packed.shape[1]):
                    if packed[table[slot], w] != key[0, w]:
                        same = False
                        break
                if same:
                    break
                slot = (slot + np.uint64(1)) & np.uint64(slots - 1)
            if with_edges:
                if edge_count == len(edges):
                    twice = np.zeros((2 * edge_count, 3), np.int32)
                    twice[:edge_count] = edges
                    edges = twice
                edges[edge_count, 0], edges[edge_count, 1] = here, t
                edges[edge_count, 2] = table[slot] if table[slot] >= 0 else count
                edge_count += 1
            if table[slot] >= 0:
                continue
            if count == limit:
                return states[:1], parents[:1], via[:1], terminal[:1], edges[:0], False
            if count == capacity:
                capacity *= 2
                more = np.zeros((capacity, width), np.uint8)
                more[:count] = states
                states = more
                packed = states.view(np.uint64)
                longer = np.full(capacity, -1, np.int32)
                longer[:count] = parents
                parents = longer
                wider = np.full(capacity, -1, np.int16)
                wider[:count] = via
                via = wider
                flags = np.zeros(capacity, np.bool_)
                flags[:count] = terminal
                terminal = flags
            states[count] = scratch[0]
            parents[count], via[count] = here, t
            table[slot] = count
            count += 1
            if 2 * count > slots:
                slots *= 4
                table = np.full(slots, -1, np.int32)
                for c in range(count):
                    slot = _hash(packed[c]) & np.uint64(slots - 1)
                    while table[slot] >= 0:
                        slot = (slot + np.uint64(1)) & np.uint64(slots - 1)
                    table[slot] = c
        here += 1
    return states[:count], parents[:count], via[:count], terminal[:count], edges[:edge_count], True
