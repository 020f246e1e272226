"""Drawn sentences: the arcs with their planes, and a picture to take away."""

from typing import Any

from multiplane.drawing import draw
from multiplane.graph import Graph, acyclic, no_covered_roots
from multiplane.server.sentences import Given, sentence, sentences, written
from multiplane.treebank.crossings import crossings
from multiplane.treebank.multiplanarity import multiplanarity


def read_text(conllu: str) -> dict[str, Any]:
    """Return the sentences of a text as the pages keep them."""
    return {"sentences": [written(found) for found in sentences(conllu)]}


def drawing(given: Given, width: int) -> dict[str, Any]:
    """Return a sentence with its arcs on the fewest planes, and its picture as SVG."""
    found = sentence(given)
    graph = found.graph
    planes, crossing = multiplanarity(graph), crossings(graph)
    return {
        **written(found),
        "arcs": [
            {
                "head": h,
                "dependent": d,
                "plane": planes.planes[h, d],
                "crossed": bool(crossing[h, d]),
            }
            for h, d in sorted(graph.arcs)
        ],
        "planes": planes.upper,
        "crossings": sum(map(len, crossing.values())) // 2,
        "projective": _projective(graph, planes.upper),
        "because": str(planes.obstacle or ""),
        "conllu": found.text,
        "svg": draw(found).svg(width),
    }


def _projective(graph: Graph, planes: int) -> bool:
    """Planar and without covered roots (2013, Definition 2), if it is a forest at all."""
    return planes == 1 and bool(no_covered_roots(graph)) and bool(acyclic(graph))
