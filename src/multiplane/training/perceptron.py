"""The averaged perceptron with a dynamic oracle (Goldberg and Nivre 2012), for greedy search."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal, node_at, lies, field, component, copy_to, apply
from multiplane.machine.layout import WHERE, FIRST, NODES
from multiplane.native import jit
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.dynamic import FORBIDDEN, costs
from multiplane.oracles.loss import errors
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, STOPS, best_class, do, extract, find_open


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
def dependent_of(c, settings, arcs, t):
    """The word that would get a head, or -1."""
    return node_at(c, settings, arcs[t, 2], arcs[t, 3]) if arcs[t, 3] >= 0 else -1


@jit
def rotates(tables, t):
    return tables[0][tables[1][t], 0] == 5 or tables[0][tables[1][t + 1] - 1, 0] == 5


@jit
def pending(c, settings, gold, planes, front):
    """Count the arcs of the front word that wait on the active plane, and on others."""
    first = settings[1]
    active = lies(c, settings, first) - first
    where, newest = field(c, WHERE, 0), field(c, FIRST, 0)
    here, there = 0, 0
    for d in range(1, c[NODES]):
        h = gold[d]
        if h < 0 or c[newest + d] >= 0 or (h != front and d != front):
            continue
        other = d if h == front else h
        on = (c[where + other] >> first) & planes[d]
        if on == 0 or component(c, h) == component(c, d):
            continue
        if on >> active & 1:
            here += 1
        else:
            there += 1
    return here, there


@jit
def tidy(c, tables, gold, planes, classes, open_, cost, policy):
    rows, starts, checks, check_starts, late, settings = tables
    if settings[2] == 1:
        return
    count = len(starts) - 1
    front = node_at(c, settings, settings[0] - 1, 0)
    here, there = pending(c, settings, gold, planes, front)
    home = lies(c, settings, settings[1]) == settings[1]
    away = here == 0 and (there > 0 or not home)
    any_ = False
    reduce, shift = False, False
    for t in range(count):
        if cost[t] == 0 and open_[t] and not rotates(tables, t) and classes[4][t, 1] < 0:
            if classes[5][t, 0] >= 0:
                reduce = True
            else:
                shift = True
    for t in range(count):
        if cost[t] == 0 and open_[t]:
            plain = not rotates(tables, t) and classes[4][t, 1] < 0
            drops = classes[5][t, 0] >= 0
            if policy == 3 and plain and drops and shift:
                cost[t] = 1000
            elif policy == 4 and plain and not drops and reduce:
                cost[t] = 1000
            elif rotates(tables, t) != away:
                cost[t] = 1000
            else:
                any_ = True
    if not any_:
        for t in range(count):
            if cost[t] == 1000:
                cost[t] = 0


@jit
def right_classes(c, tables, args, scratch, classes, options, ended, open_, labels, cost, right, policy):
    """Mark the classes that cost nothing: `right[k]`; return whether there is one."""
    starts, by_label, arcs = classes[2], classes[3], classes[4]
    count = len(tables[1]) - 1
    best = costs(c, tables, args, scratch, cost)
    if ended and options[STOPS]:
        stopping = errors(c, args[0], args[6])
        least = min(best, stopping)
        for t in range(count):
            if cost[t] < FORBIDDEN:
                cost[t] += best - least
        cost[count] = stopping - least
    else:
        cost[count] = FORBIDDEN
    for k in range(len(right)):
        right[k] = 0
    found = False
    if policy >= 1:
        tidy(c, tables, args[0], args[3], classes, open_, cost, policy)
    for t in range(count + 1):
        if open_[t] and (cost[t] == 0 or (cost[t] == 1000 and policy == 2)):
            found = True
            dependent = dependent_of(c, tables[5], arcs, t) if t < count else -1
            if dependent > 0:
                right[by_label[t, labels[dependent - 1]]] = 1 + (cost[t] == 0)
            elif starts[t + 1] - starts[t] == 1:
                right[starts[t]] = 1 + (cost[t] == 0)
            else:
                for k in range(starts[t], starts[t + 1]):
                    right[k] = 1 + (cost[t] == 0)
    return found


@jit
def best_of(scores, right):
    best = -1
    for k in range(len(right)):
        if right[k] == 2 and (best < 0 or scores[k] > scores[best]):
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
    order, starts, gold_heads, gold_labels, crossing_starts, crossing, offsets, loss_tables, blocks,
    tables, features, classes, data, options, weights, most, explore, clock, random, margin, all_planes,
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
    right = np.zeros(len(classes[0]), np.int32)
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
            heads, crossing_starts[base : base + words + 2], crossing[offsets[s] : offsets[s + 1]],
            planes, kinds, can, flags, np.zeros((WORK, words + 2), np.int32),
        )
        for _ in range(most_steps(words)):
            ended = is_terminal(c, tables[5])
            if ended and not stops:
                break
            bits = find_open(c, kin, words, tables, classes, options, ended, open_)
            if not right_classes(
                c, tables, args, scratch, classes, options, ended, open_, labels, cost, right, margin
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
                    label_table, label_totals, indices, found, folded, label_scores, wanted,
                    classes[3].shape[1], np.float32(clock[0]),
                )
                if follow == good:
                    label = wanted
                elif label == OTHER:
                    label = predicted
            elif label == OTHER:
                label = train_label(
                    label_table, label_totals, indices, found, folded, label_scores, -1,
                    classes[3].shape[1], np.float32(clock[0]),
                )
            if transition == count:
                break
            do(c, kin, words, tables, classes, options[DIRECTED], transition, label)
    return good_steps, all_steps
