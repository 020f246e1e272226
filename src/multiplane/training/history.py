"""The derivations of a beam, kept as nodes with parents, and what is learnt from two of them.

A history has three arrays, by node: parents, classes, labels.  Node 0 is the start.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin
from multiplane.machine.kernel import copy_to, is_terminal
from multiplane.native import jit, lean
from multiplane.search.beam import IDLE
from multiplane.search.state import do, extract, find_open
from multiplane.training.updates import move_weights


@jit
def trace_back(history, node):
    """List the nodes that lead to a node, in order, those that stand still left out."""
    parents, chosen = history[0], history[1]
    count, at = 0, node
    while at > 0:
        count += chosen[at] != IDLE
        at = parents[at]
    path, at = np.zeros(count, np.int64), node
    while at > 0:
        if chosen[at] != IDLE:
            count -= 1
            path[count] = at
        at = parents[at]
    return path


@lean
def replay(
    start, c, kin, words, base, path, skip, by, history, tables, features, classes, data, options,
    table, totals, room, now,
):  # fmt: skip
    """Run a derivation again; from step `skip` on, move the weights of its features."""
    open_, nodes, atoms, indices, _, _, _ = room
    copy_to(c, start)
    clear_kin(kin, words)
    for step in range(len(path)):
        k, label = history[1][path[step]], history[2][path[step]]
        if step >= skip:
            ended = is_terminal(c, tables[5])
            bits = find_open(c, kin, words, tables, classes, options, ended, open_)
            used = extract(
                c, kin, words, base, bits, tables, features, data, options, table, nodes, atoms,
                indices,
            )  # fmt: skip
            move_weights(table, totals, indices, used, k, by, now)
        if classes[0][k] < len(tables[1]) - 1:
            do(c, kin, words, tables, classes, classes[0][k], label)


@jit
def correct_weights(
    start, c, kin, words, base, good, guess, history, tables, features, classes, data, options,
    table, totals, room, now,
):  # fmt: skip
    """Move up what led to the node `good`, and down what led to `guess`, where they differ."""
    right, wrong = trace_back(history, good), trace_back(history, guess)
    shared = 0
    while shared < min(len(right), len(wrong)) and right[shared] == wrong[shared]:
        shared += 1
    for path, by in ((right, np.float32(1)), (wrong, np.float32(-1))):
        replay(
            start, c, kin, words, base, path, shared, by, history, tables, features, classes, data,
            options, table, totals, room, now,
        )  # fmt: skip
