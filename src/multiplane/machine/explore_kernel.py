"""The compiled search behind `explore`: rows of bytes, a hash table, breadth first."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.calculus.vocabulary import NEGATED
from multiplane.native import entry, lean


@lean
def _position(row, at, depth, left):
    size = row[at]
    if depth >= size:
        return -1
    return at + 1 + depth if left else at + size - depth


@lean
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


@lean
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


@lean
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


@lean
def _hash(words):
    h = np.uint64(1469598103934665603)
    for w in words:
        h = (h ^ w) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    return h


@entry
def search(rows, starts, left, ends, memory, nodes, start, stop_at_ends, limit, with_edges):
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
