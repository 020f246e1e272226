"""A plane for each arc of a tree: a plan that oracles prefer, but do not insist on.

Learners do best if all arcs that cross none are on the first plane, and the others switch as little
as possible.  Crossing arcs are coloured exactly (2010, section 3).
"""

import numpy as np
from numpy.typing import NDArray

from multiplane.budget import Budget, Exhausted
from multiplane.graph import Arc
from multiplane.oracles.gold import ANY_PLANE, Crossed
from multiplane.treebank.colouring import colouring, two_colouring
from multiplane.treebank.crossings import Crossings, components

Array = NDArray[np.int32]
BUDGET = 100_000  # steps for each sentence, more than real trees need
FIRST = 1


def plan_planes(
    heads: Array, starts: NDArray[np.int64], crossing: Crossed, planes: int, *, has_root: bool
) -> Array:
    """Plan all trees whose words begin at `starts`: the planes of each node's arc, as bits."""
    out = np.full(int(starts[-1]) + 2 * (len(starts) - 1), FIRST, np.int32)
    for s in np.flatnonzero(np.diff(crossing.offsets)).tolist():
        begin, end = starts[s : s + 2].tolist()
        at, words = begin + 2 * s, end - begin
        given = [-1, *heads[begin:end].tolist()]
        real = [d for d in range(1, words + 1) if given[d] > 0 or (given[d] == 0 and has_root)]
        listed = crossing.listed[crossing.offsets[s] : crossing.offsets[s + 1]].tolist()
        first = crossing.begins[at : at + words + 2].tolist()
        arcs = {d: (given[d], d) for d in real}
        crossed = {
            arcs[d]: {arcs[e] for e in listed[first[d] : first[d + 1]] if e in arcs} for d in real
        }
        for arc, plane in plan(crossed, planes).items():
            out[at + arc[1]] = plane
    return out


def plan(crossing: Crossings, planes: int) -> dict[Arc, int]:
    """Plan the crossing arcs of one tree: for each the planes it may go on, as bits.

    Arcs that need more planes than there are may go on any.

    >>> plan({(1, 3): {(2, 4)}, (2, 4): {(1, 3)}, (2, 3): set()}, planes=2)
    {(1, 3): 1, (2, 4): 2}
    """
    budget = Budget(BUDGET)
    found: dict[Arc, int] = {}
    for part in components(crossing):
        found |= dict.fromkeys(part, ANY_PLANE)
        numbered = _numbered(_coloured(part, planes, budget))
        found |= {arc: 1 << plane for arc, plane in numbered.items()}
    return found


def _coloured(part: Crossings, planes: int, budget: Budget) -> dict[Arc, int]:
    colours = two_colouring(part)
    if colours is None and planes > 2:
        try:
            colours = colouring(part, planes, (), budget)
        except Exhausted:
            return {}
    return colours or {}


def _numbered(colours: dict[Arc, int]) -> dict[Arc, int]:
    """Number planes by how many words end arcs on them, most first: so fewest words switch."""
    ends: dict[int, set[int]] = {}
    for arc, colour in colours.items():
        ends.setdefault(colour, set()).add(max(arc))
    order = sorted(ends, key=lambda colour: (-len(ends[colour]), colour))
    return {arc: order.index(colour) for arc, colour in colours.items()}
