"""The slow twin of what `reach` looks at: all configurations of a few words, in plain Python.

It is for browsers, where nothing is compiled; it looks at fewer configurations.  For systems of the
catalogue they are given what was seen elsewhere.
"""

import hashlib
from collections.abc import Iterator

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.search import Search
from multiplane.calculus.system import System
from multiplane.graph import Arc
from multiplane.oracles.conflicts import NOWHERE
from multiplane.oracles.properties import Properties
from multiplane.systems.writer import write_system

WORK = 60_000  # transitions tried for each length of sentences
KNOWN: dict[str, list[int]] = {}  # answers seen before, by the definition of a system


def definition_key(system: System) -> str:
    """Return what stands for the definition of a system."""
    return hashlib.sha256(write_system(system).encode()).hexdigest()[:20]


def known(system: System) -> list[int] | None:
    """Return the answers seen for a system, if they were given."""
    return KNOWN.get(definition_key(system)) if KNOWN else None


def answers(
    system: System, kinds: list[int], known: Properties, words: int
) -> Iterator[tuple[int, int, bool, bool, bool]] | None:
    """Give for pairs of words their codes, order and nearness, and whether an arc can be built.

    None if there are too many configurations.
    """
    space = Search(system, words, WORK)
    return _answers(space, kinds, known) if space.complete else None


def _answers(
    space: Search, kinds: list[int], known: Properties
) -> Iterator[tuple[int, int, bool, bool, bool]]:
    reachable = _reachable(space)
    nodes = range(space.words + 1)
    for here in space.came_from:
        if here.switches:  # right after a rotation, `value` looks one step ahead
            continue
        code, place, above_root = _described(space.system, here, kinds, len(nodes), root=known.root)
        component = _components(here, len(nodes))
        headed = {d for _, d in here.arcs}
        for dependent in nodes[1:]:
            if known.single and dependent in headed:
                continue
            for head in nodes[0 if known.root else 1 :]:
                if (
                    head == dependent
                    or (known.acyclic and component[head] == component[dependent])
                    or (not known.directed and head > dependent)
                    or (head, dependent) in here.arcs
                ):
                    continue
                near = (
                    place[head] > 0
                    and abs(place[head] - place[dependent]) == 1
                    and not (known.root and above_root[dependent])
                )
                can = (head, dependent) in reachable[here]
                yield code[head], code[dependent], head < dependent, near, can


def _reachable(space: Search) -> dict[Configuration, set[Arc]]:
    """Return the arcs of all outputs reachable from each configuration."""
    found = {c: set(c.arcs) if space.system.is_terminal(c) else set() for c in space.came_from}
    before: dict[Configuration, list[Configuration]] = {c: [] for c in found}
    for here, following in space.following.items():
        for _, there in following:
            before[there].append(here)
    waiting = [c for c, arcs in found.items() if arcs]
    while waiting:
        there = waiting.pop()
        for here in before[there]:
            if not found[there] <= found[here]:
                found[here] |= found[there]
                waiting.append(here)
    return found


def _described(
    system: System, here: Configuration, kinds: list[int], nodes: int, *, root: bool
) -> tuple[list[int], list[int], list[bool]]:
    """Return for each node its code, its place in the first store, and whether a root is above."""
    code, place, above_root = [0] * nodes, [NOWHERE] * nodes, [False] * nodes
    for number, (store, contents) in enumerate(zip(system.stores, here.stores, strict=True)):
        blocked = False
        inward = contents if store.open_on_left else contents[::-1]
        for depth, node in enumerate(inward):
            if number == 0:
                place[node] = len(contents) - depth
            above_root[node] = blocked
            code[node] = max(code[node], 1 + 2 * kinds[number] + (depth == 0))
            blocked = blocked or (root and node == 0)
    return code, place, above_root


def _components(here: Configuration, nodes: int) -> list[int]:
    """Return for each node the number of its component."""
    component = list(range(nodes))
    for head, dependent in here.arcs:
        one, other = component[dependent], component[head]
        component = [other if each == one else each for each in component]
    return component
