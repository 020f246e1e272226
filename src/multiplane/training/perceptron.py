"""The averaged perceptron with a dynamic oracle (Goldberg and Nivre 2012), for greedy search."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal
from multiplane.native import entry
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, STOPS, best_class, do, extract, find_open
from multiplane.training.correct import dependent_of, right_classes
from multiplane.training.tree import gold_tree
from multiplane.training.updates import best_of, next_random, set_against, train_label


@entry
def train_greedily(
    order, starts, trees, loss_tables, blocks, tables, features, classes, data, options, weights,
    room, explore, clock, random, prefer,
):  # fmt: skip
    """Go through the sentences of `order` once; return how many steps were right, and how many."""
    table, totals, label_table, label_totals = weights
    count = len(tables[1]) - 1
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    cost = np.zeros(count + 1, np.int32)
    right = np.zeros(len(classes[0]), np.bool_)
    stops = options[STOPS]
    good_steps, all_steps = 0, 0
    for s in order:
        words = starts[s + 1] - starts[s]
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        clear_kin(kin, words)
        scratch = np.zeros((3, len(c)), np.int32)
        labels, args, here = gold_tree(s, starts, trees, loss_tables)
        base = here[0]
        for _ in range(most_steps(words)):
            ended = is_terminal(c, tables[5])
            if ended and not stops:
                break
            bits = find_open(c, kin, words, tables, classes, options, ended, open_)
            if not right_classes(
                c, tables, args, scratch, classes, options, ended, open_, labels, cost, right,
                prefer, here,
            ):  # fmt: skip
                break
            found = extract(
                c, kin, words, base, bits, tables, features, data, options, table, nodes, atoms,
                indices,
            )  # fmt: skip
            sum_rows(table, indices, found, scores)
            good = best_of(scores, right)
            guess = best_class(scores, open_, classes[2])
            all_steps += 1
            clock[0] += 1
            now = np.float32(clock[0])
            if not right[guess]:
                set_against(table, totals, indices, found, good, guess, now)
            else:
                good_steps += 1
            follow = guess if right[guess] or next_random(random) < explore else good
            label = classes[1][follow]
            transition = classes[0][follow]
            if classes[1][good] == OTHER:
                wanted = labels[
                    dependent_of(
                        c, tables[5], classes[4], classes[0][good], args[0], options[DIRECTED]
                    ) - 1
                ]  # fmt: skip
                predicted = train_label(
                    label_table, label_totals, indices, found, folded, label_scores, wanted,
                    classes[3].shape[1], now,
                )  # fmt: skip
                if follow == good:
                    label = wanted
                elif label == OTHER:
                    label = predicted
            elif label == OTHER:
                label = train_label(
                    label_table, label_totals, indices, found, folded, label_scores, -1,
                    classes[3].shape[1], now,
                )  # fmt: skip
            if transition == count:
                break
            do(c, kin, words, tables, classes, transition, label)
    return good_steps, all_steps
