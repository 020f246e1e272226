"""The averaged perceptron for systems with families: a member of any place against another.

Any member that loses no arc is right (2013, Example 5; Goldberg and Elhadad 2010): the one that
scores best is set against the one that would be done.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import apply, copy_to, is_terminal
from multiplane.native import entry, lean
from multiplane.oracles.dynamic import FORBIDDEN, value
from multiplane.oracles.loss import errors
from multiplane.search.families import BACK, FORTH, can_go, close_others, do_member, walk
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, STOPS, extract, find_open
from multiplane.training.correct import dependent_of
from multiplane.training.tree import gold_tree
from multiplane.training.updates import move_weights, next_random, train_label


@lean
def member_costs(c, tables, args, scratch, open_, passed, steps, out):
    """Fill in the loss after each transition that is done so many steps away; return the least."""
    rows, starts, _, _, _, settings = tables
    best = FORBIDDEN
    for t in range(len(starts) - 1):
        out[t] = FORBIDDEN
        if open_[t]:
            copy_to(scratch[0], c)
            apply(scratch[0], rows, starts, settings, t, 0)
            walk(scratch[0], settings, steps, BACK, passed)
            out[t] = value(scratch[0], tables, args, scratch, 1)
            best = min(best, out[t])
    out[len(starts) - 1] = FORBIDDEN
    if open_[len(starts) - 1]:
        out[len(starts) - 1] = errors(c, args[0], args[6])
        best = min(best, out[len(starts) - 1])
    return best


@entry
def train_with_families(
    order, starts, trees, loss_tables, blocks, tables, features, classes, data, options, weights,
    room, explore, clock, random, family,
):  # fmt: skip
    """Go through the sentences of `order` once; return how many steps were right, and how many."""
    table, totals, label_table, label_totals = weights
    steps, members = family
    settings, class_starts, by_label, arcs = tables[5], classes[2], classes[3], classes[4]
    count = len(tables[1]) - 1
    longest = 2
    for s in range(len(starts) - 1):
        longest = max(longest, starts[s + 1] - starts[s] + 2)
    open_, nodes, atoms, _, _, label_scores, folded = room
    indices, used = np.zeros((longest, len(folded)), np.int64), np.zeros(longest, np.int64)
    scores = np.zeros((longest, table.shape[1]), np.float32)
    losses = np.zeros((longest, count + 1), np.int32)
    wanted = np.zeros((longest, count + 1), np.int32)  # the label of the arc, or -1
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
            if is_terminal(c, settings) and not options[STOPS]:
                break
            passed, least = 0, FORBIDDEN
            while True:
                ended = passed == 0 and is_terminal(c, settings)
                bits = find_open(c, kin, words, tables, classes, options, ended, open_)
                if passed:
                    close_others(open_, members)
                best = member_costs(c, tables, args, scratch, open_, passed, steps, losses[passed])
                least = min(least, best)
                for t in range(count + 1):
                    dependent = -1
                    if t < count:
                        dependent = dependent_of(c, settings, arcs, t, args[0], options[DIRECTED])
                    wanted[passed, t] = labels[dependent - 1] if dependent > 0 else -1
                used[passed] = 0
                if best < FORBIDDEN:
                    used[passed] = extract(
                        c, kin, words, base, bits, tables, features, data, options, table,
                        nodes, atoms, indices[passed],
                    )  # fmt: skip
                    sum_rows(table, indices[passed], used[passed], scores[passed])
                if not can_go(c, settings, steps, FORTH):
                    break
                walk(c, settings, steps, FORTH, 1)
                passed += 1
            walk(c, settings, steps, BACK, passed)
            if least == FORBIDDEN:
                break
            good, good_far, guess, guess_far, right = -1, 0, -1, 0, False
            for far in range(passed + 1):
                for t in range(count + 1):
                    if losses[far, t] == FORBIDDEN:
                        continue
                    for k in range(class_starts[t], class_starts[t + 1]):
                        fits = wanted[far, t] < 0 or by_label[t, wanted[far, t]] == k
                        fits = fits and losses[far, t] == least
                        if guess < 0 or scores[far, k] > scores[guess_far, guess]:
                            guess, guess_far, right = k, far, fits
                        if fits and (good < 0 or scores[far, k] > scores[good_far, good]):
                            good, good_far = k, far
            all_steps += 1
            clock[0] += 1
            now = np.float32(clock[0])
            if right:
                good_steps += 1
            else:
                move_weights(
                    table, totals, indices[good_far], used[good_far], good, np.float32(1), now
                )
                move_weights(
                    table, totals, indices[guess_far], used[guess_far], guess, np.float32(-1), now
                )
            follow, far = good, good_far
            if right or next_random(random) < explore:
                follow, far = guess, guess_far
            transition, label = classes[0][follow], classes[1][follow]
            if classes[1][good] == OTHER:
                train_label(
                    label_table, label_totals, indices[good_far], used[good_far], folded,
                    label_scores, wanted[good_far, classes[0][good]], by_label.shape[1], now,
                )  # fmt: skip
            if label == OTHER:
                label = train_label(
                    label_table, label_totals, indices[far], used[far], folded, label_scores, -1,
                    by_label.shape[1], now,
                )  # fmt: skip
                if follow == good and far == good_far:
                    label = wanted[far, transition]
            if transition == count:
                break
            do_member(c, kin, words, tables, classes[8], transition, label, far, steps)
    return good_steps, all_steps
