"""A walk through a tree: which words a word dominates, in constant time."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean

Ints = NDArray[np.int32]


class Walk(NamedTuple):
    """A tree by its words, 0 included, and what a walk through it finds."""

    head: Ints
    first: Ints  # the first dependent, or 0
    after: Ints  # the next dependent of the same head, or 0
    start: Ints  # the words are numbered heads first, and from `start` to `last` are the
    last: Ints  # numbers of those that a word dominates
    order: Ints  # all words, dependents first


@lean
def walk(tree, n):
    """Number the words heads first; return how many can be reached from 0."""
    head, first, after, start, last, order = tree
    for d in range(n + 1):
        first[d] = 0
    for d in range(n, 0, -1):
        after[d] = first[head[d]]
        first[head[d]] = d
    start[0] = 0
    node = count = done = 0
    while True:
        if first[node]:
            node = first[node]
        else:
            while node and not after[node]:
                last[node] = count
                order[done] = node
                done += 1
                node = head[node]
            if not node:
                break
            last[node] = count
            order[done] = node
            done += 1
            node = after[node]
        count += 1
        start[node] = count
    last[0] = count
    return count
