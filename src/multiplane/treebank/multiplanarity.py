"""Multiplanarity: into how few planes can the arcs be put so that none cross (2013, section 4)?"""

from multiplane.graph import Arc, Graph, cross
from multiplane.verdict import Verdict


def crossings(graph: Graph) -> dict[Arc, set[Arc]]:
    """Return the crossings graph U(G): for each arc between words the arcs that cross it."""
    arcs = sorted(graph.between_words.arcs)
    return {arc: {other for other in arcs if cross(arc, other)} for arc in arcs}


def is_k_planar(graph: Graph, k: int) -> Verdict:
    """Can the arcs be put on k planes?  The witness gives each arc its plane, 1 to k."""
    neighbours = crossings(graph)
    order = sorted(neighbours, key=lambda arc: -len(neighbours[arc]))
    planes: dict[Arc, int] = {}

    def place(position: int) -> bool:
        if position == len(order):
            return True
        arc = order[position]
        taken = {planes[other] for other in neighbours[arc] if other in planes}
        for plane in range(1, min(k, max(planes.values(), default=0) + 1) + 1):
            if plane not in taken:
                planes[arc] = plane
                if place(position + 1):
                    return True
                del planes[arc]
        return False

    if place(0):
        return Verdict(True, f"{max(planes.values(), default=0)} planes suffice", dict(planes))
    return Verdict(False, f"no choice of {k} planes keeps crossing arcs apart")
