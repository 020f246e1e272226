"""The compiled half of `lowering`: for each lifted word, the search for its syntactic head."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import entry, jit, lean

NOWHERE = -1


@jit
def _dependents(head, n, first, after):
    """List the dependents of each node from left to right: first[h], after[that], …, 0."""
    first[: n + 1] = 0
    for d in range(n, 0, -1):
        after[d] = first[head[d]]
        first[head[d]] = d


@lean
def _top_down(first, after, queue):
    """Put all words in the order in which one meets them breadth-first; return how many."""
    count = 0
    node = 0
    done = 0
    while True:
        d = first[node]
        while d:
            queue[count] = d
            count += 1
            d = after[d]
        if done == count:
            return count
        node = queue[done]
        done += 1


@lean
def _search(start, avoid, label, wanted, path, by_head, by_path, first, after, queue):
    """Find, below the linear head, the first word that fits: breadth-first, left to right.

    By the head's label: one that has it.  By the path: only over arcs that are marked, and one from
    which no marked arc leads on; by both, one with the label from which some do is second best.
    """
    node, count, done = start, 0, 0
    second_best = NOWHERE
    while True:
        leads_on = False
        d = first[node]
        while d:
            if d != avoid and (path[d] or not by_path):
                leads_on = True
                queue[count] = d
                count += 1
            d = after[d]
        if node != start and (label[node] == wanted or not by_head):
            if not by_path or not leads_on:
                return node
            if by_head and second_best == NOWHERE:
                second_best = node
        if done == count:
            return second_best
        node = queue[done]
        done += 1


@entry
def lower(head, label, lifted, wanted, path, by_head, by_path):
    """Hang each lifted word from its syntactic head, if that is found; False if it is no tree.

    All arrays are by word.  Words are taken as they stand in the tree given, top-down, and from
    left to right; each search is in the tree as it is by then.
    """
    n = len(head) - 1
    room = np.zeros((4, n + 1), np.int32)
    first, after, order, queue = room[0], room[1], room[2], room[3]
    _dependents(head, n, first, after)
    if _top_down(first, after, order) < n:
        return False
    for k in range(n):
        d = order[k]
        if lifted[d]:
            found = _search(
                head[d], d, label, wanted[d], path, by_head, by_path, first, after, queue
            )
            if found != NOWHERE:
                head[d] = found
                _dependents(head, n, first, after)
    return True


@entry
def lower_all(starts, head, label, told, by_head, by_path):
    """Lower many trees, in flat arrays of heads and labels by number; labels lose their marks.

    `told` says what the labels tell: what is left of each, the label of the syntactic head (-1:
    none), is it lifted, is it on a path.
    """
    rest, wanted, lifted, path = told
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        words = end - begin
        any_lifted = False
        for at in range(begin, end):
            any_lifted = any_lifted or lifted[label[at]]
        if any_lifted:
            heads, labels, wants = np.zeros((3, words + 1), np.int32)
            marked, passed = np.zeros((2, words + 1), np.bool_)
            labels[0] = wants[0] = -1
            for d in range(1, words + 1):
                mine = label[begin + d - 1]
                heads[d], labels[d], wants[d] = head[begin + d - 1], rest[mine], wanted[mine]
                marked[d], passed[d] = lifted[mine], path[mine]
            lower(heads, labels, marked, wants, passed, by_head, by_path)
            head[begin:end] = heads[1:]
        for at in range(begin, end):
            label[at] = rest[label[at]]
