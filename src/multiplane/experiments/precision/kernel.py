"""Greedy search once more, noting which transition built each arc."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import K_HEAD, K_HEADER, K_LABEL, clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import arc_field, is_terminal
from multiplane.machine.layout import ARCS, DEPENDENT
from multiplane.native import entry, lean
from multiplane.search.greedy import most_steps
from multiplane.search.state import (
    DIRECTED,
    STOPS,
    best_class,
    do,
    extract,
    find_open,
    other_label,
)


@lean
def follow(c, kin, words, base, tables, features, classes, data, options, weights, room, by, times):
    """Run a sentence to its end; say of each word by which transition it got its head, or -1."""
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    clear_kin(kin, words)
    for _ in range(most_steps(words)):
        ended = is_terminal(c, tables[5])
        if ended and not options[STOPS]:
            return
        bits = find_open(c, kin, words, tables, classes, options, ended, open_)
        count = extract(
            c, kin, words, base, bits, tables, features, data, options, weights[0], nodes, atoms,
            indices,
        )  # fmt: skip
        sum_rows(weights[0], indices, count, scores)
        k = best_class(scores, open_, classes[2])
        if k < 0 or classes[0][k] == len(tables[1]) - 1:
            return
        label = classes[1][k]
        if classes[1][k] == OTHER:
            label = other_label(
                weights[1], indices, count, classes[3].shape[1], label_scores, folded
            )
        before = c[ARCS]
        do(c, kin, words, tables, classes, classes[0][k], label)
        times[classes[0][k]] += 1
        for arc in range(before, c[ARCS]):
            by[c[arc_field(c, DEPENDENT, arc)] - 1] = classes[0][k]


@entry
def find_builders(
    starts, blocks, tables, features, classes, data, options, weights, room, heads, labels, by
):
    """Fill in heads, labels and builders of all words; return how often each transition was done.

    Words that no transition gave a head have the builder -1.
    """
    times = np.zeros(len(tables[1]), np.int64)
    for s in range(len(starts) - 1):
        begin, words = starts[s], starts[s + 1] - starts[s]
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        follow(
            c,
            kin,
            words,
            begin + 2 * s,
            tables,
            features,
            classes,
            data,
            options,
            weights,
            room,
            by[begin : begin + words],
            times,
        )
        for d in range(1, words + 1):
            heads[begin + d - 1] = kin[K_HEADER + K_HEAD * (words + 2) + d]
            labels[begin + d - 1] = kin[K_HEADER + K_LABEL * (words + 2) + d] - 1
    return times
