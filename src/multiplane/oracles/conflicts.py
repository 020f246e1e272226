"""Which arcs cannot be built together, and the fewest to give up so that the rest can."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.machine.kernel import field, head_of
from multiplane.machine.layout import ABOVE, NODES
from multiplane.native import jit, lean

NO_ROOT, ROOT_FIRST, ROOT_LAST = 0, 1, 2

# Rows of `GoldTree.work`, by word.
ACTIVE, CODE, ORDER, FOUND, STATE, PLANE, PARENT, QUEUE, MASK, UNION, UNDER_ROOT = range(11)
WORK = 11
OUT, ARC, ROOT = 0, 1, 2  # in ACTIVE: not among R; an arc; a word that stays a root
NOWHERE = -9  # in ORDER: far from every position in the first store
# Limits of the searches here; beyond them the result is a lower bound.  They are for sentences of
# up to this size, words and crossings together (the largest tree of eleven treebanks has 936);
# larger ones get fewer steps, because each takes longer.
NODES_LOOKED_AT, COLOURS_TRIED, SIZE = 3000, 5000, 1000
DEEPEST = 24


@lean
def position(node, n, root):
    return n + 1 if node == 0 and root == ROOT_LAST else node


@jit
def fewest(c, code, gold, model, wrong):
    """Find the fewest arcs of R to give up so that the rest can be built together."""
    w = gold.work
    found = w[FOUND]
    choices = np.empty((DEEPEST, c[NODES] + 1), np.int32)
    sizes = np.zeros(DEEPEST, np.int32)
    tried = np.zeros(DEEPEST, np.int32)
    kept = np.zeros(DEEPEST, np.int32)
    looked, size = 0, max(SIZE, len(gold.heads) + len(gold.excluded))
    most = NODES_LOOKED_AT * SIZE * SIZE // (size * size)
    for budget in range(1, DEEPEST):
        depth = 0
        sizes[0] = conflict(c, code, gold, model, wrong, choices[0])
        tried[0] = 0
        while depth >= 0:
            if tried[depth] > 0:  # restore the arc that was given up last
                w[ACTIVE, choices[depth, tried[depth] - 1]] = kept[depth]
            if tried[depth] == sizes[depth]:
                depth -= 1
                continue
            word = choices[depth, tried[depth]]
            kept[depth] = w[ACTIVE, word]
            w[ACTIVE, word] = OUT
            tried[depth] += 1
            looked += 1
            conflicts = conflict(c, code, gold, model, wrong, found)
            if conflicts == 0 or looked > most:
                return budget
            if depth + 1 < budget:
                depth += 1
                sizes[depth] = conflicts
                tried[depth] = 0
                for at in range(conflicts):
                    choices[depth, at] = found[at]
    return DEEPEST


@lean
def conflict(c, code, gold, model, wrong, found):
    """Find words of which one must give up its arc; return their number, 0 without a conflict."""
    if model.planar:
        size = (
            _excluding_pair(gold, model, found)
            if code.stacks == 1
            else _uncolourable(gold, code.stacks, found)
        )
        if size:
            return size
    if model.inside:
        size = _root_above(gold, found)
        if size:
            return size
    if wrong == 0 and not model.covers:
        return 0
    return _bad_component(c, gold, model, found)


@lean
def _excluding_pair(gold, model, found):
    n, w, excluded_starts = len(gold.heads) - 1, gold.work, gold.excluded_starts
    for d in range(1, n + 1):
        if w[ACTIVE, d]:
            for at in range(excluded_starts[d], excluded_starts[d + 1]):
                e = gold.excluded[at]
                # Two roots never conflict, but a root and an arc over it do.
                arcs = w[ACTIVE, d] == ARC and w[ACTIVE, e] == ARC
                if e > d and w[ACTIVE, e] and (model.covers or arcs):
                    found[0], found[1] = d, e
                    return 2
    return 0


@lean
def _root_above(gold, found):
    """A word that gets its head inside the stack must come to the top: no root stays above it."""
    n, w = len(gold.heads) - 1, gold.work
    for d in range(1, n + 1):
        if w[ACTIVE, d] == ARC and w[ORDER, d] > 0 and w[ORDER, gold.heads[d]] > 0:
            for root in range(1, n + 1):
                if w[ACTIVE, root] == ROOT and w[ORDER, root] > w[ORDER, d]:
                    found[0], found[1] = d, root
                    return 2
    return 0


@lean
def _uncolourable(gold, k, found):
    """Assign planes to crossing arcs, those with one choice first; find arcs that conflict."""
    n, w, excluded_starts, excluded = (
        len(gold.heads) - 1,
        gold.work,
        gold.excluded_starts,
        gold.excluded,
    )
    for d in range(1, n + 1):
        w[PLANE, d] = -1
        w[PARENT, d] = 0
    for forced in range(2):
        for start in range(1, n + 1):
            if not w[ACTIVE, start] or w[PLANE, start] >= 0:
                continue
            if excluded_starts[start] == excluded_starts[start + 1]:
                continue
            single = w[MASK, start] & (w[MASK, start] - 1) == 0
            if forced == 0 and not single:
                continue
            if k > 2:
                size = _colour_component(gold, start, k, found)
                if size:
                    return size
                continue
            w[PLANE, start] = 0 if w[MASK, start] & 1 else 1
            w[QUEUE, 0], head, tail = start, 0, 1
            while head < tail:
                d = w[QUEUE, head]
                head += 1
                for at in range(excluded_starts[d], excluded_starts[d + 1]):
                    e = excluded[at]
                    if not w[ACTIVE, e]:
                        continue
                    wanted = 1 - w[PLANE, d]
                    if w[PLANE, e] < 0 and w[MASK, e] >> wanted & 1:
                        w[PLANE, e] = wanted
                        w[PARENT, e] = d
                        w[QUEUE, tail] = e
                        tail += 1
                    elif w[PLANE, e] != wanted:
                        return _chain(d, e, w, found)
    return 0


@lean
def _chain(d, e, w, found):
    """List the arcs on the paths from two conflicting arcs to those that fixed their planes."""
    size = 0
    for start in (d, e):
        node = start
        while node:
            seen = False
            for at in range(size):
                if found[at] == node:
                    seen = True
            if not seen:
                found[size] = node
                size += 1
            node = w[PARENT, node]
    return size


@lean
def _colour_component(gold, start, k, found):
    """Colour one component of the crossings graph with k > 2 planes by plain backtracking."""
    n, w, excluded_starts, excluded = (
        len(gold.heads) - 1,
        gold.work,
        gold.excluded_starts,
        gold.excluded,
    )
    size, head = 1, 0
    w[QUEUE, 0] = start
    for d in range(1, n + 1):
        w[STATE, d] = 0
    w[STATE, start] = 1
    while head < size:
        d = w[QUEUE, head]
        head += 1
        for at in range(excluded_starts[d], excluded_starts[d + 1]):
            e = excluded[at]
            if w[ACTIVE, e] and not w[STATE, e]:
                w[STATE, e] = 1
                w[QUEUE, size] = e
                size += 1
    at, steps = 0, 0
    most = COLOURS_TRIED * SIZE // max(SIZE, n + len(excluded))
    while 0 <= at < size:
        steps += 1
        d = w[QUEUE, at]
        colour = w[PLANE, d] + 1
        while colour < k:
            fits = (w[MASK, d] >> colour) & 1
            for x in range(excluded_starts[d], excluded_starts[d + 1]):
                e = excluded[x]
                if w[ACTIVE, e] and w[PLANE, e] == colour:
                    fits = 0
            if fits:
                break
            colour += 1
        if colour < k:
            w[PLANE, d] = colour
            at += 1
        else:
            w[PLANE, d] = -1
            at -= 1
        if steps > most:
            return 0  # too many attempts: assume that it is possible
    if at == size:
        return 0
    for x in range(size):
        found[x] = w[QUEUE, x]
    return size


@lean
def _find(w, node):
    while w[UNION, node] >= 0:
        node = w[UNION, node]
    return node


@lean
def _bad_component(c, gold, model, found):
    """Look for a cycle in A ∪ S, or a component with its top under one of its own arcs."""
    n, w = c[NODES] - 1, gold.work
    above = field(c, ABOVE, 0)
    for node in range(n + 1):
        w[UNION, node] = c[above + node]
    if model.acyclic:
        for d in range(1, n + 1):
            if w[ACTIVE, d] == ARC:
                one, other = _find(w, gold.heads[d]), _find(w, d)
                if one == other:
                    return _arcs_of(one, n, w, found)
                w[UNION, other] = one
    if not model.covers:
        return 0
    for top in range(1, n + 1):
        if w[ACTIVE, top] == ARC or (model.directed and head_of(c, top) >= 0):
            continue  # it has a head or gets one
        mine = _find(w, top)
        for d in range(1, n + 1):
            if w[ACTIVE, d] == ARC and _find(w, d) == mine:
                h, p = position(gold.heads[d], n, model.root), d
                if min(h, p) < top < max(h, p):
                    return _arcs_of(mine, n, w, found)
    return 0


@lean
def _arcs_of(which, n, w, found):
    size = 0
    for d in range(1, n + 1):
        if w[ACTIVE, d] == ARC and _find(w, d) == which:
            found[size] = d
            size += 1
    return size
