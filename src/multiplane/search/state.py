"""One step of a parser: what may be done, how it scores, and doing it."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kernel import fill_atoms, fill_rows, resolve
from multiplane.features.kin import ABANDONED, K_HEADER, LEFT_VALENCY, RIGHT_VALENCY, SEEN, note
from multiplane.guides.rows import sum_rows
from multiplane.machine.conditions import look, met
from multiplane.machine.kernel import apply, field, lies, node_at, permitted
from multiplane.machine.layout import WHERE
from multiplane.native import lean
from multiplane.native.memory import fetch

# Settings of a search, in this order.
STOPS, ONE_ROOT, DIRECTED, SHIFT_BITS, ROOT_LABEL, LOOSE_LABEL, HAS_ROOT = range(7)
NO_WEIGHTS = np.zeros((0, 0), np.int8)  # to be asked for


@lean
def may_abandon(kin, options):
    """May a word go without a head?  It is a root then; where 0 is a node, roots have a head."""
    return not options[HAS_ROOT] and (not options[ONE_ROOT] or kin[ABANDONED] == 0)


@lean
def abandons(c, kin, settings, drops, t, nodes):
    """Would a word without a head be gone from all stores?"""
    if drops[t, 0] < 0:
        return False
    node = node_at(c, settings, drops[t, 0], drops[t, 1])
    if kin[K_HEADER + node] < nodes - 1:
        return False
    return c[field(c, WHERE, node)] == 1 << lies(c, settings, drops[t, 0])


@lean
def is_defined(c, kin, tables, places, table, late, t):
    """Is the transition defined here, where `look` has found the words at all places?"""
    begin, end = tables[3][t], tables[3][t + 1]
    if late is None:
        return met(c, kin, SEEN, table, begin, end)
    if len(places) and not late[t]:
        return met(c, kin, SEEN, table, begin, end)
    rows, starts, checks, check_starts, _, settings = tables
    return permitted(c, rows, starts, checks, check_starts, late, settings, t)


@lean
def find_open(c, kin, words, tables, classes, options, ended, out):
    """Say for each transition, and for stopping, whether it may be done; return them as bits."""
    starts, late, settings = tables[1], tables[4], tables[5]
    arcs, drops, places, table = classes[4], classes[5], classes[6], classes[7]
    look(c, settings, places, kin, SEEN)
    count = len(starts) - 1
    bits = 0
    at = K_HEADER
    nodes = words + 2
    rooted = kin[at + LEFT_VALENCY * nodes] + kin[at + RIGHT_VALENCY * nodes] > 0
    for t in range(count):
        out[t] = is_defined(c, kin, tables, places, table, late, t)
        if out[t] and rooted and options[ONE_ROOT] and arcs[t, 1] >= 0:
            head = node_at(c, settings, arcs[t, 0], arcs[t, 1])
            # An undirected arc may have the root at its other end.
            out[t] = head != 0 and node_at(c, settings, arcs[t, 2], arcs[t, 3]) != 0
        if out[t] and options[DIRECTED] and not may_abandon(kin, options):
            out[t] = not abandons(c, kin, settings, drops, t, nodes)
        if out[t]:
            bits |= 1 << min(t, 30)
    out[count] = ended and options[STOPS]
    return bits


@lean
def extract(c, kin, words, base, bits, tables, features, data, options, weights, nodes, atoms, out):
    """Find the rows of weights of a configuration, and ask for them; return how many there are."""
    addresses, atom_rows, plain, counts, morphs = features
    values, morph_starts, morphs_of = data
    resolve(c, kin, words, tables[5], addresses, nodes)
    fill_atoms(c, kin, words, base, values, bits, atom_rows, nodes, atoms)
    shift = np.uint64(options[SHIFT_BITS])
    return fill_rows(
        base, morph_starts, morphs_of, plain, counts, morphs, nodes, atoms, shift, weights, out
    )


@lean
def best_class(scores, open_, starts):
    """Return the class that scores best among those of transitions that may be done, or -1."""
    best, highest = -1, scores[0]
    for t in range(len(starts) - 1):
        if open_[t]:
            for k in range(starts[t], starts[t + 1]):
                if scores[k] > highest or best < 0:
                    best, highest = k, scores[k]
    return best


@lean
def only_class(open_, starts):
    """Return the class if there is only one that can be chosen, or -1."""
    found = -1
    for t in range(len(starts) - 1):
        if open_[t]:
            if found >= 0 or starts[t + 1] - starts[t] > 1:
                return -1
            found = starts[t]
    return found


@lean
def other_label(label_weights, indices, count, labels, scores, folded):
    """Return the best label by the second table."""
    mask = len(label_weights) - 1
    begin, size = label_weights.ctypes.data, label_weights.shape[1] * label_weights.itemsize
    for at in range(count):
        folded[at] = indices[at] & mask
        fetch(begin + folded[at] * size)
    sum_rows(label_weights, folded, count, scores)
    best = 0
    for k in range(1, labels):
        if scores[k] > scores[best]:
            best = k
    return best


@lean
def do(c, kin, words, tables, classes, transition, label):
    """Do a transition and note what it built."""
    kin[ABANDONED] += abandons(c, kin, tables[5], classes[5], transition, words + 2)
    apply(c, tables[0], tables[1], tables[5], transition, label)
    note(c, kin, words + 2, transition, classes[8])
