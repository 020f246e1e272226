"""Greedy search: the best transition at each step."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal
from multiplane.native import entry, lean, lean_entry
from multiplane.search.state import (
    DIRECTED,
    STOPS,
    best_class,
    do,
    extract,
    find_open,
    only_class,
    other_label,
)
from multiplane.search.tree import read_tree


@lean_entry
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
        if k < 0 or classes[1][k] == OTHER:
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
        if classes[1][k] == OTHER:
            label = other_label(
                label_weights, indices, count, classes[3].shape[1], label_scores, folded
            )
        do(c, kin, words, tables, classes, classes[0][k], label)
    return most_steps(words)


@entry
def parse_greedily(
    starts, blocks, tables, features, classes, data, options, weights, room, heads, labels
):
    """Parse the sentences `starts[s]` to `starts[s + 1]`; return how many transitions it took."""
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
