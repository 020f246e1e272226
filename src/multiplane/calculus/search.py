"""Exhaustive search of small configuration spaces, by the plain semantics, within a budget.

Work is counted in transitions tried.  Systems that copy words may have infinitely many
configurations, with longer and longer stores, so long stores count more.
"""

from collections import deque
from collections.abc import Callable

from multiplane.budget import Budget, Exhausted
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.loops import on_loops
from multiplane.calculus.semantics import successors
from multiplane.calculus.system import System
from multiplane.graph import Graph

WORK = 30_000  # for one search: a second or two


def work(system: System, configuration: Configuration) -> int:
    """Count the transitions to try in a configuration, again for every ten words in its stores."""
    sizes = [len(store) for store in configuration.stores]
    further = max(*sizes, 2) - 2  # members of a family after the first
    families = sum(transition.is_family for _, transition in system.transitions)
    return (len(system) + families * further) * (1 + sum(sizes) // 10)


def shortest_derivation(
    system: System, graph: Graph, budget: Budget | None = None
) -> Derivation | None:
    """Return a shortest derivation of exactly this graph; None if there is none.

    The search builds no other arcs, and drops configurations in which a word has left the stores
    before all its arcs were built.  Raises Exhausted if the budget is used up before the end.
    """
    budget = budget or Budget(WORK)
    start = system.initial(graph.n)
    queue, seen = deque([(start, Derivation(system, graph.n))]), {start}
    while queue:
        here, derivation = queue.popleft()
        if here.arcs == graph.arcs and system.is_terminal(here):
            return derivation
        budget.spend(work(system, here))
        for name, there in successors(system, here):
            if there not in seen and there.arcs <= graph.arcs:
                held = {node for store in there.stores for node in store}
                if all(h in held and d in held for h, d in graph.arcs - there.arcs):
                    seen.add(there)
                    queue.append((there, derivation.then(name)))
    return None


class Search:
    """All configurations of a system reachable for a sentence length, shortest first.

    `complete` is False if the search ended before, after as much work as it may do.
    """

    def __init__(self, system: System, words: int, limit: int = WORK) -> None:
        self.system, self.words = system, words
        start = system.initial(words)
        self.came_from: dict[Configuration, tuple[Configuration, str] | None] = {start: None}
        self.following: dict[Configuration, list[tuple[str, Configuration]]] = {}
        self.complete = True
        queue, budget = deque([start]), Budget(limit)
        while queue:
            here = queue.popleft()
            try:
                budget.spend(work(system, here))
            except Exhausted:
                self.complete = False
                break
            self.following[here] = list(successors(system, here))
            for name, there in self.following[here]:
                if there not in self.came_from:
                    self.came_from[there] = (here, name)
                    queue.append(there)

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
        """Return a derivation around a loop through a non-terminal configuration.

        It is the shortest there is, or the shortest found with as much work as a search may do.
        """
        loops = on_loops({c: [there for _, there in then] for c, then in self.following.items()})
        starts = [c for c in self.following if c in loops and not self.system.is_terminal(c)]
        best: Derivation | None = None
        for here in starts[: 1 + WORK // max(len(loops), 1)]:
            around = self._round_trip(here, loops)
            whole = self.derivation(here).then(*around)
            if best is None or len(whole.transitions) < len(best.transitions):
                best = whole
            if len(around) <= 2:
                return best
        return best

    def _round_trip(self, start: Configuration, loops: set[Configuration]) -> tuple[str, ...]:
        queue: deque[tuple[Configuration, tuple[str, ...]]] = deque([(start, ())])
        seen: set[Configuration] = set()
        while queue:
            here, names = queue.popleft()
            for name, there in self.following[here]:
                if there == start:
                    return (*names, name)
                if there in loops and there not in seen:
                    seen.add(there)
                    queue.append((there, (*names, name)))
        raise AssertionError("the configuration is on a loop")

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
