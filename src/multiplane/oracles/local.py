"""The expected cost of a transition from the few words that it changes (`changes`).

First, once for a configuration, the arcs of the words at the places where transitions act are summed
up: those that can still be built, by the class of the word at the other end; with another of these
words, one by one.  Then the cost of each transition takes a few additions.  The slow twin is
`full_cost` in `expected`, which looks at all words before and after.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.machine.kernel import component, field, has_arc, head_of
from multiplane.machine.layout import FIRST, HEADER, LIES, NODES, WHERE
from multiplane.native import inlined, lean
from multiplane.oracles.beliefs import believed
from multiplane.oracles.changes import (
    DEPTH,
    ENTERS,
    LEAVES,
    NONE,
    NOWHERE,
    POSITION,
    SAME,
    STORE,
    changes,
)

# Rows of `Sums.words`, by place.
NODE, WHO, ACTIVE, OLD, NEW, OLD_PLACE, NEW_PLACE, CHANGED, LEFT, ENTERED = range(10)
UNTOUCHED, TOUCHED, DIFFERENT, DONE = range(4)  # values of CHANGED
HIGHEST = 64  # arcs to go up from a head; the top of its tree is not looked at if further up


class Sums(NamedTuple):
    """What is known of the words at the places looked at.

    A word at several places, as on two stacks, is known by the first of them: WHO.
    """

    words: NDArray[np.int32]  # [10, places]
    mark: NDArray[np.int32]  # by node: its place, from 1; 0 for others
    mass: NDArray[np.float32]  # [places, is it the head?, order, classes]
    roots: NDArray[np.float32]  # [places]: the probability that the word is a root
    pairs: NDArray[np.int32]  # [_, 2]: dependent and head, if both are looked at
    chances: NDArray[np.float32]  # of pairs
    tops: NDArray[np.int32]  # [stores], afterwards


def new_sums(system: System, words: int, nodes: int) -> Sums:
    """Return room for the sums of sentences of up to so many words."""
    found = changes(system, nodes)
    places = int(found.begins[-1])
    return Sums(
        words=np.zeros((10, places), np.int32),
        mark=np.zeros(words + 2, np.int32),
        mass=np.zeros((places, 2, 2, len(found.can)), np.float32),
        roots=np.zeros(places, np.float32),
        pairs=np.zeros((places * places, 2), np.int32),
        chances=np.zeros(places * places, np.float32),
        tops=np.zeros(len(system.stores), np.int32),
    )


@inlined
def sum_up(c, prospects, beliefs, first, sums):
    """Sum up the arcs that can still be built, of the words looked at; return how many are pairs."""
    words, mark = sums.words, sums.mark
    places = _find(c, prospects.changes, prospects.reach.kinds, words, mark)
    newest, where = field(c, FIRST, 0), field(c, WHERE, 0)
    single, root, by_stores = prospects.single, prospects.root, prospects.changes.by_stores
    count = 0
    for p in range(places):
        if words[WHO, p] != p or not words[ACTIVE, p]:
            continue
        x = words[NODE, p]
        mass = sums.mass[p]
        for k in range(mass.shape[2]):
            mass[0, 0, k] = mass[0, 1, k] = mass[1, 0, k] = mass[1, 1, k] = 0
        sums.roots[p] = 0
        begin, end = beliefs.head_starts[first + x], beliefs.head_starts[first + x + 1]
        if single and c[newest + x] >= 0:
            end = begin
        for entry in range(begin, end):
            h = beliefs.heads[entry]
            if h == 0 and not root:
                if single:
                    sums.roots[p] = beliefs.head_chances[entry]
                continue
            q = mark[h] - 1
            other = words[OLD, q] if q >= 0 else by_stores[c[where + h]]
            if _can_now(c, prospects, words, h, x, q, p, other, words[OLD, p]):
                if q >= 0:
                    sums.pairs[count, 0], sums.pairs[count, 1] = p, q
                    sums.chances[count] = beliefs.head_chances[entry]
                    count += 1
                else:
                    _add(mass, prospects.directed, h, x, 0, other, beliefs.head_chances[entry])
        begin, end = beliefs.dependent_starts[first + x], beliefs.dependent_starts[first + x + 1]
        if x == 0 and not root:
            end = begin
        for entry in range(begin, end):
            d = beliefs.dependents[entry]
            if single and c[newest + d] >= 0:
                continue
            q = mark[d] - 1
            if q >= 0 and words[ACTIVE, q]:
                continue  # found from the dependent
            other = words[OLD, q] if q >= 0 else by_stores[c[where + d]]
            if _can_now(c, prospects, words, x, d, p, q, words[OLD, p], other):
                if q >= 0:
                    sums.pairs[count, 0], sums.pairs[count, 1] = q, p
                    sums.chances[count] = beliefs.dependent_chances[entry]
                    count += 1
                else:
                    _add(mass, prospects.directed, x, d, 1, other, beliefs.dependent_chances[entry])
    return count


@inlined
def _find(c, changes, kinds, words, mark):
    """Find the words at all places and the classes that they are of; return how many there are."""
    begins, stores = changes.begins, len(kinds)
    for store in range(stores):  # by where they lie: rotation changes nothing here
        begin, last = begins[store], HEADER + store * c[NODES] + c[store] - 1
        for p in range(begin, begins[store + 1]):
            depth = p - begin
            words[CHANGED, p] = UNTOUCHED
            if depth >= c[store]:
                words[NODE, p] = words[WHO, p] = -1
                continue
            node = c[last - depth]
            words[NODE, p] = node
            if mark[node] == 0:
                mark[node] = p + 1
                words[ACTIVE, p], words[OLD_PLACE, p] = 0, NOWHERE
            who = mark[node] - 1
            words[WHO, p] = who
            words[ACTIVE, who] |= changes.active[p]
            if store == 0:
                words[OLD_PLACE, who] = depth
    for p in range(begins[stores]):
        if words[WHO, p] == p:
            node = words[NODE, p]
            where = c[field(c, WHERE, node)]
            if not changes.shown:
                words[OLD, p] = changes.by_stores[where]
                continue
            code = 0
            for store in range(stores):
                if where >> store & 1:
                    top = words[NODE, begins[store]] == node
                    code = max(code, 1 + 2 * kinds[store] + top)
            words[OLD, p] = changes.classes[code]
    return begins[stores]


@inlined
def forget(sums):
    """Forget the marks of a configuration."""
    for p in range(sums.words.shape[1]):
        if sums.words[NODE, p] >= 0:
            sums.mark[sums.words[NODE, p]] = 0


@inlined
def _can_now(c, prospects, words, h, d, p, q, code_of_h, code_of_d):
    """Can the arc still be built, and is it not built?  `p` and `q` are the places of h and d."""
    near = 0
    if prospects.changes.near:
        near = _near(words, OLD_PLACE, p, q, 0, prospects.root, prospects.directed)
    if not _can(prospects.changes.can, prospects.directed, h, d, code_of_h, code_of_d, near):
        return False
    if prospects.acyclic and component(c, h) == component(c, d):
        return False
    if prospects.single:
        return True
    return not (has_arc(c, h, d) if prospects.directed else has_arc(c, min(h, d), max(h, d)))


@inlined
def _can(can, directed, h, d, class_of_h, class_of_d, near):
    if not directed and h > d:
        return can[class_of_d, class_of_h, 1, near]
    return can[class_of_h, class_of_d, int(h < d), near]


@inlined
def _add(mass, directed, h, d, is_head, other, chance):
    """Add the probability of an arc; without direction, it leads from left to right."""
    if not directed and h > d:
        mass[1 - is_head, 1, other] += chance
    else:
        mass[is_head, int(h < d), other] += chance


@lean
def _near(words, which, p, q, below, root, directed):
    """Are head and dependent, looked at places p and q, neighbours in the first store?

    Words that were not touched are `below` places further down.
    """
    if p < 0 or q < 0:
        return 0
    one, other = _place(words, which, p, below), _place(words, which, q, below)
    if one < 0 or other < 0 or abs(one - other) != 1:
        return 0
    if root:  # not if the root lies above the dependent
        if not directed and words[NODE, p] > words[NODE, q]:
            other = one
        for k in range(words.shape[1]):
            if words[NODE, k] == 0 and 0 <= _place(words, which, words[WHO, k], below) < other:
                return 0
    return 1


@lean
def _place(words, which, p, below):
    if which == OLD_PLACE or words[CHANGED, p] != UNTOUCHED:
        return words[which, p]
    return words[OLD_PLACE, p] + below if words[OLD_PLACE, p] >= 0 else NOWHERE


@inlined
def _at(c, begins, store, depth):
    """Return the number of a place."""
    return begins[c[LIES + store]] + depth


@inlined
def _touch(c, changes, kinds, sums, t):
    """Find the new classes of words that a transition touches; return how far the rest sinks."""
    words, rows, begins, below = sums.words, changes.words, changes.begins, 0
    for row in range(changes.starts[t], changes.starts[t + 1]):
        p = words[WHO, _at(c, begins, rows[row, STORE], rows[row, DEPTH])]
        position = rows[row, POSITION]
        if rows[row, STORE] == 0 and position >= 0:
            below = position - rows[row, DEPTH]
        if p < 0:
            continue
        if words[CHANGED, p] == UNTOUCHED:
            words[CHANGED, p] = TOUCHED
            words[LEFT, p], words[ENTERED, p], words[NEW_PLACE, p] = 0, 0, NOWHERE
        words[LEFT, p] |= rows[row, LEAVES]
        words[ENTERED, p] |= rows[row, ENTERS]
        words[NEW_PLACE, p] = max(words[NEW_PLACE, p], position)
    if changes.shown:
        for store in range(len(kinds)):
            top = changes.tops[t, store, 0]
            if top == SAME:
                sums.tops[store] = words[NODE, begins[c[LIES + store]]]
            elif top == NONE:
                sums.tops[store] = -1
            else:
                sums.tops[store] = words[NODE, _at(c, begins, top, changes.tops[t, store, 1])]
    for row in range(changes.starts[t], changes.starts[t + 1]):
        p = words[WHO, _at(c, begins, rows[row, STORE], rows[row, DEPTH])]
        if p >= 0:
            node, code = words[NODE, p], 0
            where = c[field(c, WHERE, node)]
            for store in range(len(kinds)):
                stays = where >> c[LIES + store] & 1 and not words[LEFT, p] >> store & 1
                if stays or words[ENTERED, p] >> store & 1:
                    top = changes.shown and sums.tops[store] == node
                    code = max(code, 1 + 2 * kinds[store] + top)
            words[NEW, p] = changes.classes[code]
            if changes.near or words[NEW, p] != words[OLD, p]:
                words[CHANGED, p] = DIFFERENT
    return below


@inlined
def local_cost(c, prospects, beliefs, first, sums, pairs, t):
    """Return the expected cost of a local transition, from the sums of this configuration."""
    changes, directed, single = prospects.changes, prospects.directed, prospects.single
    words, can, rows, begins = sums.words, changes.can, changes.words, changes.begins
    below = _touch(c, changes, prospects.reach.kinds, sums, t)
    source, target = changes.moved[t, 0], changes.moved[t, 1]
    cost = np.float32(0)
    head, dependent = -1, -1  # of the arc that is built
    if changes.arcs[t, 0] >= 0:
        head = words[WHO, _at(c, begins, changes.arcs[t, 0], changes.arcs[t, 1])]
        dependent = words[WHO, _at(c, begins, changes.arcs[t, 2], changes.arcs[t, 3])]
        words[CHANGED, dependent] = DIFFERENT
        if not single:
            cost += 1 - believed(
                beliefs, first, words[NODE, head], words[NODE, dependent], directed
            )
        elif prospects.acyclic:
            cost += _joined_cost(c, prospects, beliefs, first, sums, t, head, dependent, below)
    for at in range(pairs):
        p, q = sums.pairs[at, 0], sums.pairs[at, 1]
        if words[CHANGED, p] != DIFFERENT and words[CHANGED, q] != DIFFERENT:
            continue
        if p == dependent and (single or q == head):
            if q != head:
                cost += sums.chances[at]
            continue
        d, h = words[NODE, p], words[NODE, q]
        near = 0
        if changes.near:
            near = _near(words, NEW_PLACE, q, p, below, prospects.root, directed)
        new = _later(words, p, words[OLD, p], changes.moved, t)
        other = _later(words, q, words[OLD, q], changes.moved, t)
        if not _can(can, directed, h, d, other, new, near):
            cost += sums.chances[at]
    for row in range(changes.starts[t], changes.starts[t + 1]):
        p = words[WHO, _at(c, begins, rows[row, STORE], rows[row, DEPTH])]
        if p < 0 or words[CHANGED, p] != DIFFERENT:
            continue
        words[CHANGED, p] = DONE
        new, mass = words[NEW, p], sums.mass[p]
        gets_head = single and p == dependent
        if gets_head:
            cost += sums.roots[p]
        for k in range(len(can)):
            then = target if k == source else k
            for order in range(2):
                if gets_head or not can[then, new, order, 0]:
                    cost += mass[0, order, k]
                if not can[new, then, order, 0]:
                    cost += mass[1, order, k]
    for row in range(changes.starts[t], changes.starts[t + 1]):
        p = words[WHO, _at(c, begins, rows[row, STORE], rows[row, DEPTH])]
        if p >= 0:
            words[CHANGED, p] = UNTOUCHED
    return cost


@inlined
def _joined_cost(c, prospects, beliefs, first, sums, t, head, dependent, below):
    """Sum the arcs to the top of the head's tree from the dependent's, which become cycles.

    Those that become unreachable for other reasons are left to `local_cost`.
    """
    words, mark = sums.words, sums.mark
    top = words[NODE, head]
    for _ in range(HIGHEST):
        above = head_of(c, top)
        if above < 0:
            break
        top = above
    cost = np.float32(0)
    if head_of(c, top) >= 0:
        return cost
    changes = prospects.changes
    mine, where = component(c, words[NODE, dependent]), field(c, WHERE, 0)
    p = mark[top] - 1
    old = words[OLD, p] if p >= 0 else changes.by_stores[c[where + top]]
    new = _later(words, p, old, changes.moved, t)
    for entry in range(beliefs.head_starts[first + top], beliefs.head_starts[first + top + 1]):
        h = beliefs.heads[entry]
        if (h > 0 or prospects.root) and component(c, h) == mine:
            q = mark[h] - 1
            other = words[OLD, q] if q >= 0 else changes.by_stores[c[where + h]]
            near = _near(words, OLD_PLACE, q, p, 0, prospects.root, True) if changes.near else 0
            if changes.can[other, old, int(h < top), near]:
                other = _later(words, q, other, changes.moved, t)
                if changes.near:
                    near = _near(words, NEW_PLACE, q, p, below, prospects.root, True)
                if changes.can[other, new, int(h < top), near]:
                    cost += beliefs.head_chances[entry]
    return cost


@inlined
def _later(words, p, old, moved, t):
    """Return the class of a word after a transition."""
    if p >= 0 and words[CHANGED, p] != UNTOUCHED:
        return words[NEW, p]
    return moved[t, 1] if old == moved[t, 0] else old
