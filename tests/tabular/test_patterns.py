"""What items can end with, and where they lie."""

from itertools import combinations
from math import comb

import pytest

from multiplane.tabular.forest import deduce
from multiplane.tabular.layout import chart_bytes, layout
from multiplane.tabular.patterns import FAR, NEAR, UNDER, patterns
from multiplane.tabular.rules import reductions


def contexts(degree):
    return tuple(rule.degree + 1 for rule in reductions(degree))


def listed(table):
    return [tuple(place for place in row if place >= 0) for row in table.tolist()]


@pytest.mark.parametrize(("degree", "width"), [(1, 1), (2, 1), (3, 2), (2, 3), (3, 4)])
def test_patterns_are_those_of_the_forest(degree, width):
    """Which nodes of its start an item of any sentence of six words still has at its end."""
    seen = {
        tuple(place for place, node in enumerate(item.start) if node in item.end)
        for item in deduce(6, degree, width).items
        if -1 not in item.start
    }
    assert seen == set(listed(patterns(degree, width, contexts(degree)).kept))


def test_degree_2_as_in_the_paper():
    """h2 is h1 or new; la1, ra1 and ra2 keep h2, la2 takes it away."""
    p = patterns(2, 1, contexts(2))
    assert listed(p.kept) == [(0,), ()]
    assert p.kinds.tolist() == [NEAR, NEAR, UNDER, FAR]  # la1, ra1, la2, ra2
    assert p.dependents.tolist() == [0, 1, -1, 1]
    assert p.heads.tolist() == [1, 0, 1, -1]


def test_a_wider_item_needs_no_more_than_the_right_antecedent():
    assert set(patterns(2, 3, (3,) * 4).kinds.tolist()) == {NEAR}


@pytest.mark.parametrize("words", [1, 4, 7])
def test_tuples_stand_in_their_order(words):
    """Σ C(y_m, r + 2 - m) counts from 0, those from k onwards first."""
    nodes = layout(3, 2, contexts(3), words).nodes
    for r in (1, 2, 3):
        for k in range(nodes):
            tuples = list(combinations(range(k, nodes + 1), r + 1))
            places = {sum(comb(nodes - x, r + 1 - m) for m, x in enumerate(t)) for t in tuples}
            assert places == set(range(len(tuples)))


@pytest.mark.parametrize(("degree", "words"), [(1, 5), (2, 8), (3, 6)])
def test_the_room_is_known_before(degree, words):
    l = layout(degree, max(degree - 1, 1), contexts(degree), words)
    room = chart_bytes(degree, max(degree - 1, 1), contexts(degree), words)
    assert 8 * (l.item_at[-1] + l.hook_at[-1]) <= room
