"""The averaged perceptron for graphs in which words may have several heads."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal, node_at
from multiplane.native import entry, lean
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.graph_loss import right_transition
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, STOPS, best_class, do, extract, find_open
from multiplane.training.updates import best_of, next_random, set_against, train_label


@lean
def gold_label(c, settings, arcs, t, heads, labels, dependents):
    """Return the label of the arc that a transition builds, or -1 if there is none in gold."""
    if arcs[t, 3] >= 0:
        head = node_at(c, settings, arcs[t, 0], arcs[t, 1])
        dependent = node_at(c, settings, arcs[t, 2], arcs[t, 3])
        for arc in range(len(heads)):
            if heads[arc] == head and dependents[arc] == dependent:
                return labels[arc]
    return -1


@entry
def train_on_graphs(
    order, starts, graphs, reach, blocks, tables, features, classes, data, options, weights,
    room, explore, clock, random, prefer,
):  # fmt: skip
    """Go through the sentences of `order` once; return how many steps were right, and how many.

    `graphs` has where the arcs of each sentence begin, heads, labels and dependents.
    """
    arc_starts, all_heads, all_labels, all_dependents = graphs
    table, totals, label_table, label_totals = weights
    count = len(tables[1]) - 1
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    losses = np.zeros(count, np.int32)
    right = np.zeros(len(classes[0]), np.bool_)
    good_steps, all_steps = 0, 0
    for s in order:
        words, base = starts[s + 1] - starts[s], starts[s] + 2 * s
        if words == 0:
            continue
        first, last = arc_starts[s], arc_starts[s + 1]
        heads, labels = all_heads[first:last], all_labels[first:last]
        dependents = all_dependents[first:last]
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        clear_kin(kin, words)
        scratch, w = c.copy(), np.zeros((WORK, words + 2), np.int32)
        for _ in range(most_steps(words)):
            ended = is_terminal(c, tables[5])
            if ended and not options[STOPS]:
                break
            bits = find_open(c, kin, words, tables, classes, options, ended, open_)
            t = right_transition(
                c, tables, heads, dependents, reach, prefer, open_, scratch, w, losses
            )
            if t < 0:
                break
            wanted = -1
            if t < count:
                wanted = gold_label(c, tables[5], classes[4], t, heads, labels, dependents)
            right[:] = False
            if wanted >= 0:
                right[classes[3][t, wanted]] = True
            else:
                right[classes[2][t] : classes[2][t + 1]] = True
            used = extract(
                c, kin, words, base, bits, tables, features, data, options, table, nodes, atoms,
                indices,
            )  # fmt: skip
            sum_rows(table, indices, used, scores)
            good = best_of(scores, right)
            guess = best_class(scores, open_, classes[2])
            all_steps += 1
            clock[0] += 1
            now = np.float32(clock[0])
            if right[guess]:
                good_steps += 1
            else:
                set_against(table, totals, indices, used, good, guess, now)
            follow = guess if right[guess] or next_random(random) < explore else good
            label = classes[1][follow]
            if classes[1][good] == OTHER or label == OTHER:
                target = wanted if classes[1][good] == OTHER else -1
                predicted = train_label(
                    label_table, label_totals, indices, used, folded, label_scores, target,
                    classes[3].shape[1], now,
                )  # fmt: skip
                if label == OTHER:
                    label = wanted if follow == good and wanted >= 0 else predicted
            if classes[0][follow] == count:
                break
            do(c, kin, words, tables, classes, classes[0][follow], label)
    return good_steps, all_steps
