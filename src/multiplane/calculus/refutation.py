"""Refutations: a shortest derivation that shows that a property fails, if there is a short one.

Each has a budget, so a system with endless configurations gets an answer too: undecided.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, permutations

from multiplane.budget import Budget, Exhausted
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.search import WORK, Search, shortest_derivation
from multiplane.calculus.system import System
from multiplane.graph import Graph
from multiplane.verdict import Verdict

SEARCHED = 4  # words of the longest sentences searched
FEW_ARCS = 3  # graphs with up to this many arcs are tried one by one before all others


@lru_cache(SEARCHED)  # a search may be large: only those of one system are kept
def searched(system: System, words: int) -> Search:
    return Search(system, words)


def refute(system: System, bad: Callable[[Search], object], fails: str) -> Verdict:
    """Look for a shortest refutation; without one the property is undecided."""
    held, stopped = "", ""
    for words in range(1, SEARCHED + 1):
        search = searched(system, words)
        found = bad(search)
        if found is not None:
            return Verdict(False, f"{fails}: {found} ({_words(words)})", found)
        if not search.complete:
            seen = len(search.came_from)
            stopped = f"; for {_words(words)} the search stopped after {seen:,} configurations"
            break
        held = f" for up to {_words(words)}"
    return Verdict(None, f"undecided: no case where {fails} was found{held}{stopped}; no proof")


def _words(number: int) -> str:
    return f"{number} word{'' if number == 1 else 's'}"


def refute_graphs(system: System, check: Callable[[Graph], Verdict], fails: str) -> Verdict:
    """Look for a derivable graph that lacks the property, with few words and few arcs."""

    def bad(search: Search) -> object:
        def wanted(c: Configuration) -> bool:
            return system.is_terminal(c) and not check(Graph(search.words, c.arcs))

        return search.shortest(wanted)

    budget = Budget(WORK)
    for words in range(2, SEARCHED + 1):
        found = _few_arcs(system, words, check, budget)
        if found is not None:
            return Verdict(False, f"{fails}: {found} ({_words(words)})", found)
    return refute(system, bad, fails)


def _few_arcs(
    system: System, words: int, check: Callable[[Graph], Verdict], budget: Budget
) -> Derivation | None:
    order = combinations if not system.directed else permutations
    possible = list(order(range(1, words + 1), 2))
    for arcs in range(1, FEW_ARCS + 1):
        graphs = (Graph(words, frozenset(chosen)) for chosen in combinations(possible, arcs))
        derivations: list[Derivation] = []
        try:
            for graph in graphs:
                derivation = None if check(graph) else shortest_derivation(system, graph, budget)
                derivations += [derivation] if derivation else []
        except Exhausted:
            pass  # what was found still counts
        if derivations:
            return min(derivations, key=lambda d: len(d.transitions))
    return None
