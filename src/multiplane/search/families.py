"""Greedy search for systems with families, as easy-first: the best member of all, at each step.

Every member is scored where it acts (`guides.families`), so a step looks at all words that are
left, and a sentence takes quadratic time.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.kin import clear_kin, kin_size, note
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import apply, do_step, is_terminal, node_at
from multiplane.native import entry, lean
from multiplane.search.greedy import most_steps
from multiplane.search.state import (
    DIRECTED,
    STOPS,
    best_class,
    extract,
    find_open,
    other_label,
)
from multiplane.search.tree import read_tree

FORTH, BACK = 0, 1


@lean
def walk(c, settings, ways, way, steps):
    """Go some steps forth or back."""
    for _ in range(steps):
        do_step(c, settings, ways, way, 0)


@lean
def can_go(c, settings, ways, way):
    """Is there a word to go past?"""
    return node_at(c, settings, ways[way, 1], ways[way, 2]) >= 0


@lean
def close_others(open_, members):
    """On a walk, only members of families may be done."""
    for t in range(len(members)):
        open_[t] = open_[t] and members[t]
    open_[len(members)] = False


@lean
def best_member(
    c, kin, words, base, tables, features, classes, data, options, weights, room, family
):
    """Return how far the best choice is, its class and its label; the class is -1 if none is."""
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    steps, members = family
    settings = tables[5]
    far, chosen, label, most = 0, -1, -1, 0
    passed = 0
    while True:
        ended = passed == 0 and is_terminal(c, settings)
        bits = find_open(c, kin, words, tables, classes, options, ended, open_)
        if passed:
            close_others(open_, members)
        if open_.any():
            count = extract(
                c, kin, words, base, bits, tables, features, data, options, weights[0], nodes,
                atoms, indices,
            )  # fmt: skip
            sum_rows(weights[0], indices, count, scores)
            k = best_class(scores, open_, classes[2])
            if k >= 0 and (chosen < 0 or scores[k] > most):
                far, chosen, label, most = passed, k, classes[1][k], scores[k]
                if classes[1][k] == OTHER:
                    label = other_label(
                        weights[1], indices, count, classes[3].shape[1], label_scores, folded
                    )
        if not can_go(c, settings, steps, FORTH):
            break
        walk(c, settings, steps, FORTH, 1)
        passed += 1
    walk(c, settings, steps, BACK, passed)
    return far, chosen, label


@lean
def do_member(c, kin, words, tables, undirected, transition, label, far, steps):
    """Do a member of a family, or far = 0 steps away any transition, and note what it built."""
    walk(c, tables[5], steps, FORTH, far)
    apply(c, tables[0], tables[1], tables[5], transition, label)
    walk(c, tables[5], steps, BACK, far)
    note(c, kin, words + 2, transition, undirected)


@lean
def greedy_with_families(
    c, kin, words, base, tables, features, classes, data, options, weights, room, family
):
    """Run a sentence to its end; return how many transitions that took."""
    clear_kin(kin, words)
    for step in range(most_steps(words)):
        if is_terminal(c, tables[5]) and not options[STOPS]:
            return step
        far, k, label = best_member(
            c, kin, words, base, tables, features, classes, data, options, weights, room, family
        )
        if k < 0 or classes[0][k] == len(tables[1]) - 1:
            return step
        do_member(c, kin, words, tables, classes[8], classes[0][k], label, far, family[0])
    return most_steps(words)


@entry
def parse_with_families(
    starts, blocks, tables, features, classes, data, options, weights, room, family, heads, labels
):
    """Parse the sentences `starts[s]` to `starts[s + 1]`; return how many transitions it took."""
    steps = 0
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        words = end - begin
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        steps += greedy_with_families(
            c, kin, words, begin + 2 * s, tables, features, classes, data, options, weights, room,
            family,
        )  # fmt: skip
        read_tree(kin, words, options, heads[begin:end], labels[begin:end])
    return steps
