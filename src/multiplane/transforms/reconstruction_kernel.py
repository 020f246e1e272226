"""The compiled half of `reconstruction`: linear in the number of words and edges."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry, lean
from multiplane.transforms.unionfind import top

NAIVE, TRUSTING, LABELS = range(3)  # how roots are chosen
NO_PREFERENCE = -1
NONE = -1

Ints = NDArray[np.int32]


class Edges(NamedTuple):
    """Edges as the machine stores them: as (smaller, larger)."""

    left: Ints  # 0 is the artificial root
    right: Ints
    label: Ints  # by number
    # 1: the label prefers the arc from right to left; 0: the other; NO_PREFERENCE: neither
    points_left: NDArray[np.int8]


class Forest(NamedTuple):
    """Components of words, and the arcs that they get.

    Word w has the edges link[w] >> 1, after[link[w]] >> 1, …, until NONE; the last bit tells which
    end of the edge is w.
    """

    above: Ints  # a union-find
    link: Ints
    after: Ints
    head: Ints
    edge: Ints  # the edge that leads to each word, or NONE
    order: Ints  # the words of one component, heads first
    cost: Ints


@lean
def _link(words, edges, forest):
    """Join words by edges, leaving out those that would close a cycle; list the edges of each."""
    left, right = edges.left, edges.right
    above, link, after = forest.above, forest.link, forest.after
    for word in range(words + 1):
        above[word] = word
        link[word] = NONE
    for k in range(len(left)):
        if left[k] == 0 or right[k] == 0:
            continue
        one, other = top(above, left[k]), top(above, right[k])
        if one != other:
            above[max(one, other)] = min(one, other)  # so that the leftmost word is the top
            after[2 * k], link[left[k]] = link[left[k]], 2 * k
            after[2 * k + 1], link[right[k]] = link[right[k]], 2 * k + 1


@lean
def _walk(start, edges, forest):
    """Direct all edges of a component away from `start`; return how many words it has."""
    head, edge, order = forest.head, forest.edge, forest.order
    head[start] = 0
    edge[start] = NONE
    order[0] = start
    count = done = 1
    while done <= count:
        word = order[done - 1]
        done += 1
        end = forest.link[word]
        while end != NONE:
            k = end >> 1
            if k != edge[word]:
                other = edges.left[k] if end & 1 else edges.right[k]
                head[other], edge[other] = word, k
                order[count] = other
                count += 1
            end = forest.after[end]
    return count


@lean
def _against(points_left, k, from_right):
    """Return 1 if an edge would get another direction than its label prefers, else 0."""
    return 0 if points_left[k] == NO_PREFERENCE or points_left[k] == from_right else 1


@lean
def _best(count, preferred, points_left, forest):
    """Find the root that agrees with the most labels; ties go to the preferred one or the leftmost.

    `cost` counts the labels that disagree if a word is the root, relative to the first word: from a
    word to its neighbour, only the edge between them changes direction.
    """
    head, edge, order, cost = forest.head, forest.edge, forest.order, forest.cost
    best = order[0]
    cost[best] = 0
    for k in range(1, count):
        word = order[k]
        from_right = head[word] > word
        now = _against(points_left, edge[word], from_right)
        then = _against(points_left, edge[word], not from_right)
        cost[word] = cost[head[word]] - now + then
        equal = cost[word] == cost[best] and best != preferred
        if cost[word] < cost[best] or (equal and word < best):
            best = word
    return best


@entry
def reconstruct(words, edges, method, single_root, root_label, rest_label):
    """Return heads and labels of the words 1, 2, …: a tree, whatever the edges.

    Of the edges with 0, only the first of each component counts.  Roots without one get
    `root_label`; with `single_root`, other roots depend on the first with `rest_label`.
    """
    left, right = edges.left, edges.right
    room = np.zeros((7, words + 1), np.int32)
    after = np.empty(2 * len(left), np.int32)
    forest = Forest(room[0], room[1], after, room[2], room[3], room[4], room[5])
    above, head, edge, root_edge = forest.above, forest.head, forest.edge, room[6]
    labels = np.empty(words + 1, np.int32)
    _link(words, edges, forest)
    root_edge[:] = NONE
    for k in range(len(left) - 1, -1, -1):
        if (left[k] == 0) != (right[k] == 0):
            root_edge[top(above, left[k] + right[k])] = k
    main = largest = 0
    explicit = False
    for first in range(1, words + 1):
        if above[first] != first:
            continue
        k = root_edge[first]
        asked = left[k] + right[k] if k != NONE else first
        count = _walk(asked, edges, forest)
        root = asked
        if method == LABELS or (method == TRUSTING and k == NONE):
            preferred = asked if k != NONE else 0
            root = _best(count, preferred, edges.points_left, forest)
            _walk(root, edges, forest)
        for at in range(count):
            word = forest.order[at]
            labels[word] = edges.label[edge[word]] if edge[word] != NONE else root_label
        if k != NONE:
            labels[root] = edges.label[k]
        if (k != NONE) > explicit or ((k != NONE) == explicit and count > largest):
            main, largest, explicit = root, count, k != NONE
    if single_root:
        for word in range(1, words + 1):
            if head[word] == 0 and word != main:
                head[word] = main
                labels[word] = rest_label
    return head[1:], labels[1:]
