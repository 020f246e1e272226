"""The averaged perceptron with a dynamic oracle (Goldberg and Nivre 2012), for greedy search."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal
from multiplane.native import jit
from multiplane.oracles.conflicts import WORK
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, STOPS, best_class, do, extract, find_open
from multiplane.training.correct import dependent_of, right_classes


@jit
def next_random(state):
    """A number from 0 to 1 (xorshift64*)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return ((x * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0


@jit
def best_of(scores, right):
    best = -1
    for k in range(len(right)):
        if right[k] and (best < 0 or scores[k] > scores[best]):
            best = k
    return best


@jit
def move_weights(table, totals, indices, count, up, down, now):
    for at in range(count):
        row = indices[at]
        table[row, up] += 1.0
        totals[row, up] += now
        table[row, down] -= 1.0
        totals[row, down] -= now


@jit
def train_label(table, totals, indices, count, folded, scores, label, labels, now):
    """Teach the second table a label; return the one it takes for the best."""
    mask = len(table) - 1
    for at in range(count):
        folded[at] = indices[at] & mask
    sum_rows(table, folded, count, scores)
    best = 0
    for k in range(1, labels):
        if scores[k] > scores[best]:
            best = k
    if label >= 0 and best != label:
        move_weights(table, totals, folded, count, label, best, now)
    return best


@jit
def train_greedily(
    order,
    starts,
    gold_heads,
    gold_labels,
    crossing_starts,
    crossing,
    offsets,
    loss_tables,
    blocks,
    tables,
    features,
    classes,
    data,
    options,
    weights,
    most,
    explore,
    clock,
    random,
    all_planes,
    prefer,
):
    """Go through the sentences of `order` once; return how many steps were right, and how many."""
    table, totals, label_table, label_totals = weights
    kinds, can, flags = loss_tables
    count = len(tables[1]) - 1
    open_ = np.zeros(count + 1, np.bool_)
    nodes = np.zeros(len(features[0]), np.int64)
    atoms = np.zeros(len(features[1]), np.uint64)
    indices, folded = np.zeros(most, np.int64), np.zeros(most, np.int64)
    scores = np.zeros(table.shape[1], np.float32)
    label_scores = np.zeros(label_table.shape[1], np.float32)
    cost = np.zeros(count + 1, np.int32)
    right = np.zeros(len(classes[0]), np.bool_)
    stops = options[STOPS]
    good_steps, all_steps = 0, 0
    for s in order:
        words = starts[s + 1] - starts[s]
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words), np.int32)
        clear_kin(kin, words)
        scratch = np.zeros((3, len(c)), np.int32)
        heads = np.full(words + 1, -1, np.int32)
        heads[1:] = gold_heads[starts[s] : starts[s + 1]]
        labels = gold_labels[starts[s] : starts[s + 1]]
        base = starts[s] + 2 * s
        planes = all_planes[base : base + words + 1]
        args = (
            heads,
            crossing_starts[base : base + words + 2],
            crossing[offsets[s] : offsets[s + 1]],
            planes,
            kinds,
            can,
            flags,
            np.zeros((WORK, words + 2), np.int32),
        )
        for _ in range(most_steps(words)):
            ended = is_terminal(c, tables[5])
            if ended and not stops:
                break
            bits = find_open(c, kin, words, tables, classes, options, ended, open_)
            if not right_classes(
                c,
                tables,
                args,
                scratch,
                classes,
                options,
                ended,
                open_,
                labels,
                cost,
                right,
                prefer,
                (base, base + words + 1),
            ):
                break
            found = extract(
                c, kin, words, base, bits, tables, features, data, options, nodes, atoms, indices
            )
            sum_rows(table, indices, found, scores)
            good = best_of(scores, right)
            guess = best_class(scores, open_, classes[2])
            all_steps += 1
            clock[0] += 1
            if not right[guess]:
                move_weights(table, totals, indices, found, good, guess, np.float32(clock[0]))
            else:
                good_steps += 1
            follow = guess if right[guess] or next_random(random) < explore else good
            label = classes[1][follow]
            transition = classes[0][follow]
            if classes[1][good] == OTHER:
                wanted = labels[dependent_of(c, tables[5], classes[4], classes[0][good]) - 1]
                predicted = train_label(
                    label_table,
                    label_totals,
                    indices,
                    found,
                    folded,
                    label_scores,
                    wanted,
                    classes[3].shape[1],
                    np.float32(clock[0]),
                )
                if follow == good:
                    label = wanted
                elif label == OTHER:
                    label = predicted
            elif label == OTHER:
                label = train_label(
                    label_table,
                    label_totals,
                    indices,
                    found,
                    folded,
                    label_scores,
                    -1,
                    classes[3].shape[1],
                    np.float32(clock[0]),
                )
            if transition == count:
                break
            do(c, kin, words, tables, classes, options[DIRECTED], transition, label)
    return good_steps, all_steps
