"""Maximum branchings: the tree whose arcs have the greatest sum (Chu & Liu 1965; Edmonds 1967)."""

import numpy as np

from multiplane.tabular.weights import Floats


def maximum_branching(scores: Floats, *, single_root: bool = False) -> tuple[int, ...]:
    """Return the heads of the words 1 … n, from `scores[head, dependent]` with 0 as the root.

    >>> maximum_branching(np.array([[0, 1, 1], [0, 0, 5], [0, 5, 0.]]))
    (0, 1)
    """
    scores = np.array(scores, np.float64)
    if single_root:  # make every tree with several arcs from 0 worse than any with one
        scores[0] -= 1.0 + 2.0 * len(scores) * np.abs(scores).max(initial=0.0)
    np.fill_diagonal(scores, -np.inf)
    return tuple(int(head) for head in _branching(scores)[1:])


def _branching(scores: Floats) -> list[int]:
    n = len(scores)
    heads = [0, *(int(scores[:, d].argmax()) for d in range(1, n))]
    cycle = _cycle(heads)
    if not cycle:
        return heads
    # Contract the cycle into one node, the last; an arc into it replaces one arc of the cycle.
    inside = sum(scores[heads[d], d] for d in cycle)
    rest = [v for v in range(n) if v not in cycle]
    small = np.full((len(rest) + 1,) * 2, -np.inf)
    small[:-1, :-1] = scores[np.ix_(rest, rest)]
    leaving = scores[np.ix_(cycle, rest)]
    entering = scores[np.ix_(rest, cycle)] + inside - [scores[heads[d], d] for d in cycle]
    small[-1, :-1], small[:-1, -1] = leaving.max(0), entering.max(1)
    small[:, 0] = -np.inf
    found = _branching(small)
    broken = cycle[int(entering[found[-1]].argmax())]
    answer = heads.copy()
    answer[broken] = rest[found[-1]]
    for at, d in enumerate(rest[1:], 1):
        head = found[at]
        answer[d] = rest[head] if head < len(rest) else cycle[int(leaving[:, at].argmax())]
    return answer


def _cycle(heads: list[int]) -> list[int]:
    """Return the nodes of some cycle, or none."""
    done = {0}
    for start in range(1, len(heads)):
        path: list[int] = []
        node = start
        while node not in done and node not in path:
            path.append(node)
            node = heads[node]
        if node in path:
            return path[path.index(node) :]
        done.update(path)
    return []
