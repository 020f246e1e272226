"""Which classes do the graphs of a treebank belong to, and so which systems derive them?

`planar` without constraints derives the planar graphs, `k-planar` the k-planar ones (2013, Lemma 5
and Proposition 10); `dag-arc-eager` the projective graphs without opposite arcs, and
`dag-arc-standard` at least those without cycles (2013, Examples 7 and 8; verified for up to four
words).
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields

from multiplane import graph as graphs
from multiplane.graph import Graph
from multiplane.transforms.enhanced import LabelledGraph
from multiplane.treebank.multiplanarity import is_k_planar


@dataclass(frozen=True, slots=True)
class Fit:
    """Counts of graphs by their properties; `arcs` and `left_out` count arcs."""

    graphs: int = 0
    arcs: int = 0
    left_out: int = 0  # arcs of empty nodes
    with_empty_nodes: int = 0  # graphs that lack such arcs
    several_heads: int = 0
    cyclic: int = 0
    opposite_arcs: int = 0
    covered_roots: int = 0
    not_planar: int = 0
    not_2_planar: int = 0
    projective: int = 0
    projective_without_opposite: int = 0  # derived by dag-arc-eager
    projective_acyclic: int = 0  # derived by both DAG systems

    def __add__(self, other: "Fit") -> "Fit":
        return Fit(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Fit)))

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def opposite_arcs(graph: Graph) -> bool:
    """Are there two words that are each other's heads?"""
    return any((d, h) in graph.arcs for h, d in graph.arcs)


_PROPERTIES: dict[str, Callable[[Graph], object]] = {
    "several_heads": lambda graph: not graphs.single_head(graph),
    "cyclic": lambda graph: not graphs.acyclic(graph),
    "opposite_arcs": opposite_arcs,
    "covered_roots": lambda graph: not graphs.no_covered_roots(graph),
    "not_planar": lambda graph: not graphs.planar(graph),
    "not_2_planar": lambda graph: not is_k_planar(graph, 2),
}


def fit(found: Iterable[LabelledGraph]) -> Fit:
    """Count graphs."""
    total = Fit()
    for labelled in found:
        graph = labelled.graph
        has = {name: bool(holds(graph)) for name, holds in _PROPERTIES.items()}
        projective = not has["not_planar"] and not has["covered_roots"]
        total += Fit(
            graphs=1,
            arcs=len(labelled.arcs),
            left_out=labelled.left_out,
            with_empty_nodes=labelled.left_out > 0,
            **has,
            projective=projective,
            projective_without_opposite=projective and not has["opposite_arcs"],
            projective_acyclic=projective and not has["cyclic"],
        )
    return total
