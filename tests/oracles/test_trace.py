"""The papers' own derivations, step by step."""

from itertools import islice

import pytest

from multiplane import conllu
from multiplane.graph import Graph
from multiplane.oracles.trace import trace
from multiplane.systems import systems
from support.paths import FIGURES


def test_figure_3():
    """2013, Figure 3: arc-standard on the graph of Figure 2."""
    found = trace(systems["arc-standard"], figure(2))
    assert str(found.derivation) == (
        "SHIFT LEFT-ARC SHIFT LEFT-ARC SHIFT SHIFT LEFT-ARC SHIFT SHIFT SHIFT LEFT-ARC"
        " RIGHT-ARC RIGHT-ARC RIGHT-ARC SHIFT RIGHT-ARC SHIFT"
    )
    arcs = [step.new[0] for step in found.steps if step.new]
    assert arcs == [(2, 1), (3, 2), (5, 4), (8, 7), (6, 8), (5, 6), (3, 5), (3, 9)]


FIGURE_6 = [
    ("", [], [], 1),
    ("SHIFT", [1], [1], 2),
    ("SHIFT", [1, 2], [1, 2], 3),
    ("RIGHT-ARC", [1, 2], [1, 2], 3),
    ("SHIFT", [1, 2, 3], [1, 2, 3], 4),
    ("REDUCE", [1, 2], [1, 2, 3], 4),
    ("REDUCE", [1], [1, 2, 3], 4),
    ("RIGHT-ARC", [1], [1, 2, 3], 4),
    ("SHIFT", [1, 4], [1, 2, 3, 4], 5),
    ("SHIFT", [1, 4, 5], [1, 2, 3, 4, 5], 6),
    ("LEFT-ARC", [1, 4, 5], [1, 2, 3, 4, 5], 6),
    ("REDUCE", [1, 4], [1, 2, 3, 4, 5], 6),
    ("RIGHT-ARC", [1, 4], [1, 2, 3, 4, 5], 6),
    ("SWITCH", [1, 2, 3, 4, 5], [1, 4], 6),
    ("REDUCE", [1, 2, 3, 4], [1, 4], 6),
    ("REDUCE", [1, 2, 3], [1, 4], 6),
    ("REDUCE", [1, 2], [1, 4], 6),
    ("LEFT-ARC", [1, 2], [1, 4], 6),
    ("SHIFT", [1, 2, 6], [1, 4, 6], 7),
    ("SWITCH", [1, 4, 6], [1, 2, 6], 7),
    ("REDUCE", [1, 4], [1, 2, 6], 7),
    ("RIGHT-ARC", [1, 4], [1, 2, 6], 7),
    ("SHIFT", [1, 4, 7], [1, 2, 6, 7], 8),
    ("RIGHT-ARC", [1, 4, 7], [1, 2, 6, 7], 8),
    ("SHIFT", [1, 4, 7, 8], [1, 2, 6, 7, 8], 9),
    ("REDUCE", [1, 4, 7], [1, 2, 6, 7, 8], 9),
    ("REDUCE", [1, 4], [1, 2, 6, 7, 8], 9),
    ("REDUCE", [1], [1, 2, 6, 7, 8], 9),
    ("RIGHT-ARC", [1], [1, 2, 6, 7, 8], 9),
    ("SHIFT", [1, 9], [1, 2, 6, 7, 8, 9], 10),
]


@pytest.mark.parametrize("name", ["2-planar[single-head,acyclic]", "2-planar"])
def test_figure_6(name):
    """2013, Figure 6: 2-planar on the graph of Figure 1, row by row, with constraints or without.

    The figure shortens [1, 2, 6, 7] to [1, …, 7] and so on.
    """
    found = trace(systems[name], figure(1))
    rows = [
        (
            step.transition,
            *map(list, step.configuration.stores[:2]),
            10 - len(step.configuration.stores[2]),
        )
        for step in found.steps
    ]
    assert rows == FIGURE_6
    assert [step.new[0] for step in found.steps if step.new] == [
        (2, 3), (1, 4), (6, 5), (4, 6), (6, 2), (4, 7), (7, 8), (1, 9),
    ]  # fmt: skip


def figure(number: int) -> Graph:
    return next(islice(conllu.read(FIGURES), number - 1, None)).graph
