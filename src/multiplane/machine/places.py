"""The places that conditions of transitions concern, so that each is looked up once."""

from collections.abc import Iterable

from multiplane.calculus.vocabulary import NEGATED, NO_PLACE, ONE_PLACE

MOST_PLACES = 11

Row = tuple[int, int, int, int]


def by_place(checks: Iterable[Iterable[int]]) -> tuple[list[tuple[int, int]], list[Row]]:
    """Return all places, and the checks as (code, place, place, number)."""
    places: dict[tuple[int, int], int] = {}
    rows = []
    for code, store, depth, other, other_depth, number in checks:
        op = code & (NEGATED - 1)
        one, two = 0, 0
        if op not in NO_PLACE:
            one = places.setdefault((store, depth), len(places))
        if op not in (*NO_PLACE, *ONE_PLACE):
            two = places.setdefault((other, other_depth), len(places))
        rows.append((code, one, two, number))
    return list(places), rows
