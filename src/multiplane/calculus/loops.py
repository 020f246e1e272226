"""Loops in a directed graph, by Tarjan's algorithm for strongly connected components (1972)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def on_loops(following: Mapping[Node, Sequence[Node]]) -> set[Node]:
    """Return the nodes from which a path leads back to them; nodes that are no keys have no next.

    >>> sorted(on_loops({1: [2], 2: [3], 3: [2, 4], 5: [5]}))
    [2, 3, 5]
    """
    found = {node for node, following_ in following.items() if node in following_}
    number: dict[Node, int] = {}  # in the order of discovery
    lowest: dict[Node, int] = {}  # the lowest number known to be reached in the same component
    component: list[Node] = []  # nodes whose component is not complete
    open_: set[Node] = set()  # the same
    for root in following:
        path = [(root, iter(following[root]))] if root not in number else []
        while path:
            node, rest = path[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                component.append(node)
                open_.add(node)
            for other in rest:
                if other in open_:
                    lowest[node] = min(lowest[node], number[other])
                elif other in following and other not in number:
                    path.append((other, iter(following[other])))
                    break
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == number[node]:
                    members = [component.pop()]
                    while members[-1] != node:
                        members.append(component.pop())
                    open_.difference_update(members)
                    if len(members) > 1:
                        found.update(members)
    return found
