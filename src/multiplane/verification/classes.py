"""Classes of graphs by name: `planar-forests`, `2-planar-graphs`, `projective-trees`, …

A name is one of the bases graphs, forests and trees, after any number of restrictions.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, permutations, product

from multiplane import graph as graphs
from multiplane.errors import UnknownName
from multiplane.graph import Graph
from multiplane.nearest import did_you_mean
from multiplane.treebank.multiplanarity import is_k_planar


def all_graphs(words: int) -> Iterator[Graph]:
    """List every dependency graph: any set of arcs between different words."""
    arcs = list(permutations(range(1, words + 1), 2))
    chosen = chain.from_iterable(combinations(arcs, size) for size in range(len(arcs) + 1))
    return (Graph(words, frozenset(c)) for c in chosen)


def all_forests(words: int) -> Iterator[Graph]:
    """List every graph without cycles in which each word has at most one head."""
    for heads in product(range(words + 1), repeat=words):
        if _leads_to_roots(heads):
            yield Graph(words, frozenset((h, d) for d, h in enumerate(heads, 1) if h))


def all_trees(words: int) -> Iterator[Graph]:
    """List every forest with exactly one root."""
    return (forest for forest in all_forests(words) if len(forest.arcs) == words - 1)


def _leads_to_roots(heads: tuple[int, ...]) -> bool:
    for start in range(1, len(heads) + 1):
        node = start
        for _ in heads:
            node = heads[node - 1] if node else 0
        if node:
            return False
    return True


def _no_undirected_cycle(graph: Graph) -> bool:
    """Does every arc join two components?"""
    component = list(range(graph.n + 1))
    for head, dependent in graph.arcs:
        one, other = component[head], component[dependent]
        if one == other:
            return False
        component = [one if c == other else c for c in component]
    return True


BASES: dict[str, Callable[[int], Iterator[Graph]]] = {
    "graphs": all_graphs,
    "forests": all_forests,
    "trees": all_trees,
}
RESTRICTIONS: dict[str, Callable[[Graph], object]] = {
    "projective": graphs.projective,
    "planar": graphs.planar,
    "acyclic": graphs.acyclic,
    "undirected-acyclic": _no_undirected_cycle,
    "single-head": graphs.single_head,
    "connected": graphs.connected,
    "no-covered-roots": graphs.no_covered_roots,
}


@dataclass(frozen=True, slots=True)
class GraphClass:
    """A class of graphs: the members of a base that meet all restrictions."""

    name: str
    base: str
    restrictions: tuple[Callable[[Graph], object], ...]

    def members(self, words: int) -> Iterator[Graph]:
        """List the graphs of the class for sentences of `words` words."""
        for graph in BASES[self.base](words):
            if all(holds(graph) for holds in self.restrictions):
                yield graph


def graph_class(name: str) -> GraphClass:
    """Find a class by its name."""
    base = next((b for b in BASES if name == b or name.endswith("-" + b)), None)
    if base is None:
        raise UnknownName(f"{name!r} is not a class of graphs; {_advice(name)}")
    rest = name[: -len(base)]
    restrictions: list[Callable[[Graph], object]] = []
    while rest:
        k_planar = re.match(r"(\d+)-planar-", rest)
        plain = max((r for r in RESTRICTIONS if rest.startswith(r + "-")), key=len, default=None)
        if k_planar:
            restrictions.append(partial(is_k_planar, k=int(k_planar[1])))
            rest = rest[k_planar.end() :]
        elif plain:
            restrictions.append(RESTRICTIONS[plain])
            rest = rest[len(plain) + 1 :]
        else:
            raise UnknownName(
                f"{name!r} is not a class of graphs: {rest!r} is unknown; {_advice(name)}"
            )
    return GraphClass(name, base, tuple(restrictions))


def _advice(name: str) -> str:
    likely = (*BASES, *(f"{r}-{base}" for r in (*RESTRICTIONS, "2-planar") for base in BASES))
    return (
        f"{did_you_mean(name, likely)}classes are {', '.join(BASES)}, with any of"
        f" {', '.join(RESTRICTIONS)} or k-planar before"
        " them, joined by hyphens: acyclic-graphs, planar-forests, 2-planar-trees"
    )
