"""Slow twins: what the definitions say, with no thought for speed."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from multiplane.graph import Arc, Graph


def words(graph: Graph) -> range:
    return range(1, graph.n + 1)


def arcs(graph: Graph) -> set[Arc]:
    return {(h, d) for h, d in graph.arcs if h != 0}


def all_graphs(n: int) -> Iterator[Graph]:
    """Every graph over the words 1..n: two to the power of n (n - 1)."""
    pairs = list(permutations(range(1, n + 1), 2))
    for chosen in range(2 ** len(pairs)):
        yield Graph(n, frozenset(pair for k, pair in enumerate(pairs) if chosen >> k & 1))


def reachable(edges: set[Arc]) -> set[Arc]:
    """The transitive closure: all (i, j) with a path of one step or more from i to j."""
    closure = set(edges)
    while more := {(i, l) for i, j in closure for k, l in closure if j == k} - closure:
        closure |= more
    return closure


def heads(graph: Graph, d: int) -> set[int]:
    return {h for h, e in arcs(graph) if e == d}


def roots(graph: Graph) -> set[int]:
    return {d for d in words(graph) if not heads(graph, d)}


def is_single_head(graph: Graph) -> bool:
    return all(len(heads(graph, d)) <= 1 for d in words(graph))


def has_cycle(graph: Graph) -> bool:
    return any(i == j for i, j in reachable(arcs(graph)))


def unjoined(graph: Graph) -> set[Arc]:
    """The pairs of words that no path joins, in whatever direction its arcs go."""
    joined = reachable(arcs(graph) | {(d, h) for h, d in arcs(graph)})
    return {(i, j) for i, j in permutations(words(graph), 2) if (i, j) not in joined}


def is_tree(graph: Graph) -> bool:
    """A root from which all other words are reachable by a unique directed path."""
    return any(all(paths(graph, r, d) == 1 for d in words(graph)) for r in words(graph))


def paths(graph: Graph, start: int, end: int) -> int:
    """How many paths lead from start to end in at most 2n steps: enough to go round a cycle."""
    total, here = 0, Counter([start])
    for _ in range(2 * graph.n + 1):
        total += here[end]
        there: Counter[int] = Counter()
        for h, d in arcs(graph):
            there[d] += here[h]
        here = there
    return total


def crossing_pairs(graph: Graph) -> set[frozenset[Arc]]:
    return {
        frozenset((a, b))
        for a, b in combinations(arcs(graph), 2)
        if min(a) < min(b) < max(a) < max(b) or min(b) < min(a) < max(b) < max(a)
    }


def covered_roots(graph: Graph) -> set[tuple[int, Arc]]:
    return {(r, a) for r in roots(graph) for a in arcs(graph) if min(a) < r < max(a)}
