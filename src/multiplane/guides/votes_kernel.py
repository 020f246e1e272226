"""Decisions between every two classes, from weights of features and of pairs of features."""

# mypy: disable-error-code="no-untyped-def"

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.hashing import mix
from multiplane.features.kernel import extract
from multiplane.guides.scorer import look, name_label, score
from multiplane.guides.table import label_by_rows
from multiplane.native import entry, jit, lean

ROW_BITS = 26  # of the largest table of features
FARTHEST = 1000  # slots from where a key belongs
NO_WEIGHTS = np.zeros((0, 0), np.int8)  # nothing to prefetch


class VoteTables(NamedTuple):
    """Voting machines as kernels take them; for most fields see `Votes`."""

    split: int  # the template whose value selects the machine
    rest: int  # the machine for all other values
    values: NDArray[np.int64]
    machines: NDArray[np.int32]
    class_starts: NDArray[np.int32]
    classes: NDArray[np.int32]
    first: NDArray[np.int64]  # where the decisions of each machine begin
    bias: NDArray[np.float64]
    prior: NDArray[np.float64]
    keys: NDArray[np.uint64]
    slots: NDArray[np.int32]  # a hash table of keys
    starts: NDArray[np.int64]
    columns: NDArray[np.uint16]
    weights: NDArray[np.float32]
    whole: NDArray[np.int64]  # where the dense row of a pair begins, or -1
    rows: NDArray[np.float32]  # dense rows of pairs with many weights


class Voting(NamedTuple):
    """The scorer: machines, weights of labels, and work space for decisions."""

    votes: VoteTables
    label_weights: NDArray[Any]
    weights: NDArray[np.int8]  # NO_WEIGHTS: `extract` has no rows to prefetch here
    shift: int
    decisions: NDArray[np.float64]


@lean
def pair_key(machine, one, other):
    """Return the key of two features, one <= other, for a machine."""
    return np.uint64((np.int64(machine) << 2 * ROW_BITS) | (one << ROW_BITS) | other)


@entry
def make_slots(keys, slots):
    """Fill in the hash table for `find_pair`; its size is a power of 2.

    Return whether every key is near the slot where it belongs: those that nobody has chosen are.
    """
    mask = np.uint64(len(slots) - 1)
    slots[:] = -1
    for at in range(len(keys)):
        slot = mix(keys[at]) & mask
        far = 0
        while slots[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
            far += 1
            if far > FARTHEST:
                return False
        slots[slot] = at
    return True


@lean
def find_pair(key, keys, slots):
    """Return the index of a key, or -1."""
    mask = np.uint64(len(slots) - 1)
    slot = mix(key) & mask
    while slots[slot] >= 0:
        if keys[slots[slot]] == key:
            return slots[slot]
        slot = (slot + np.uint64(1)) & mask
    return np.int32(-1)


@entry
def make_rows(starts, columns, weights, whole, rows):
    """Write the weights of pairs with many weights as dense rows, with a place for every decision.

    `whole[pair]` is where the row of a pair begins, or -1.
    """
    for at in range(len(whole)):
        if whole[at] >= 0:
            for e in range(starts[at], starts[at + 1]):
                rows[whole[at] + columns[e]] = weights[e]


@lean
def add_row(row, out):
    """Add a row to `out`; a separate function, so that it is vectorised."""
    for column in range(len(row)):
        out[column] += row[column]


@lean
def machine_for(row, votes):
    """Return the machine for a value (a row) of the split's feature."""
    at = np.searchsorted(votes.values, row)
    if at < len(votes.values) and votes.values[at] == row:
        return np.int64(votes.machines[at])
    return np.int64(votes.rest)


@lean
def known_rows(machine, indices, count, votes, out):
    """List the distinct rows that a machine knows, sorted; return their number."""
    found = 0
    for at in range(count):
        row = indices[at]
        if find_pair(pair_key(machine, row, row), votes.keys, votes.slots) < 0:
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
def decide_pairs(machine, rows, count, votes, out):
    """Fill in the decisions of a machine, positive for the first of two classes."""
    first = votes.first[machine]
    size = votes.first[machine + 1] - first
    for column in range(size):
        out[column] = votes.bias[first + column]
    for a in range(count):
        for b in range(a, count):
            at = find_pair(pair_key(machine, rows[a], rows[b]), votes.keys, votes.slots)
            if at < 0:
                continue
            begin = votes.whole[at]
            if begin >= 0:
                add_row(votes.rows[begin : begin + size], out[:size])
            else:
                for e in range(votes.starts[at], votes.starts[at + 1]):
                    out[votes.columns[e]] += votes.weights[e]


@jit
def count_votes(machine, decisions, transitions, open_, votes, scores):
    """Score classes by their votes against other open classes; decisions break ties.

    Classes that the machine has never seen come last, the most frequent first.
    """
    begin, end = votes.class_starts[machine], votes.class_starts[machine + 1]
    classes = votes.classes
    for k in range(len(votes.prior)):
        scores[k] = votes.prior[k] - 2
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
def score_rows(votes, found, transitions, open_, rows, decisions, scores):
    """Score classes by the rows of a configuration's features; the rest is room to work in."""
    machine = machine_for(found[votes.split], votes)
    known = known_rows(machine, found, len(found), votes, rows)
    decide_pairs(machine, rows, known, votes, decisions)
    count_votes(machine, decisions, transitions, open_, votes, scores)


@score.on(Voting)
@lean
def score_by_votes(scorer, found, count, task, open_, scores):
    transitions, rows = task.classes.transitions, task.work.folded
    score_rows(scorer.votes, found[:count], transitions, open_, rows, scorer.decisions, scores)


look.on(Voting)(extract)
name_label.on(Voting)(label_by_rows)
