"""Colouring a crossings graph, one colour for each plane, exactly or within a budget of steps."""

from collections import deque
from collections.abc import Collection
from math import inf

from multiplane.budget import Budget, Exhausted
from multiplane.graph import Arc
from multiplane.treebank.crossings import Crossings
from multiplane.treebank.first_room import FirstRoom


def first_fit(arcs: Collection[Arc]) -> dict[Arc, int]:
    """Put each arc, from left to right, on the first plane where it crosses none.

    Few planes, though not always the fewest, and without a look at the crossings: the open arcs
    of a plane lie inside each other, so a new one need only fit into the innermost.  Takes
    O(n log n) steps, however many planes there are.
    """
    planes: list[list[int]] = []  # the ends of the open arcs of each plane
    room = FirstRoom()  # inside the innermost of them
    colours: dict[Arc, int] = {}
    closing = iter(sorted(arcs, key=max))
    next_ = next(closing, None)
    for arc in sorted(arcs, key=lambda arc: (min(arc), -max(arc))):
        begin, end = min(arc), max(arc)
        while next_ and max(next_) <= begin:
            colour = colours[next_]
            ends = planes[colour]
            ends.pop()
            room[colour] = ends[-1] if ends else inf
            next_ = next(closing, None)
        colour = colours[arc] = room.first(end)
        if colour == len(planes):
            planes.append([])
        planes[colour].append(end)
        room[colour] = end
    return colours


def two_colouring(crossing: Crossings) -> dict[Arc, int] | None:
    """Colour a connected graph with 0 and 1, or return None: there is an odd cycle."""
    start = next(iter(crossing))
    colours = {start: 0}
    frontier = [start]
    for arc in frontier:  # the list grows while we walk along it
        for other in crossing[arc]:
            if other not in colours:
                colours[other] = 1 - colours[arc]
                frontier.append(other)
            elif colours[other] == colours[arc]:
                return None
    return colours


def odd_cycle(crossing: Crossings, budget: int) -> tuple[Arc, ...]:
    """Return an odd cycle of a connected graph that has one: a shortest, if the budget allows.

    It is where a search from some node, breadth first, finds two neighbours equally far away.
    """
    shortest: list[Arc] = []
    for start in crossing:
        if shortest and budget < 0:
            break
        up, depth = {start: start}, {start: 0}
        queue = deque([start])
        while queue:
            arc = queue.popleft()
            budget -= len(crossing[arc])
            if shortest and 2 * depth[arc] + 1 >= len(shortest):
                break
            for other in crossing[arc]:
                if other not in depth:
                    up[other], depth[other] = arc, depth[arc] + 1
                    queue.append(other)
                elif depth[other] == depth[arc]:
                    shortest = _cycle(_path(up, arc), _path(up, other))
                    queue.clear()
                    break
    return tuple(shortest)


def _path(up: dict[Arc, Arc], arc: Arc) -> list[Arc]:
    """From an arc up to where the search began."""
    path = [arc]
    while up[arc] != arc:
        arc = up[arc]
        path.append(arc)
    return path


def _cycle(one: list[Arc], other: list[Arc]) -> list[Arc]:
    """Close two paths at the first node that they share."""
    while len(one) > 1 and len(other) > 1 and one[-2] == other[-2]:
        one, other = one[:-1], other[:-1]
    return one[::-1] + other[:-1]


def peel(crossing: Crossings, k: int) -> tuple[Crossings, list[Arc]]:
    """Take away arcs that fewer than k others cross, again and again: they can be coloured last.

    Returns what remains and the arcs in the order in which they were taken.
    """
    degree = {arc: len(others) for arc, others in crossing.items()}
    taken = [arc for arc, d in degree.items() if d < k]
    gone = set(taken)
    for arc in taken:  # the list grows while we walk along it
        for other in crossing[arc] - gone:
            degree[other] -= 1
            if degree[other] < k:
                gone.add(other)
                taken.append(other)
    return {arc: others - gone for arc, others in crossing.items() if arc not in gone}, taken


def colouring(
    crossing: Crossings, k: int, clique: Collection[Arc], budget: Budget
) -> dict[Arc, int] | None:
    """Colour with k colours, or return None if that cannot be; `clique` is coloured first.

    Branch and bound in the order of Brélaz 1979 (DSATUR): next comes the arc that sees the most
    colours.  Of the colours not yet used only one is tried, as they do not differ.
    """
    core, taken = peel(crossing, k)
    colours: dict[Arc, int] = {}
    sees: dict[Arc, list[int]] = {arc: [0] * k for arc in core}  # how many of each colour
    closed = dict.fromkeys(core, 0)  # the colours seen, as bits
    waiting = dict.fromkeys(core)

    def put(arc: Arc, colour: int) -> None:
        colours[arc] = colour
        del waiting[arc]
        for other in core[arc]:
            sees[other][colour] += 1
            closed[other] |= 1 << colour

    def take(arc: Arc) -> None:
        colour = colours.pop(arc)
        waiting[arc] = None
        for other in core[arc]:
            sees[other][colour] -= 1
            if not sees[other][colour]:
                closed[other] ^= 1 << colour

    used = 0
    for arc in clique:
        if arc in core:
            if used == k:
                return None
            put(arc, used)
            used += 1
    tried: list[tuple[Arc, int, int]] = []  # arc, colours still to try, colours used before it
    while waiting:
        budget.spend(len(waiting))
        arc = max(waiting, key=lambda arc: (closed[arc].bit_count(), len(core[arc])))
        options = ~closed[arc] & ((1 << min(k, used + 1)) - 1)
        while not options:
            if not tried:
                return None
            arc, options, used = tried.pop()
            take(arc)
        colour = (options & -options).bit_length() - 1
        tried.append((arc, options & (options - 1), used))
        put(arc, colour)
        used = max(used, colour + 1)
    for arc in reversed(taken):
        seen = {colours[other] for other in crossing[arc] if other in colours}
        colours[arc] = min(set(range(k)) - seen)
    return colours


def irreducible(crossing: Crossings, k: int, budget: Budget) -> tuple[Arc, ...]:
    """Of a graph that has no k-colouring, arcs that have none either, but would without any one.

    If the budget runs out, the arcs may be more than needed.
    """
    rest, _ = peel(crossing, k)
    for arc in list(rest):
        if arc not in rest:
            continue
        smaller = {one: others - {arc} for one, others in rest.items() if one != arc}
        try:
            if colouring(smaller, k, (), budget) is None:
                rest, _ = peel(smaller, k)
        except Exhausted:
            break
    return tuple(rest)
