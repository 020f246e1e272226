"""The compiled half of `shapes`: one pass over the crossings of each tree gives all measures.

An arc is named by its dependent; arcs from 0 take part, and cross exactly the arcs that cover a
root.  Everything follows from the crossings and from who dominates whom:
an arc a = (h, d) is non-projective, of degree e, iff e arcs that cross it have their dependent
under a and not dominated by h; a tree is ill-nested iff two arcs cross whose heads do not
dominate each other (one path inside each of two interleaved subtrees must cross the other).
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np

from multiplane.native import entry, jit, lean
from multiplane.treebank.attardi_kernel import run_attardi
from multiplane.treebank.walk_kernel import Ints, Walk, walk

# The columns of the table of trees.
KIND, ROOTS, LEFT, RIGHT, LEFT_1, RIGHT_1, LENGTH = range(7)
NON_PROJECTIVE, CROSSINGS, PLANES, GAP_DEGREE, EDGE_DEGREE, ILL_NESTED = range(7, 13)
COLUMNS = 13

# What a sentence is, in column KIND.
TREE, CYCLIC, UNANNOTATED, EMPTY = range(4)

# In column PLANES: not 2-planar, and the first fit does not find three planes.
MORE = 0

# The columns of the table of arcs.
DEGREE, TRANSITION, PLANE, CROSSED, GAPS = range(5)
ARC_COLUMNS = 5


class Sweep(NamedTuple):
    """Room for a sweep over the arcs, each named by its dependent."""

    below: Ints  # open arcs, in the order in which they began
    above: Ints
    link: Ints  # arcs that must lie on the same plane, or on different ones: a union-find, with
    side: Ints  # parities
    excess: Ints  # by representative: arcs on its side less those on the other


@lean
def _find(link, side, x):
    """The representative of x, with the side of x as against it (a union-find with parities)."""
    root, parity = x, 0
    while link[root] != root:
        parity ^= side[root]
        root = link[root]
    whole = parity
    while link[x] != root and x != root:
        up, own = link[x], side[x]
        link[x], side[x] = root, parity
        x, parity = up, parity ^ own
    return root, whole


@lean
def _sweep(tree, n, room, arcs, row):
    """Meet each pair of crossing arcs once: those open where one closes that began after it."""
    head, first, after, start, last, _ = tree
    below, above, link, side, _ = room
    for d in range(n + 1):
        link[d] = d
        side[d] = 0
    tail = 0
    bipartite = True
    pairs = covered = 0
    ill_nested = False
    for p in range(n + 1):
        if p:
            own = p if head[p] < p else 0
            # Arcs that end here leave the list first: they do not cross each other.
            d = own or first[p]
            while d and d <= p:
                prev, succ = below[d], above[d]
                above[prev] = succ
                if succ:
                    below[succ] = prev
                else:
                    tail = prev
                d = first[p] if d == own else after[d]
            d = own or first[p]
            while d and d <= p:
                h = head[d]
                left = min(h, d)
                x = tail
                while x and min(head[x], x) > left:
                    if h == 0:  # x covers the root d
                        arcs[x, DEGREE] += 1
                        covered += 1
                        x = below[x]
                        continue
                    pairs += 1
                    arcs[d, CROSSED] += 1
                    arcs[x, CROSSED] += 1
                    g = head[x]
                    # d < p or h < p: the end of each arc that lies under the other is not p.
                    if x < p and not start[h] <= start[x] <= last[h]:
                        arcs[d, DEGREE] += 1
                    if d == p and not start[g] <= start[d] <= last[g]:
                        arcs[x, DEGREE] += 1
                    if not (start[h] <= start[g] <= last[h] or start[g] <= start[h] <= last[g]):
                        ill_nested = True
                    if bipartite:
                        a, one = _find(link, side, d)
                        b, other = _find(link, side, x)
                        if a != b:
                            link[a] = b
                            side[a] = 1 ^ one ^ other
                        elif one == other:
                            bipartite = False
                    x = below[x]
                d = first[p] if d == own else after[d]
        # Arcs that begin here: p's dependents to the right, and p's own if its head is there.
        d = first[p]
        while d and d < p:
            d = after[d]
        own = p if head[p] > p else 0
        while d or own:
            x = d
            if d:
                d = after[d]
            else:
                x, own = own, 0
            below[x], above[x] = tail, 0
            above[tail] = x
            tail = x
    row[CROSSINGS] = pairs
    row[ILL_NESTED] = ill_nested
    row[PLANES] = 1 if pairs == 0 else 2 if bipartite else MORE
    if bipartite and pairs:
        _colour(head, n, room, arcs)
    elif pairs and _fits_on_three(tree, n):
        row[PLANES] = 3
    return pairs + covered


@lean
def _colour(head, n, room, arcs):
    """Plane 1 for the larger side of each component; of equals, for that of its first word."""
    link, side, excess = room.link, room.side, room.excess
    for d in range(n + 1):
        excess[d] = 0
    for d in range(1, n + 1):
        root, parity = _find(link, side, d)
        excess[root] += 1 - 2 * parity
    for d in range(1, n + 1):
        root, parity = _find(link, side, d)
        if excess[root] == 0:
            excess[root] = 1 - 2 * parity
        if head[d]:
            arcs[d, PLANE] = 1 if (excess[root] > 0) == (parity == 0) else 2


@jit
def _fits_on_three(tree, n):
    """Do three planes suffice for the first fit from left to right?  (`colouring.first_fit`.)"""
    head, first, after = tree.head, tree.first, tree.after
    ends, sizes = np.empty((3, n + 1), np.int32), np.zeros(3, np.int32)
    begin = np.empty(n + 1, np.int32)
    for p in range(1, n + 1):
        many = 0
        d = first[p]
        while d:
            if d > p:
                begin[many] = d
                many += 1
            d = after[d]
        if head[p] > p:  # its place among the ends, which ascend
            k = many
            while k and begin[k - 1] > head[p]:
                begin[k] = begin[k - 1]
                k -= 1
            begin[k] = head[p]
            many += 1
        for k in range(many - 1, -1, -1):
            fits = False
            for plane in range(3):
                while sizes[plane] and ends[plane, sizes[plane] - 1] <= p:
                    sizes[plane] -= 1
                if not sizes[plane] or ends[plane, sizes[plane] - 1] >= begin[k]:
                    ends[plane, sizes[plane]] = begin[k]
                    sizes[plane] += 1
                    fits = True
                    break
            if not fits:
                return False
    return True


@lean
def _gaps(tree, n, link, meets, arcs):
    """Note the gaps in each yield, its size less the neighbours i, i + 1 that are both in it.

    They are in the yields of what dominates their lowest common ancestor (Tarjan's, off line).
    Returns the most.
    """
    head, start, last = tree.head, tree.start, tree.last
    for d in range(n + 1):
        link[d] = -1  # not done
        meets[d] = 0
    most = 0
    for k in range(n):
        d = tree.order[k]
        for v in (d - 1, d + 1):
            if 1 <= v <= n and link[v] >= 0:
                x = v
                while link[x] >= 0:
                    if link[link[x]] >= 0:
                        link[x] = link[link[x]]
                    x = link[x]
                meets[x] += 1
        arcs[d, GAPS] = last[d] - start[d] - meets[d]
        most = max(most, arcs[d, GAPS])
        meets[head[d]] += meets[d]
        link[d] = head[d]
    return most


@entry
def measure(heads, starts):
    """Measure sentences; word k of sentence s has its head in heads[starts[s] + k - 1].

    Returns int64[sentences, COLUMNS] and int32[words, ARC_COLUMNS]; GAPS are those of the word.
    """
    longest = 0
    for s in range(len(starts) - 1):
        longest = max(longest, starts[s + 1] - starts[s])
    room = np.zeros((14, longest + 1), np.int32)
    tree = Walk(room[0], room[1], room[2], room[3], room[4], room[5])
    sweep = Sweep(room[6], room[7], room[8], room[9], room[10])
    stack, waits, ready = room[11], room[12], room[13]
    arcs = np.zeros((longest + 1, ARC_COLUMNS), np.int32)
    trees = np.zeros((len(starts) - 1, COLUMNS), np.int64)
    words = np.zeros((len(heads), ARC_COLUMNS), np.int32)
    for s in range(len(starts) - 1):
        base, row = starts[s] - 1, trees[s]
        n = starts[s + 1] - starts[s]
        if n == 0:
            row[KIND] = EMPTY
            continue
        for d in range(1, n + 1):
            h = heads[base + d]
            tree.head[d] = h
            if h < 0:
                row[KIND] = UNANNOTATED
            elif h == 0:
                row[ROOTS] += 1
            else:
                row[LENGTH] += abs(h - d)
                row[LEFT] += h > d
                row[RIGHT] += h < d
                row[LEFT_1] += h == d + 1
                row[RIGHT_1] += h == d - 1
        if row[KIND] == UNANNOTATED:
            continue
        if walk(tree, n) < n:
            row[KIND] = CYCLIC
            continue
        for d in range(1, n + 1):
            arcs[d, DEGREE] = 0
            arcs[d, TRANSITION] = 1
            arcs[d, PLANE] = tree.head[d] > 0
            arcs[d, CROSSED] = arcs[d, GAPS] = 0
        if _sweep(tree, n, sweep, arcs, row):
            row[GAP_DEGREE] = _gaps(tree, n, sweep.link, sweep.excess, arcs)
            run_attardi(tree.head, n, stack, waits, ready, arcs[:, TRANSITION])
            for d in range(1, n + 1):
                row[NON_PROJECTIVE] += arcs[d, DEGREE] > 0
                row[EDGE_DEGREE] = max(row[EDGE_DEGREE], arcs[d, DEGREE])
        for d in range(1, n + 1):
            for k in range(ARC_COLUMNS):
                words[base + d, k] = arcs[d, k]
    return trees, words
