"""The most arcs that all cross each other: a lower bound on the number of planes.

Crossings graphs are circle graphs, where a largest clique can be found: arcs that all cross each
other all cover some gap between two words, and if they begin in the order i1 < i2 < … they also
end in it.  So it is a longest increasing chain among the arcs that cover one gap.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection

from multiplane.graph import Arc


def largest_clique(arcs: Collection[Arc], budget: int | None = None) -> list[Arc]:
    """Return a largest set of mutually crossing arcs, from left to right.

    With a budget, the gaps that most arcs cover are looked at first, until it is used up.

    >>> largest_clique([(1, 4), (5, 2), (3, 6), (6, 7)])
    [(1, 4), (5, 2), (3, 6)]
    """
    ordered = sorted(arcs, key=lambda arc: (min(arc), -max(arc)))
    best: list[Arc] = []
    for gap, covered in _gaps(ordered):
        if covered <= len(best) or (budget is not None and budget < 0):
            break
        if budget is not None:
            budget -= len(ordered)
        chain = _longest_chain([arc for arc in ordered if min(arc) <= gap < max(arc)])
        best = max(best, chain, key=len)
    return best


def _gaps(ordered: list[Arc]) -> list[tuple[int, int]]:
    """The words to the right of which an arc begins, with how many cover that gap, most first."""
    ends = sorted(max(arc) for arc in ordered)
    begun = {min(arc): number for number, arc in enumerate(ordered, 1)}
    gaps = ((gap, number - bisect_right(ends, gap)) for gap, number in begun.items())
    return sorted(gaps, key=lambda pair: -pair[1])


def _longest_chain(cover: list[Arc]) -> list[Arc]:
    """The longest run of arcs that both begin and end further and further to the right."""
    # last[q] ends first among the chains of q + 1 arcs; arcs that begin together come with the
    # longest first, so that no chain has two of them.
    last: list[Arc] = []
    ends: list[int] = []
    previous: dict[Arc, Arc] = {}
    for arc in cover:
        q = bisect_left(ends, max(arc))
        if q:
            previous[arc] = last[q - 1]
        if q == len(ends):
            last.append(arc)
            ends.append(max(arc))
        else:
            last[q], ends[q] = arc, max(arc)
    chain = last[-1:]
    while chain and chain[-1] in previous:
        chain.append(previous[chain[-1]])
    return chain[::-1]
