"""The crossings graph U(G): its nodes are the arcs, its edges join those that cross (2013, 4.1)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from multiplane.graph import Arc, Graph

Crossings = dict[Arc, set[Arc]]  # each arc with the arcs that cross it


def crossings(graph: Graph) -> Crossings:
    """Return the crossings graph of the arcs between words.

    >>> crossings(Graph(4, frozenset({(1, 3), (4, 2), (3, 4)})))
    {(1, 3): {(4, 2)}, (3, 4): set(), (4, 2): {(1, 3)}}
    """
    arcs = sorted(graph.between_words.arcs)
    return _joined(arcs, crossing_pairs(arcs))


def crossings_within(arcs: Sequence[Arc], most: int) -> Crossings | None:
    """Return the crossings graph of these arcs, or None if it has more edges than `most`."""
    pairs = list(islice(crossing_pairs(arcs), most + 1))
    return _joined(arcs, pairs) if len(pairs) <= most else None


def crossing_pairs(arcs: Sequence[Arc]) -> Iterator[tuple[Arc, Arc]]:
    """Give each pair of crossing arcs once, in O(n log n) steps and one for each pair.

    A sweep from left to right over a linked list of open arcs in the order in which they began:
    an arc that closes is crossed by those that began after it and stay open.
    """
    left = [min(arc) for arc in arcs]
    opening: dict[int, list[int]] = {}
    closing: dict[int, list[int]] = {}
    for a, arc in enumerate(arcs):
        opening.setdefault(min(arc), []).append(a)
        closing.setdefault(max(arc), []).append(a)
    before, after = [-1] * (len(arcs) + 1), [-1] * (len(arcs) + 1)  # the last slot is the list's
    for position in sorted({*opening, *closing}):
        for a in closing.get(position, ()):  # arcs that end together do not cross
            after[before[a]], before[after[a]] = after[a], before[a]
        for a in closing.get(position, ()):
            x = before[-1]
            while x >= 0 and left[x] > left[a]:
                yield arcs[a], arcs[x]
                x = before[x]
        for a in opening.get(position, ()):
            before[a], after[a] = before[-1], -1
            after[before[-1]] = a
            before[-1] = a


def crossed_arcs(arcs: Collection[Arc]) -> set[Arc]:
    """Return the arcs that others cross, in O(n log n) steps however many crossings there are.

    >>> sorted(crossed_arcs([(1, 3), (4, 2), (3, 4)]))
    [(1, 3), (4, 2)]
    """
    crossed: set[Arc] = set()
    opened: list[Arc] = []  # in the order in which they begin; may hold some that are closed
    fresh: list[Arc] = []  # the same without those that are known to be crossed
    starting = sorted(arcs, key=min)
    begun = 0
    for arc in sorted(arcs, key=max):
        left, right = min(arc), max(arc)
        while begun < len(starting) and min(starting[begun]) < right:
            opened.append(starting[begun])
            fresh.append(starting[begun])
            begun += 1
        while opened and max(opened[-1]) <= right:
            opened.pop()
        if opened and min(opened[-1]) > left:
            crossed.add(arc)
        while fresh and min(fresh[-1]) > left:
            other = fresh.pop()
            if max(other) > right:
                crossed.add(other)
    return crossed


def components(crossing: Crossings) -> Iterator[Crossings]:
    """Give the connected parts of a crossings graph, those of a single arc left out."""
    seen: set[Arc] = set()
    for start, neighbours in crossing.items():
        if start in seen or not neighbours:
            continue
        part = {start: neighbours}
        frontier = [start]
        while frontier:
            for arc in crossing[frontier.pop()]:
                if arc not in part:
                    part[arc] = crossing[arc]
                    frontier.append(arc)
        seen |= part.keys()
        yield part


def _joined(
    arcs: Sequence[Arc], pairs: Iterator[tuple[Arc, Arc]] | list[tuple[Arc, Arc]]
) -> Crossings:
    graph: Crossings = {arc: set() for arc in arcs}
    for one, other in pairs:
        graph[one].add(other)
        graph[other].add(one)
    return graph
