"""Exhaustive search of small configuration spaces, by the plain semantics."""

from collections import deque
from collections.abc import Callable

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.semantics import successors
from multiplane.calculus.system import System
from multiplane.graph import Graph

LIMIT = 30_000  # configurations in one search


def shortest_derivation(system: System, graph: Graph, limit: int = LIMIT) -> Derivation | None:
    """Return a shortest derivation of exactly this graph, if there is one within the limit.

    The search builds no other arcs, and drops configurations in which a word has left the stores
    before all its arcs were built.
    """
    start = system.initial(graph.n)
    queue, seen = deque([(start, Derivation(system, graph.n))]), {start}
    while queue and len(seen) < limit:
        here, derivation = queue.popleft()
        if here.arcs == graph.arcs and system.is_terminal(here):
            return derivation
        for name, there in successors(system, here):
            if there not in seen and there.arcs <= graph.arcs:
                held = {node for store in there.stores for node in store}
                if all(h in held and d in held for h, d in graph.arcs - there.arcs):
                    seen.add(there)
                    queue.append((there, derivation.then(name)))
    return None


class Search:
    """All configurations of a system reachable for a sentence length, shortest first.

    `complete` is False if the limit cut the search short.
    """

    def __init__(self, system: System, words: int, limit: int = LIMIT) -> None:
        self.system, self.words = system, words
        start = system.initial(words)
        self.came_from: dict[Configuration, tuple[Configuration, str] | None] = {start: None}
        self.following: dict[Configuration, list[tuple[str, Configuration]]] = {}
        queue = deque([start])
        while queue and len(self.came_from) < limit:
            here = queue.popleft()
            self.following[here] = list(successors(system, here))
            for name, there in self.following[here]:
                if there not in self.came_from:
                    self.came_from[there] = (here, name)
                    queue.append(there)
        self.complete = not queue

    def derivation(self, configuration: Configuration) -> Derivation:
        """Return a shortest derivation of a reachable configuration."""
        names: list[str] = []
        step = self.came_from[configuration]
        while step is not None:
            configuration, name = step
            names.append(name)
            step = self.came_from[configuration]
        return Derivation(self.system, self.words, tuple(reversed(names)))

    def shortest(self, wanted: Callable[[Configuration], bool]) -> Derivation | None:
        """Return a shortest derivation of a wanted configuration."""
        found = next((c for c in self.came_from if wanted(c)), None)
        return None if found is None else self.derivation(found)

    def loop(self) -> Derivation | None:
        """Return a shortest derivation around a loop through a non-terminal configuration."""
        best: Derivation | None = None
        for here in self.following:
            if self.system.is_terminal(here):
                continue
            lead_in = self.derivation(here)
            around = self._round_trip(here)
            if around is not None:
                whole = lead_in.then(*around)
                if best is None or len(whole.transitions) < len(best.transitions):
                    best = whole
                if len(around) <= 2:
                    return best
        return best

    def _round_trip(self, start: Configuration) -> tuple[str, ...] | None:
        queue: deque[tuple[Configuration, tuple[str, ...]]] = deque([(start, ())])
        seen: set[Configuration] = set()
        while queue:
            here, names = queue.popleft()
            for name, there in self.following.get(here, ()):
                if there == start:
                    return (*names, name)
                # Arcs are never removed, so a loop leaves A unchanged.
                if there not in seen and len(there.arcs) == len(start.arcs):
                    seen.add(there)
                    queue.append((there, (*names, name)))
        return None

    def longest(self, weight: Callable[[str], int]) -> int | None:
        """Return the greatest total weight of a derivation's transitions.

        None if the space was cut short or has loops.
        """
        if not self.complete:
            return None
        best: dict[Configuration, int] = {}
        open_: set[Configuration] = set()
        stack = [next(iter(self.came_from))]
        while stack:
            here = stack[-1]
            if here in best:
                stack.pop()
                continue
            open_.add(here)
            missing = [there for _, there in self.following[here] if there not in best]
            if any(there in open_ for there in missing):
                return None
            if missing:
                stack += missing
                continue
            best[here] = max((weight(n) + best[t] for n, t in self.following[here]), default=0)
            open_.discard(here)
            stack.pop()
        return best[next(iter(self.came_from))]
