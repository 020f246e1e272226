"""Greedy search: the best transition at each step."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal
from multiplane.native import jit, lean
from multiplane.search.state import (
    DIRECTED,
    STOPS,
    best_class,
    do,
    extract,
    find_open,
    is_other,
    only_class,
    other_label,
)
from multiplane.search.tree import read_tree


@lean
def most_steps(words):
    """No system of the catalogue takes more; where a user's own loops, it ends here.

    Covington's passes over n(n − 1)/2 pairs of words, swap exchanges as many and shifts again.
    """
    return 64 + 16 * words + words * words


@lean
def greedy(c, kin, words, base, tables, features, classes, data, options, weights, room):
    """Run a sentence to its end; return how many transitions that took."""
    label_weights = weights[1]
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    stops = options[STOPS]
    clear_kin(kin, words)
    for step in range(most_steps(words)):
        ended = is_terminal(c, tables[5])
        if ended and not stops:
            return step
        bits = find_open(c, kin, words, tables, classes, options, ended, open_)
        k = only_class(open_, classes[2])
        count = 0
        if k < 0 or is_other(classes, k):
            count = extract(
                c, kin, words, base, bits, tables, features, data, options, weights[0], nodes,
                atoms, indices,
            )  # fmt: skip
        if k < 0:
            sum_rows(weights[0], indices, count, scores)
            k = best_class(scores, open_, classes[2])
        if k < 0 or classes[0][k] == len(tables[1]) - 1:
            return step
        label = classes[1][k]
        if is_other(classes, k):
            label = other_label(
                label_weights, indices, count, classes[3].shape[1], label_scores, folded
            )
        do(c, kin, words, tables, classes, options[DIRECTED], classes[0][k], label)
    return most_steps(words)


@jit
def make_room(tables, features, width, label_width, most, zero):
    """Arrays that every step writes to."""
    return (
        np.zeros(len(tables[1]), np.bool_),
        np.zeros(len(features[0]), np.int64),
        np.zeros(len(features[1]), np.uint64),
        np.zeros(most, np.int64),
        np.full(width, zero),
        np.full(label_width, zero),
        np.zeros(most, np.int64),
    )


@jit
def parse_greedily(
    starts, blocks, tables, features, classes, data, options, weights, most, heads, labels
):
    """Parse the sentences `starts[s]` to `starts[s + 1]`; return how many transitions it took."""
    room = make_room(tables, features, weights[0].shape[1], weights[1].shape[1], most, np.int32(0))
    steps = 0
    for s in range(len(starts) - 1):
        words = starts[s + 1] - starts[s]
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        steps += greedy(
            c,
            kin,
            words,
            starts[s] + 2 * s,
            tables,
            features,
            classes,
            data,
            options,
            weights,
            room,
        )
        begin, end = starts[s], starts[s + 1]
        read_tree(kin, words, options, heads[begin:end], labels[begin:end])
    return steps
