"""The compiled half of `lifting`: which arcs are lifted, and which roots are attached to words.

A lift moves the dependent d of h to the head g of h.  Only h dominates less than before, so of
all other arcs only those from h may become non-projective, and none ever becomes projective.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np

from multiplane.native import entry, jit, lean
from multiplane.treebank.walk_kernel import Ints, Walk, walk

# What may happen to covered roots.
LIFT, IGNORE, LEFT, RIGHT, HEAD = range(5)

# The marks of words, as bits.
LIFTED, PATH, COVERED = 1, 2, 4


class Spans(NamedTuple):
    """The root above each word, and the ends of each root's tree."""

    top: Ints
    low: Ints
    high: Ints


@lean
def _find_spans(tree, n, spans):
    head, top, low, high = tree.head, spans.top, spans.low, spans.high
    for k in range(n - 1, -1, -1):  # heads first
        d = tree.order[k]
        top[d] = top[head[d]] if head[d] else d
    for d in range(n, 0, -1):
        low[top[d]] = d
    for d in range(1, n + 1):
        high[top[d]] = d


@jit
def _hang(head, n, spans, where, marks):
    """Attach each root whose tree is covered to an end of the shortest covering arc, the leftmost
    if tied.
    """
    low, high = spans.low, spans.high
    found = np.zeros(n + 1, np.int32)
    for r in range(1, n + 1):
        if head[r]:
            continue
        best, leftmost = n + 1, 0
        for d in range(1, n + 1):
            h = head[d]
            a, b = min(h, d), max(h, d)
            if h == 0 or low[r] <= a or b <= high[r]:
                continue
            if b - a < best or (b - a == best and a < leftmost):
                best, leftmost = b - a, a
                found[r] = h if where == HEAD else a if where == LEFT else b
    for r in range(1, n + 1):
        if found[r]:
            head[r] = found[r]
            marks[r] = COVERED


@lean
def _lies_between(spans, word, a, b):
    """Does the whole tree of a word lie between a and b?"""
    root = spans.top[word]
    return a < spans.low[root] and spans.high[root] < b


@lean
def _non_projective(tree, d, ignoring, spans):
    h, start, last = tree.head[d], tree.start, tree.last
    if h == 0:
        return False
    a, b = min(h, d), max(h, d)
    for k in range(a + 1, b):
        dominated = start[h] <= start[k] <= last[h]
        if not dominated and not (ignoring and _lies_between(spans, k, a, b)):
            return True
    return False


@lean
def _smallest(head, n, broken):
    """Return the dependent of the shortest broken arc, the leftmost if tied; 0 if there is none."""
    best = 0
    for d in range(1, n + 1):
        if broken[d]:
            longer = abs(head[d] - d) - abs(head[best] - best) if best else -1
            if longer < 0 or (longer == 0 and min(head[d], d) < min(head[best], best)):
                best = d
    return best


@entry
def lift(head, covered_roots):
    """Make the tree with heads head[d] projective, in place; return marks, by word.

    An empty array means that it is not a tree.
    """
    n = len(head) - 1
    room = np.zeros((8, n + 1), np.int32)
    tree = Walk(head, room[0], room[1], room[2], room[3], room[4])
    spans, start, last = Spans(room[5], room[6], room[7]), tree.start, tree.last
    marks = np.zeros(n + 1, np.uint8)
    if walk(tree, n) < n:
        return marks[:0]
    ignoring = covered_roots == IGNORE
    if covered_roots != LIFT:
        _find_spans(tree, n, spans)
        if not ignoring:
            _hang(head, n, spans, covered_roots, marks)
            walk(tree, n)
    broken = np.zeros(n + 1, np.bool_)
    for d in range(1, n + 1):
        broken[d] = _non_projective(tree, d, ignoring, spans)
    while True:
        d = _smallest(head, n, broken)
        if not d:
            return marks
        h = head[d]
        g = head[h]
        head[d] = g
        if not marks[d] & COVERED:
            marks[d] |= LIFTED
            marks[h] |= PATH
        walk(tree, n)
        if ignoring and g == 0:  # a new tree, and the old one may have become shorter
            _find_spans(tree, n, spans)
            for e in range(1, n + 1):
                broken[e] = _non_projective(tree, e, ignoring, spans)
            continue
        broken[d] = _non_projective(tree, d, ignoring, spans)
        left, right = 0, n + 1  # the words nearest to h that it no longer dominates
        for k in range(1, n + 1):
            if start[d] <= start[k] <= last[d]:
                if k < h:
                    left = k
                elif right > n:
                    right = k
        for e in range(1, n + 1):
            if head[e] == h and (e < left or e > right):
                broken[e] = True
