"""Training for beam search: the structured perceptron with max-violation updates.

What is right is not one derivation but every one that loses no arc (Goldberg and Nivre 2012): the
best of them by the present weights is set against the best item of the beam, at the step where it
falls behind most (Huang, Fayong and Guo 2012).
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import copy_to, is_terminal
from multiplane.native import entry
from multiplane.search.beam import IDLE, offer, offer_all
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, STOPS, do, extract, find_open
from multiplane.training.correct import dependent_of, right_classes
from multiplane.training.history import correct_weights
from multiplane.training.tree import gold_tree
from multiplane.training.updates import train_label


@entry
def train_with_beam(
    order, starts, trees, loss_tables, blocks, tables, features, classes, data, options, weights,
    room, width, clock, prefer,
):  # fmt: skip
    """Go through the sentences of `order` once; return in how many the best item was right."""
    table, totals, label_table, label_totals = weights
    count = len(tables[1]) - 1
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    cost = np.zeros(count + 1, np.int32)
    right = np.zeros(len(classes[0]), np.bool_)
    has_other = label_table.shape[0] > 1
    # Item `width` is the best right derivation, in the beam or not.
    sums, next_sums = np.zeros(width + 1), np.zeros(width + 1)
    done, next_done = np.zeros(width + 1, np.bool_), np.zeros(width + 1, np.bool_)
    good, next_good = np.zeros(width + 1, np.bool_), np.zeros(width + 1, np.bool_)
    nodes_of, next_nodes = np.zeros(width + 1, np.int64), np.zeros(width + 1, np.int64)
    parents, chosen = np.zeros(width + 1, np.int64), np.zeros(width + 1, np.int64)
    other = np.zeros(width + 1, np.int64)
    is_right = np.zeros((width + 1, len(classes[0])), np.bool_)
    right_label = np.zeros((width + 1, count + 1), np.int64)
    correct = 0
    for s in order:
        words = starts[s + 1] - starts[s]
        if words == 0:
            continue
        start = blocks[0][blocks[1][words] : blocks[2][words]]
        states = np.empty((2, width + 1, len(start)), np.int32)
        kins = np.empty((2, width + 1, kin_size(words, options[DIRECTED])), np.int32)
        scratch = np.zeros((3, len(start)), np.int32)
        labels, args, here = gold_tree(s, starts, trees, loss_tables)
        base = here[0]
        limit = most_steps(words)
        room_for = (limit + 1) * (width + 1) + 1
        history = (
            np.empty(room_for, np.int64),
            np.empty(room_for, np.int64),
            np.empty(room_for, np.int64),
        )
        used_nodes = 1
        now = 0
        for place in (0, width):
            copy_to(states[0, place], start)
            clear_kin(kins[0, place], words)
            sums[place], done[place], good[place], nodes_of[place] = 0.0, False, True, 0
        size = 1
        worst, worst_gold, worst_beam = 0.0, -1, -1
        final_right = False
        gold_is_in = True
        for _ in range(limit):
            found, running = 0, False
            best_gold, best_parent, best_class = -1e300, -1, -1
            for which in range(size + 1):
                i = which if which < size else width
                if i == width and gold_is_in:
                    continue
                c, kin = states[now, i], kins[now, i]
                ended = is_terminal(c, tables[5])
                if done[i] or (ended and not options[STOPS]):
                    if i < width:
                        found = offer(next_sums, parents, chosen, found, width, sums[i], i, IDLE)
                    if good[i] and sums[i] > best_gold:
                        best_gold, best_parent, best_class = sums[i], i, IDLE
                    continue
                bits = find_open(c, kin, words, tables, classes, options, ended, open_)
                used = extract(
                    c, kin, words, base, bits, tables, features, data, options, table, nodes, atoms,
                    indices,
                )  # fmt: skip
                sum_rows(table, indices, used, scores)
                wanted = -1
                if good[i]:
                    known = right_classes(
                        c, tables, args, scratch, classes, options, ended, open_, labels, cost,
                        right, prefer, here,
                    )  # fmt: skip
                    for k in range(len(right)):
                        is_right[i, k] = known and right[k]
                        if is_right[i, k] and sums[i] + scores[k] > best_gold:
                            best_gold, best_parent, best_class = sums[i] + scores[k], i, k
                    for t in range(count):
                        right_label[i, t] = -1
                        if open_[t]:
                            d = dependent_of(
                                c, tables[5], classes[4], t, args[0], options[DIRECTED]
                            )
                            right_label[i, t] = labels[d - 1] if d > 0 else -1
                            if has_other and d > 0:
                                k = classes[3][t, labels[d - 1]]
                                if is_right[i, k] and classes[1][k] == OTHER:
                                    wanted = labels[d - 1]
                    if not known:
                        good[i] = False
                if has_other:
                    other[i] = train_label(
                        label_table, label_totals, indices, used, folded, label_scores, wanted,
                        classes[3].shape[1], np.float32(clock[0]),
                    )  # fmt: skip
                if i == width:
                    continue
                found = offer_all(
                    next_sums, parents, chosen, found, width, sums[i], i, scores, open_, classes[2]
                )
            if best_parent < 0:
                break
            then = 1 - now
            gold_is_in = False
            for j in range(found + 1):
                if j == found:
                    if gold_is_in:
                        continue
                    i, k, place = best_parent, best_class, width
                    next_sums[width] = best_gold
                else:
                    i, k, place = parents[j], chosen[j], j
                copy_to(states[then, place], states[now, i])
                copy_to(kins[then, place], kins[now, i])
                t = count if k == IDLE else classes[0][k]
                next_done[place] = k == IDLE or t == count
                next_good[place] = good[i] and (k == IDLE or is_right[i, k])
                label = -1
                if not next_done[place]:
                    running = running or place < width
                    label = classes[1][k]
                    if classes[1][k] == OTHER:
                        label = right_label[i, t] if next_good[place] else other[i]
                    do(
                        states[then, place], kins[then, place], words, tables, classes,
                        t, label,
                    )  # fmt: skip
                history[0][used_nodes] = nodes_of[i]
                history[1][used_nodes] = k
                history[2][used_nodes] = label
                next_nodes[place] = used_nodes
                used_nodes += 1
                if place < width and i == best_parent and k == best_class:
                    gold_is_in = True
                    gold_node = next_nodes[place]
                if place == width:
                    gold_node = next_nodes[place]
            for j in range(found):
                sums[j], done[j], good[j], nodes_of[j] = (
                    next_sums[j],
                    next_done[j],
                    next_good[j],
                    next_nodes[j],
                )
            if not gold_is_in:
                sums[width], done[width], nodes_of[width] = (
                    next_sums[width],
                    next_done[width],
                    next_nodes[width],
                )
                good[width] = True
            size, now = found, then
            final_right = good[0]
            if not good[0] and sums[0] - best_gold >= worst:
                worst, worst_gold, worst_beam = sums[0] - best_gold, gold_node, nodes_of[0]
            if not running:
                break
        clock[0] += 1
        if final_right:
            correct += 1
        elif worst_gold >= 0:
            correct_weights(
                start, states[0, 0], kins[0, 0], words, base, worst_gold, worst_beam, history,
                tables, features, classes, data, options, table, totals, room,
                np.float32(clock[0]),
            )  # fmt: skip
    return correct
