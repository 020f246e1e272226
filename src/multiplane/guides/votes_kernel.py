"""Decisions between every two classes, from weights of features and of pairs of them.

Arguments that are called `tables` are those of `Votes.tables`.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.hashing import mix
from multiplane.native import entry, jit, lean

ROW_BITS = 26  # of the largest table of features
PLACE, REST = range(2)
# The tables, in this order.
SETTINGS, VALUES, MACHINES, CLASS_STARTS, CLASSES, FIRST, BIAS, PRIOR = range(8)
KEYS, SLOTS, STARTS, COLUMNS, WEIGHTS, WHOLE, ROWS = range(8, 15)


@lean
def pair_key(machine, one, other):
    """Return the number of two features, one <= other, for a machine."""
    return np.uint64((np.int64(machine) << 2 * ROW_BITS) | (one << ROW_BITS) | other)


@entry
def make_slots(keys, slots):
    """Fill in a table that `find_pair` looks keys up in; its size is a power of 2."""
    mask = np.uint64(len(slots) - 1)
    slots[:] = -1
    for at in range(len(keys)):
        slot = mix(keys[at]) & mask
        while slots[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = at


@lean
def find_pair(key, keys, slots):
    """Return the place of a key, or -1."""
    mask = np.uint64(len(slots) - 1)
    slot = mix(key) & mask
    while slots[slot] >= 0:
        if keys[slots[slot]] == key:
            return slots[slot]
        slot = (slot + np.uint64(1)) & mask
    return np.int32(-1)


@entry
def make_rows(starts, columns, weights, whole, rows):
    """Write the weights of pairs that have many as rows with a place for every decision.

    `whole[pair]` is where the row of a pair begins, or -1.
    """
    for at in range(len(whole)):
        if whole[at] >= 0:
            for e in range(starts[at], starts[at + 1]):
                rows[whole[at] + columns[e]] = weights[e]


@lean
def add_row(row, out):
    """Add up; apart, so that it is compiled to vector instructions."""
    for column in range(len(row)):
        out[column] += row[column]


@lean
def machine_for(row, tables):
    """Return the machine that decides where the feature of the split has this row."""
    values = tables[VALUES]
    at = np.searchsorted(values, row)
    if at < len(values) and values[at] == row:
        return np.int64(tables[MACHINES][at])
    return np.int64(tables[SETTINGS][REST])


@lean
def known_rows(machine, indices, count, tables, out):
    """List the rows that a machine knows, in order, each once; return how many there are."""
    found = 0
    for at in range(count):
        row = indices[at]
        if find_pair(pair_key(machine, row, row), tables[KEYS], tables[SLOTS]) < 0:
            continue
        place = found
        while place > 0 and out[place - 1] > row:
            place -= 1
        if place > 0 and out[place - 1] == row:
            continue
        for later in range(found, place, -1):
            out[later] = out[later - 1]
        out[place] = row
        found += 1
    return found


@lean
def decide(machine, rows, count, tables, out):
    """Fill in the decisions of a machine: above 0 is for the first of two classes."""
    starts, columns, weights = tables[STARTS], tables[COLUMNS], tables[WEIGHTS]
    whole, whole_rows = tables[WHOLE], tables[ROWS]
    first = tables[FIRST][machine]
    size = tables[FIRST][machine + 1] - first
    for column in range(size):
        out[column] = tables[BIAS][first + column]
    for a in range(count):
        for b in range(a, count):
            at = find_pair(pair_key(machine, rows[a], rows[b]), tables[KEYS], tables[SLOTS])
            if at < 0:
                continue
            if whole[at] >= 0:
                add_row(whole_rows[whole[at] : whole[at] + size], out[:size])
            else:
                for e in range(starts[at], starts[at + 1]):
                    out[columns[e]] += weights[e]


@jit
def count_votes(machine, decisions, transitions, open_, tables, scores):
    """Score classes by their votes against others that are open, and by how clear these are.

    Classes that the machine has never seen come last, the most frequent first.
    """
    begin, end = tables[CLASS_STARTS][machine], tables[CLASS_STARTS][machine + 1]
    classes = tables[CLASSES]
    for k in range(len(tables[PRIOR])):
        scores[k] = tables[PRIOR][k] - 2
    column = 0
    for a in range(begin, end):
        scores[classes[a]] = 0
    sums = np.zeros(end - begin)
    for a in range(begin, end):
        for b in range(a + 1, end):
            if open_[transitions[classes[a]]] and open_[transitions[classes[b]]]:
                decision = decisions[column]
                scores[classes[a] if decision > 0 else classes[b]] += 1
                sums[a - begin] += decision
                sums[b - begin] -= decision
            column += 1
    for a in range(begin, end):
        total = sums[a - begin]
        scores[classes[a]] += total / (3 * (abs(total) + 1))


@lean
def score_by_votes(indices, count, transitions, open_, tables, rows, decisions, scores):
    """Score the classes of a configuration whose features have these rows."""
    machine = machine_for(indices[tables[SETTINGS][PLACE]], tables)
    known = known_rows(machine, indices, count, tables, rows)
    decide(machine, rows, known, tables, decisions)
    count_votes(machine, decisions, transitions, open_, tables, scores)
