"""Greedy search where machines vote (`multiplane.guides.votes`)."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.votes_kernel import score_by_votes
from multiplane.machine.kernel import is_terminal
from multiplane.native import entry, lean
from multiplane.search.greedy import most_steps
from multiplane.search.state import (
    DIRECTED,
    NO_WEIGHTS,
    STOPS,
    best_class,
    do,
    extract,
    find_open,
    only_class,
    other_label,
)
from multiplane.search.tree import read_tree
from multiplane.search.undirected import read_edges


@lean
def greedy_by_votes(
    c, kin, words, base, tables, features, classes, data, options, votes, label_weights, room,
    decisions, scores,
):  # fmt: skip
    """Run a sentence to its end; return how many transitions that took."""
    open_, nodes, atoms, indices, _, label_scores, rows = room
    clear_kin(kin, words)
    for step in range(most_steps(words)):
        ended = is_terminal(c, tables[5])
        if ended and not options[STOPS]:
            return step
        bits = find_open(c, kin, words, tables, classes, options, ended, open_)
        k = only_class(open_, classes[2])
        count = 0
        if k < 0 or classes[1][k] == OTHER:
            count = extract(
                c, kin, words, base, bits, tables, features, data, options, NO_WEIGHTS, nodes,
                atoms, indices,
            )  # fmt: skip
        if k < 0:
            score_by_votes(indices, count, classes[0], open_, votes, rows, decisions, scores)
            k = best_class(scores, open_, classes[2])
        if k < 0 or classes[0][k] == len(tables[1]) - 1:
            return step
        label = classes[1][k]
        if classes[1][k] == OTHER:
            label = other_label(
                label_weights, indices, count, classes[3].shape[1], label_scores, rows
            )
        do(c, kin, words, tables, classes, classes[0][k], label)
    return most_steps(words)


@entry
def parse_by_votes(
    starts, blocks, tables, features, classes, data, options, votes, label_weights, room,
    most_decisions, directions, heads, labels,
):  # fmt: skip
    """Parse the sentences `starts[s]` to `starts[s + 1]`; return how many transitions it took.

    `directions` are for undirected systems, and not looked at otherwise.
    """
    decisions, scores = np.zeros(most_decisions), np.zeros(len(classes[0]))
    steps = 0
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        words = end - begin
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        steps += greedy_by_votes(
            c, kin, words, begin + 2 * s, tables, features, classes, data, options, votes,
            label_weights, room, decisions, scores,
        )  # fmt: skip
        if options[DIRECTED]:
            read_tree(kin, words, options, heads[begin:end], labels[begin:end])
        else:
            read_edges(c, words, directions, options, heads[begin:end], labels[begin:end])
    return steps
