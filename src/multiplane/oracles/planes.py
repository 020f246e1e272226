"""A plane for each arc of a tree: a plan that oracles prefer, but do not insist on.

Crossing arcs are coloured exactly (2010, section 3).  Learners do best if the first plane has the
arcs that cross no other, and of those that do, the projective ones.
"""

from collections.abc import Container, Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.budget import Budget, Exhausted
from multiplane.graph import Arc
from multiplane.oracles.gold import ANY_PLANE, Excluded
from multiplane.treebank.colouring import colouring, two_colouring
from multiplane.treebank.crossings import Crossings, components

Array = NDArray[np.int32]
BUDGET = 100_000  # steps for each sentence, more than real trees need
FIRST_PLANE = 1


def plan_planes(
    heads: Array, starts: NDArray[np.int64], excluded: Excluded, planes: int, *, has_root: bool
) -> Array:
    """Plan all trees whose words begin at `starts`: the planes of each node's arc, as bits."""
    out = np.full(int(starts[-1]) + 2 * (len(starts) - 1), FIRST_PLANE, np.int32)
    for s in np.flatnonzero(np.diff(excluded.offsets)).tolist():
        begin, end = starts[s : s + 2].tolist()
        at, words = begin + 2 * s, end - begin
        given = [-1, *heads[begin:end].tolist()]
        real = [d for d in range(1, words + 1) if given[d] > 0 or (given[d] == 0 and has_root)]
        listed = excluded.listed[excluded.offsets[s] : excluded.offsets[s + 1]].tolist()
        first = excluded.begins[at : at + words + 2].tolist()
        arcs = {d: (given[d], d) for d in real}
        crossed = {
            arcs[d]: {arcs[e] for e in listed[first[d] : first[d + 1]] if e in arcs} for d in real
        }
        projective = {arc for arc in crossed if crossed[arc] and is_projective(given, *arc)}
        for arc, plane in plan(crossed, planes, projective).items():
            out[at + arc[1]] = plane
    return out


def is_projective(heads: Sequence[int], head: int, dependent: int) -> bool:
    """Are all words between the two ends below the head?  `heads` begins with node 0."""
    for word in range(min(head, dependent) + 1, max(head, dependent)):
        above = word
        while above > 0 and above != head:
            above = heads[above]
        if above != head:
            return False
    return True


def plan(crossing: Crossings, planes: int, projective: Container[Arc] = ()) -> dict[Arc, int]:
    """Plan the crossing arcs of one tree: for each the planes it may go on, as bits.

    Arcs that need more planes than there are may go on any.

    >>> plan({(1, 3): {(2, 4)}, (2, 4): {(1, 3)}, (2, 3): set()}, 2, projective={(2, 4)})
    {(1, 3): 2, (2, 4): 1}
    """
    budget = Budget(BUDGET)
    found: dict[Arc, int] = {}
    for part in components(crossing):
        found |= dict.fromkeys(part, ANY_PLANE)
        numbered = _numbered(_coloured(part, planes, budget), projective)
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


def _numbered(colours: dict[Arc, int], projective: Container[Arc]) -> dict[Arc, int]:
    """Number planes: first those with most projective arcs, then with most words that end arcs."""
    arcs: dict[int, list[Arc]] = {}
    for arc, colour in colours.items():
        arcs.setdefault(colour, []).append(arc)

    def rank(colour: int) -> tuple[int, int]:
        here = arcs[colour]
        return -sum(arc in projective for arc in here), -len({max(arc) for arc in here})

    order = sorted(arcs, key=rank)
    return {arc: order.index(colour) for arc, colour in colours.items()}
