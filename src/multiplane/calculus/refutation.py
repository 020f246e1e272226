"""Refutations: a shortest derivation that shows that a property fails, if there is a short one."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.search import Search, shortest_derivation
from multiplane.calculus.system import System
from multiplane.graph import Graph
from multiplane.verdict import Verdict

SEARCHED = 4  # words of the longest sentences searched
FEW_ARCS = 3  # graphs with up to this many arcs are tried one by one before all others


@cache
def searched(system: System, words: int) -> Search:
    return Search(system, words)


def refute(system: System, bad: Callable[[Search], object], fails: str) -> Verdict:
    """Look for a shortest refutation; without one the property is undecided."""
    held = 0
    for words in range(1, SEARCHED + 1):
        search = searched(system, words)
        found = bad(search)
        if found is not None:
            return Verdict(False, f"{fails}: {found} ({_words(words)})", found)
        if not search.complete:
            break
        held = words
    return Verdict(None, f"no case where {fails} for up to {_words(held)}; no proof")


def _words(number: int) -> str:
    return f"{number} word{'' if number == 1 else 's'}"


def refute_graphs(system: System, check: Callable[[Graph], Verdict], fails: str) -> Verdict:
    """Look for a derivable graph that lacks the property, with few words and few arcs."""

    def bad(search: Search) -> object:
        def wanted(c: Configuration) -> bool:
            return system.is_terminal(c) and not check(Graph(search.words, c.arcs))

        return search.shortest(wanted)

    for words in range(2, SEARCHED + 1):
        found = _few_arcs(system, words, check)
        if found is not None:
            return Verdict(False, f"{fails}: {found} ({_words(words)})", found)
    return refute(system, bad, fails)


def _few_arcs(system: System, words: int, check: Callable[[Graph], Verdict]) -> Derivation | None:
    order = combinations if not system.directed else permutations
    possible = list(order(range(1, words + 1), 2))
    for arcs in range(1, FEW_ARCS + 1):
        graphs_ = (Graph(words, frozenset(chosen)) for chosen in combinations(possible, arcs))
        found = [shortest_derivation(system, graph) for graph in graphs_ if not check(graph)]
        derivations = [derivation for derivation in found if derivation is not None]
        if derivations:
            return min(derivations, key=lambda d: len(d.transitions))
    return None
