"""The expected cost of a transition, from the few words that it changes.

The arcs of these words have been summed up for the configuration (`sums`), so that the cost of each
transition takes a few additions.  Its slow twin, `full_cost` in `expected`, looks at all words.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.machine.kernel import component, field, head_of
from multiplane.machine.layout import LIES, WHERE
from multiplane.native import inlined
from multiplane.oracles.beliefs import believed
from multiplane.oracles.changes import (
    DEPTH,
    ENTERS,
    LEAVES,
    NONE,
    POSITION,
    SAME,
    STORE,
)
from multiplane.oracles.conflicts import NOWHERE
from multiplane.oracles.sums import (
    CHANGED,
    DIFFERENT,
    DONE,
    ENTERED,
    LEFT,
    NEW,
    NEW_PLACE,
    NODE,
    OLD,
    OLD_PLACE,
    TOUCHED,
    UNTOUCHED,
    WHO,
    can_link,
    near_by,
)

HIGHEST = 64  # arcs to go up from a head; the top of its tree is not looked at if further up


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
            near = near_by(words, NEW_PLACE, q, p, below, prospects.root, directed)
        new = _later(words, p, words[OLD, p], changes.moved, t)
        other = _later(words, q, words[OLD, q], changes.moved, t)
        if not can_link(can, directed, h, d, other, new, near):
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
            near = near_by(words, OLD_PLACE, q, p, 0, prospects.root, True) if changes.near else 0
            if changes.can[other, old, int(h < top), near]:
                other = _later(words, q, other, changes.moved, t)
                if changes.near:
                    near = near_by(words, NEW_PLACE, q, p, below, prospects.root, True)
                if changes.can[other, new, int(h < top), near]:
                    cost += beliefs.head_chances[entry]
    return cost


@inlined
def _later(words, p, old, moved, t):
    """Return the class of a word after a transition."""
    if p >= 0 and words[CHANGED, p] != UNTOUCHED:
        return words[NEW, p]
    return moved[t, 1] if old == moved[t, 0] else old
