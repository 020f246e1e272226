"""The arcs of a configuration that transitions may make unreachable, summed up.

Transitions act on the words at a few places (`changes`).  For each of these words, the
probabilities of the arcs that can still be built are summed by the class of the word at the other
end; if that is one of these words, too, the arc is listed as a pair.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.machine.kernel import component, field, has_arc
from multiplane.machine.layout import FIRST, HEADER, NODES, WHERE
from multiplane.native import inlined, lean
from multiplane.oracles.changes import changes
from multiplane.oracles.conflicts import NOWHERE

# Rows of `Sums.words`, by place.
NODE, WHO, ACTIVE, OLD, NEW, OLD_PLACE, NEW_PLACE, CHANGED, LEFT, ENTERED = range(10)
UNTOUCHED, TOUCHED, DIFFERENT, DONE = range(4)  # values of CHANGED


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
    """Sum up the arcs that can still be built; return how many are pairs of words looked at."""
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
        near = near_by(words, OLD_PLACE, p, q, 0, prospects.root, prospects.directed)
    if not can_link(prospects.changes.can, prospects.directed, h, d, code_of_h, code_of_d, near):
        return False
    if prospects.acyclic and component(c, h) == component(c, d):
        return False
    if prospects.single:
        return True
    return not (has_arc(c, h, d) if prospects.directed else has_arc(c, min(h, d), max(h, d)))


@inlined
def can_link(can, directed, h, d, class_of_h, class_of_d, near):
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
def near_by(words, which, p, q, below, root, directed):
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
