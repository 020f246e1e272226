"""Beam search: the best few derivations side by side, for any system."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import copy_to, is_terminal
from multiplane.native import entry, lean
from multiplane.search.greedy import most_steps
from multiplane.search.state import (
    DIRECTED,
    STOPS,
    do,
    extract,
    find_open,
    other_label,
)
from multiplane.search.tree import read_tree

IDLE = -1  # the class of an item that has come to its end


@lean
def offer(ranked, parents, chosen, count, width, score, parent, k):
    """Put a candidate among the best; return how many there are."""
    if count == width:
        if score <= ranked[width - 1]:
            return count
        count -= 1
    at = count
    while at > 0 and ranked[at - 1] < score:
        ranked[at], parents[at], chosen[at] = ranked[at - 1], parents[at - 1], chosen[at - 1]
        at -= 1
    ranked[at], parents[at], chosen[at] = score, parent, k
    return count + 1


@lean
def offer_all(ranked, parents, chosen, count, width, total, parent, scores, open_, starts):
    """Offer whatever an item may do, or to stay as it is where it may do nothing."""
    idle = True
    for t in range(len(starts) - 1):
        if open_[t]:
            idle = False
            for k in range(starts[t], starts[t + 1]):
                count = offer(ranked, parents, chosen, count, width, total + scores[k], parent, k)
    if idle:
        count = offer(ranked, parents, chosen, count, width, total, parent, IDLE)
    return count


@lean
def beam_search(
    start,
    words,
    base,
    width,
    tables,
    features,
    classes,
    data,
    options,
    weights,
    room,
    states,
    kins,
    items,
):
    """Run a sentence to its end; return which of the states is the best."""
    _, nodes, atoms, _, scores, label_scores, folded = room
    totals, next_totals, done, next_done, parents, chosen, labels, used, open_, rows = items
    count = len(tables[1]) - 1
    now = 0
    copy_to(states[0, 0], start)
    clear_kin(kins[0, 0], words)
    totals[0], done[0] = 0.0, False
    size = 1
    for _ in range(most_steps(words)):
        for i in range(size):  # all rows are asked for before the first is waited for
            c, kin = states[now, i], kins[now, i]
            ended = is_terminal(c, tables[5])
            done[i] = done[i] or (ended and not options[STOPS])
            if not done[i]:
                bits = find_open(c, kin, words, tables, classes, options, ended, open_[i])
                used[i] = extract(
                    c, kin, words, base, bits, tables, features, data, options, weights[0], nodes,
                    atoms, rows[i],
                )  # fmt: skip
        found, running = 0, False
        for i in range(size):
            if done[i]:
                found = offer(next_totals, parents, chosen, found, width, totals[i], i, IDLE)
                continue
            sum_rows(weights[0], rows[i], used[i], scores)
            found = offer_all(
                next_totals, parents, chosen, found, width, totals[i], i, scores, open_[i],
                classes[2],
            )  # fmt: skip
            labels[i] = -1
            if weights[1].shape[0] > 1:
                labels[i] = other_label(
                    weights[1], rows[i], used[i], classes[3].shape[1], label_scores, folded
                )
        then = 1 - now
        for j in range(found):
            i, k = parents[j], chosen[j]
            copy_to(states[then, j], states[now, i])
            copy_to(kins[then, j], kins[now, i])
            next_done[j] = k == IDLE or classes[0][k] == count
            if not next_done[j]:
                running = True
                label = labels[i] if classes[1][k] == OTHER else classes[1][k]
                do(
                    states[then, j],
                    kins[then, j],
                    words,
                    tables,
                    classes,
                    classes[0][k],
                    label,
                )
        for j in range(found):
            totals[j], done[j] = next_totals[j], next_done[j]
        size, now = found, then
        if not running:
            break
    return now


@entry
def parse_with_beam(
    starts, blocks, items, tables, features, classes, data, options, weights, room, heads, labels
):
    """Parse the sentences `starts[s]` to `starts[s + 1]`."""
    width = len(items[0])
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        words = end - begin
        if words == 0:
            continue
        start = blocks[0][blocks[1][words] : blocks[2][words]]
        states = np.empty((2, width, len(start)), np.int32)
        kins = np.empty((2, width, kin_size(words, options[DIRECTED])), np.int32)
        now = beam_search(
            start,
            words,
            begin + 2 * s,
            width,
            tables,
            features,
            classes,
            data,
            options,
            weights,
            room,
            states,
            kins,
            items,
        )
        read_tree(kins[now, 0], words, options, heads[begin:end], labels[begin:end])
