"""Multiplanarity: into how few planes can the arcs be put so that none cross (2013, section 4)?

The arcs of one plane are a colour in the crossings graph.  Its components are coloured by
themselves: with two colours by a search, with more between a largest clique as the lower bound
and a quick colouring as the upper, by branch and bound where the two differ.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from multiplane.budget import Budget, Exhausted
from multiplane.errors import MultiplaneError
from multiplane.graph import Arc, Graph
from multiplane.treebank.clique import largest_clique
from multiplane.treebank.colouring import (
    colouring,
    first_fit,
    irreducible,
    odd_cycle,
    two_colouring,
)
from multiplane.treebank.crossings import Crossings, components, crossings_within
from multiplane.verdict import Verdict

BUDGET = 1_000_000  # steps, about a second
MOST_CROSSINGS = 200_000  # beyond them only bounds are given


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Arcs that cannot be put on fewer than so many planes, by themselves.

    It is a crossing, an odd cycle (each arc crosses the next), a clique (all cross each other) or
    an irreducible set (without any one arc, fewer planes would do).
    """

    kind: str
    arcs: tuple[Arc, ...]
    planes: int

    def __str__(self) -> str:
        arcs = " ".join(f"({h}, {d})" for h, d in self.arcs)
        return f"{self.kind} that needs {self.planes} planes: {arcs}"


@dataclass(frozen=True, slots=True)
class Multiplanarity:
    """The fewest planes: between `lower`, shown by an obstacle, and `upper`, shown by `planes`."""

    lower: int
    upper: int
    planes: dict[Arc, int]  # for each arc between words its plane, 1 to `upper`
    obstacle: Obstacle | None  # None if one plane suffices

    @property
    def exact(self) -> bool:
        return self.lower == self.upper


def multiplanarity(graph: Graph, budget: int = BUDGET) -> Multiplanarity:
    """Find the fewest planes for the arcs between words, with what shows that they are.

    Within the budget of steps, which no real tree needs, both bounds are equal.

    >>> found = multiplanarity(Graph(4, frozenset({(1, 3), (4, 2), (3, 4)})))
    >>> found.upper, found.planes, found.obstacle.kind
    (2, {(1, 3): 2, (3, 4): 1, (4, 2): 1}, 'crossing')
    """
    return _found(graph, None, budget)


def is_k_planar(graph: Graph, k: int, budget: int = BUDGET) -> Verdict:
    """Can the arcs be put on k planes?  The witness gives each arc its plane, or is an obstacle.

    >>> is_k_planar(Graph.from_heads([4, 5, 6, 0, 4, 4]), 2).because
    'odd cycle that needs 3 planes: (4, 1) (5, 2) (6, 3)'
    """
    if k < 1:
        raise MultiplaneError(f"{k}-planar: at least 1 plane is needed")
    found = _found(graph, k, budget)
    if found.upper <= k:
        many = "1 plane suffices" if found.upper == 1 else f"{found.upper} planes suffice"
        return Verdict(True, many, found.planes)
    if found.lower <= k:
        return Verdict(None, f"{found.lower} to {found.upper} planes; the budget is used up", found)
    obstacle = found.obstacle
    if obstacle and (k == 1 or obstacle.kind == "clique"):  # fewer of its arcs show it
        obstacle = _clique(obstacle.arcs, k + 1)
    return Verdict(False, str(obstacle), obstacle)


def _found(graph: Graph, k: int | None, budget: int) -> Multiplanarity:
    """Find the fewest planes, or only whether k suffice: then any bounds that say so will do."""
    arcs = sorted(graph.between_words.arcs)
    planes = dict.fromkeys(arcs, 1)
    crossing = crossings_within(arcs, MOST_CROSSINGS)
    if crossing is None:
        clique = largest_clique(arcs, budget)
        planes = _numbered(first_fit(arcs))
        return Multiplanarity(len(clique), max(planes.values()), planes, _clique(clique))
    steps = Budget(budget)
    lower, obstacle = 1, None
    for part in components(crossing):
        colours, shown = _coloured(part, k, steps)
        planes |= _numbered(colours)
        if shown.planes > lower:
            lower, obstacle = shown.planes, shown
    return Multiplanarity(lower, max(planes.values(), default=1), planes, obstacle)


def _coloured(part: Crossings, k: int | None, budget: Budget) -> tuple[dict[Arc, int], Obstacle]:
    """Colour a component as `_found` asks, with what shows that fewer colours do not do."""
    two = two_colouring(part)
    if two is not None:
        one = next(iter(part))
        return two, _clique([one, min(part[one])])
    clique = largest_clique(part, BUDGET)
    shown = (
        _clique(clique) if len(clique) > 2 else Obstacle("odd cycle", odd_cycle(part, BUDGET), 3)
    )
    colours = first_fit(part)
    if k is not None and shown.planes > k:
        return colours, shown
    tried, refuted = k or shown.planes, 0
    try:
        while tried < max(colours.values()) + 1:
            fewer = colouring(part, tried, clique, budget)
            if fewer is not None:
                colours = fewer
                break
            refuted, tried = tried, tried + 1
            if k is not None:
                break
    except Exhausted:
        colours = _fewer(part, colours, clique, BUDGET // 10)
    if refuted:
        shown = Obstacle("irreducible set", irreducible(part, refuted, budget), refuted + 1)
    return colours, shown


def _fewer(
    part: Crossings, colours: dict[Arc, int], clique: list[Arc], steps: int
) -> dict[Arc, int]:
    """Lower the number of colours as far as a few steps allow."""
    budget = Budget(steps)
    try:
        while fewer := colouring(part, max(colours.values()), clique, budget):
            colours = fewer
    except Exhausted:
        pass
    return colours


def _clique(arcs: Sequence[Arc], planes: int | None = None) -> Obstacle:
    """Show by arcs that all cross each other, or by the first of them, how many are needed."""
    planes = len(arcs) if planes is None else planes
    kinds = {2: "crossing", 3: "odd cycle"}
    return Obstacle(kinds.get(planes, "clique"), tuple(arcs[:planes]), planes)


def _numbered(colours: dict[Arc, int]) -> dict[Arc, int]:
    """Plane 1 for the colour of most arcs, and so on; of equals, first that of the first word."""
    size = Counter(colours.values())
    first = {colours[arc]: arc[1] for arc in sorted(colours, key=lambda arc: -arc[1])}
    order = sorted(size, key=lambda colour: (-size[colour], first[colour]))
    plane = {colour: number for number, colour in enumerate(order, 1)}
    return {arc: plane[colour] for arc, colour in colours.items()}
