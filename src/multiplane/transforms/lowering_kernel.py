"""The compiled half of `lowering`: for each lifted word, the search for its syntactic head."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry, jit, lean

NOWHERE = -1


class Told(NamedTuple):
    """What labels tell, by label, or what is told of words, by word."""

    label: NDArray[np.int32]  # what is left of the label
    wanted: NDArray[np.int32]  # the label of the syntactic head, or -1
    lifted: NDArray[np.bool_]
    path: NDArray[np.bool_]  # is it on a path to something lifted?


class Way(NamedTuple):
    """What the search for a head goes by."""

    by_head: bool
    by_path: bool


class Dependents(NamedTuple):
    """The dependents of each node h from left to right: first[h], after[that], …, 0."""

    first: NDArray[np.int32]
    after: NDArray[np.int32]


@lean
def _list_dependents(head, n, dependents):
    first, after = dependents
    first[: n + 1] = 0
    for d in range(n, 0, -1):
        after[d] = first[head[d]]
        first[head[d]] = d


@lean
def _top_down(dependents, queue):
    """Put all words in the order in which one meets them breadth-first; return how many."""
    count = 0
    node = 0
    done = 0
    while True:
        d = dependents.first[node]
        while d:
            queue[count] = d
            count += 1
            d = dependents.after[d]
        if done == count:
            return count
        node = queue[done]
        done += 1


@lean
def _search(start, word, told, way, dependents, queue):
    """Find, below the linear head, the first word that fits: breadth-first, left to right.

    By the head's label: one that has it.  By the path: only over arcs that are marked, and one from
    which no marked arc leads on; by both, one with the label from which some do is second best.
    What is below the lifted word itself is left out.
    """
    node, count, done = start, 0, 0
    second_best = NOWHERE
    while True:
        leads_on = False
        d = dependents.first[node]
        while d:
            if d != word and (told.path[d] or not way.by_path):
                leads_on = True
                queue[count] = d
                count += 1
            d = dependents.after[d]
        if node != start and (told.label[node] == told.wanted[word] or not way.by_head):
            if not way.by_path or not leads_on:
                return node
            if way.by_head and second_best == NOWHERE:
                second_best = node
        if done == count:
            return second_best
        node = queue[done]
        done += 1


@entry
def lower(head, told, way):
    """Hang each lifted word from its syntactic head, if that is found; False if it is no tree.

    All arrays are by word.  Words are taken as they stand in the tree given, top-down, and from
    left to right; each search is in the tree as it is by then.
    """
    n = len(head) - 1
    room = np.zeros((4, n + 1), np.int32)
    dependents, order, queue = Dependents(room[0], room[1]), room[2], room[3]
    _list_dependents(head, n, dependents)
    if _top_down(dependents, order) < n:
        return False
    for k in range(n):
        d = order[k]
        if told.lifted[d]:
            found = _search(head[d], d, told, way, dependents, queue)
            if found != NOWHERE:
                head[d] = found
                _list_dependents(head, n, dependents)
    return True


@entry
def lower_all(starts, head, label, told, way):
    """Lower many trees, in flat arrays of heads and labels by number; labels lose their marks."""
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        any_lifted = False
        for at in range(begin, end):
            any_lifted = any_lifted or told.lifted[label[at]]
        if any_lifted:
            heads = np.zeros(end - begin + 1, np.int32)
            heads[1:] = head[begin:end]
            lower(heads, _by_word(told, label[begin:end]), way)
            head[begin:end] = heads[1:]
        for at in range(begin, end):
            label[at] = told.label[label[at]]


@jit
def _by_word(told, labels):
    """Return what is told of the words 0, 1, 2, … with these labels; 0 has none."""
    size = len(labels) + 1
    found = Told(
        np.full(size, -1, np.int32), np.full(size, -1, np.int32), np.zeros(size, np.bool_),
        np.zeros(size, np.bool_),
    )  # fmt: skip
    for d in range(1, size):
        mine = labels[d - 1]
        found.label[d], found.wanted[d] = told.label[mine], told.wanted[mine]
        found.lifted[d], found.path[d] = told.lifted[mine], told.path[mine]
    return found
