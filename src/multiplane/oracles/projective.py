"""The order of words in which a tree is projective, and its projective parts.

Transitions that exchange words bring them into that order (Nivre 2009), but not inside a part
(Nivre, Kuhlmann and Hall 2009).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def projective_order(heads: Sequence[int]) -> NDArray[np.int32]:
    """Number the words by an in-order walk of the tree: left dependents, head, right dependents."""
    words = len(heads)
    dependents: list[list[int]] = [[] for _ in range(words + 1)]
    for word, head in enumerate(heads, 1):
        dependents[max(head, 0)].append(word)
    order, count = np.zeros(words + 1, np.int32), 0
    todo: list[tuple[int, bool]] = [(0, False)]
    while todo:
        node, ready = todo.pop()
        if ready:
            order[node] = count
            count += 1
            continue
        left = [d for d in dependents[node] if d < node]
        right = [d for d in dependents[node] if d > node]
        todo += [(d, False) for d in reversed(right)]
        todo.append((node, True))
        todo += [(d, False) for d in reversed(left)]
    return order


def projective_parts(heads: Sequence[int]) -> NDArray[np.int32]:
    """Number the maximal projective parts, which can be built without exchanging words, by word."""
    words = len(heads)
    missing = [0] * (words + 1)
    for head in heads:
        missing[max(head, 0)] += 1
    part = list(range(words + 1))
    stack = [0]
    for word in range(1, words + 1):
        stack.append(word)
        while len(stack) > 1:
            one, other = stack[-2], stack[-1]
            if one and heads[one - 1] == other and not missing[one]:
                dependent, head = stack.pop(-2), other
            elif max(heads[other - 1], 0) == one and not missing[other] and one:
                dependent, head = stack.pop(), one
            else:
                break
            missing[head] -= 1
            part = [part[head] if p == part[dependent] else p for p in part]
    return np.array(part, np.int32)
