"""The expected cost of a transition from the few words that it changes (`changes`).

The slow twin is `full_cost` in `expected`, which looks at all words before and after.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.machine.kernel import component, field, has_arc, head_of, node_at
from multiplane.machine.layout import FIRST, LIES, WHERE
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
)

# Rows of `Room.words`, by word looked at.
NODE, OLD, NEW, OLD_PLACE, NEW_PLACE, CHANGED, LEFT, ENTERED = range(8)
BEFORE, AFTER = 0, 1
HIGHEST = 64  # arcs to go up from a head; further up, the top of the tree is not looked at


@lean
def look_at_tops(c, tops):
    """Find the top of each store."""
    for store in range(tops.shape[1]):
        tops[BEFORE, store] = node_at(c, store, 0)


@lean
def old_code(c, node, kinds, tops):
    """Return the code of where a word lies, as in `reach`."""
    where, found = c[field(c, WHERE, node)], 0
    for store in range(len(kinds)):
        if where >> c[LIES + store] & 1:
            found = max(found, 1 + 2 * kinds[store] + (tops[BEFORE, store] == node))
    return found


@lean
def new_code(c, node, kinds, tops, leaves, enters):
    """Return the code of where a word will lie that leaves and enters stores, given as bits."""
    where, found = c[field(c, WHERE, node)], 0
    for store in range(len(kinds)):
        inside = where >> c[LIES + store] & 1 and not leaves >> store & 1
        if inside or enters >> store & 1:
            found = max(found, 1 + 2 * kinds[store] + (tops[AFTER, store] == node))
    return found


@lean
def other_code(c, node, kinds, tops, moved, t):
    """Return the later code of a word that the transition does not look at."""
    if moved[t, 0] >= 0 and c[field(c, WHERE, node)] >> c[LIES + moved[t, 0]] & 1:
        return new_code(c, node, kinds, tops, 1 << moved[t, 0], 1 << moved[t, 1])
    return old_code(c, node, kinds, tops)


@lean
def _can(reach, directed, h, d, code_of_h, code_of_d, near):
    if not directed and h > d:
        h, d, code_of_h, code_of_d = d, h, code_of_d, code_of_h
    return reach.can[((code_of_h * reach.codes + code_of_d) * 2 + (h < d)) * 2 + near]


@lean
def _gather(c, changes, kinds, room, t):
    """Collect the words that a transition changes, and where they lie before and after."""
    words, count = room.words, 0
    rows, begin, end = changes.words, changes.starts[t], changes.starts[t + 1]
    for r in range(begin, end):
        node = node_at(c, rows[r, STORE], rows[r, DEPTH])
        if node < 0:
            continue
        at = room.mark[node] - 1
        if at < 0:
            at = count
            count += 1
            room.mark[node] = count
            words[NODE, at], words[LEFT, at], words[ENTERED, at] = node, 0, 0
            words[OLD_PLACE, at], words[NEW_PLACE, at] = NOWHERE, NOWHERE
        words[LEFT, at] |= rows[r, LEAVES]
        words[ENTERED, at] |= rows[r, ENTERS]
        if rows[r, STORE] == 0:
            words[OLD_PLACE, at] = rows[r, DEPTH]
        words[NEW_PLACE, at] = max(words[NEW_PLACE, at], rows[r, POSITION])
    for store in range(len(kinds)):
        top = changes.tops[t, store]
        if top == SAME:
            room.tops[AFTER, store] = room.tops[BEFORE, store]
        elif top == NONE:
            room.tops[AFTER, store] = -1
        else:
            r = begin + top
            room.tops[AFTER, store] = node_at(c, rows[r, STORE], rows[r, DEPTH])
    for at in range(count):
        node = words[NODE, at]
        words[OLD, at] = old_code(c, node, kinds, room.tops)
        words[NEW, at] = new_code(c, node, kinds, room.tops, words[LEFT, at], words[ENTERED, at])
        words[CHANGED, at] = (
            changes.near or changes.canon[words[OLD, at]] != changes.canon[words[NEW, at]]
        )
    return count


@lean
def _near(c, root, words, count, which, at, other, node, dependent):
    """Are a word and another, `other` if it is looked at and otherwise `node`, neighbours?"""
    place = words[which, at]
    if place == NOWHERE:
        return False
    if other >= 0:
        if abs(place - words[which, other]) != 1:
            return False
    elif node != node_at(c, 0, words[OLD_PLACE, at] + 1) or words[OLD_PLACE, at] == NOWHERE:
        return False
    if root:  # not if the root lies above the dependent
        below = place if words[NODE, at] == dependent else (words[which, other] if other >= 0 else place + 1)
        for k in range(count):
            if words[NODE, k] == 0 and NOWHERE != words[which, k] < below:
                return False
    return True


@lean
def _top_of(c, node):
    """Go up to the word without a head; -1 if it is too far."""
    for _ in range(HIGHEST):
        above = head_of(c, node)
        if above < 0:
            return node
        node = above
    return -1


@lean
def local_cost(c, prospects, beliefs, first, room, t):
    """Return the expected cost of a local transition; `room.tops` must be filled in."""
    reach, changes, words, mark = prospects.reach, prospects.changes, room.words, room.mark
    kinds, directed, single, root = reach.kinds, prospects.directed, prospects.single, prospects.root
    count = _gather(c, changes, kinds, room, t)
    # The arc that is built, and the two components that it joins.
    head, dependent, one, two = -1, -1, -1, -1
    cost = np.float32(0)
    if changes.arcs[t, 0] >= 0:
        r = changes.starts[t] + changes.arcs[t, 0]
        head = node_at(c, changes.words[r, STORE], changes.words[r, DEPTH])
        r = changes.starts[t] + changes.arcs[t, 1]
        dependent = node_at(c, changes.words[r, STORE], changes.words[r, DEPTH])
        words[CHANGED, mark[dependent] - 1] = 1
        if not single:
            cost += 1 - believed(beliefs, first, head, dependent, directed)
        elif prospects.acyclic:
            one, two = component(c, head), component(c, dependent)
            # The top of the head's tree can no longer depend on words of the dependent's.
            top = _top_of(c, head)
            if top >= 0:
                if mark[top] == 0:
                    words[NODE, count] = top
                    words[OLD, count] = old_code(c, top, kinds, room.tops)
                    words[NEW, count] = other_code(c, top, kinds, room.tops, changes.moved, t)
                    words[OLD_PLACE, count], words[NEW_PLACE, count] = NOWHERE, NOWHERE
                    count += 1
                    mark[top] = count
                words[CHANGED, mark[top] - 1] = 1
    for at in range(count):
        if not words[CHANGED, at]:
            continue
        x = words[NODE, at]
        # As a dependent, of any head.
        if x > 0 and not (single and c[field(c, FIRST, x)] >= 0):
            for entry in range(beliefs.head_starts[first + x], beliefs.head_starts[first + x + 1]):
                h = beliefs.heads[entry]
                if h == 0 and not root:
                    if single and x == dependent:
                        cost += beliefs.head_chances[entry]
                elif _is_lost_now(
                    c, prospects, room, t, count, at, x, h, False, head, dependent, one, two
                ):
                    cost += beliefs.head_chances[entry]
        # As a head, of words that were not looked at as dependents.
        begin, end = beliefs.dependent_starts[first + x], beliefs.dependent_starts[first + x + 1]
        if x == 0 and not root:
            continue
        for entry in range(begin, end):
            d = beliefs.dependents[entry]
            if mark[d] and words[CHANGED, mark[d] - 1]:
                continue
            if single and c[field(c, FIRST, d)] >= 0:
                continue
            if _is_lost_now(
                c, prospects, room, t, count, at, x, d, True, head, dependent, one, two
            ):
                cost += beliefs.dependent_chances[entry]
    for at in range(count):
        mark[words[NODE, at]] = 0
    return cost


@inlined
def _is_lost_now(c, prospects, room, t, count, at, x, y, heads, head, dependent, one, two):
    """Does the transition make the arc between a word looked at and another unreachable?

    `heads` says whether the first of them is the head.
    """
    reach, changes, words = prospects.reach, prospects.changes, room.words
    kinds, directed = reach.kinds, prospects.directed
    h, d = (x, y) if heads else (y, x)
    other = room.mark[y] - 1
    old = words[OLD, other] if other >= 0 else old_code(c, y, kinds, room.tops)
    near = 0
    if changes.near:
        near = int(
            _near(c, prospects.root, words, count, OLD_PLACE, at, other, y, d if directed else max(h, d))
        )
    if heads:
        could = _can(reach, directed, h, d, words[OLD, at], old, near)
    else:
        could = _can(reach, directed, h, d, old, words[OLD, at], near)
    if not could:
        return False
    if not prospects.single:
        if has_arc(c, h, d) if directed else has_arc(c, min(h, d), max(h, d)):
            return False
    if (h == head and d == dependent) or (not directed and h == dependent and d == head):
        return False
    if prospects.acyclic:
        mine, others = component(c, h), component(c, d)
        if mine == others:
            return False
        if (mine == one and others == two) or (mine == two and others == one):
            return True
    if prospects.single and d == dependent:
        return True
    new = words[NEW, other] if other >= 0 else other_code(c, y, kinds, room.tops, changes.moved, t)
    if changes.near:
        near = int(
            _near(c, prospects.root, words, count, NEW_PLACE, at, other, y, d if directed else max(h, d))
        )
    if heads:
        return not _can(reach, directed, h, d, words[NEW, at], new, near)
    return not _can(reach, directed, h, d, new, words[NEW, at], near)
