"""Planes that are planned for the arcs of trees."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.graph import Graph, cross
from multiplane.oracles.gold import ANY_PLANE, all_exclusions
from multiplane.oracles.planes import is_projective, plan_planes
from multiplane.treebank.multiplanarity import is_k_planar
from support import strategies
from support.naive import all_heads, is_non_projective


def planned(trees, k):
    """The planes of the words' arcs, as bits, by tree."""
    heads = np.array([h for tree in trees for h in tree], np.int32)
    starts = np.cumsum([0, *map(len, trees)])
    excluded = all_exclusions(heads, starts, False, False)
    found = plan_planes(heads, starts, excluded, k, has_root=False).tolist()
    nodes = starts + 2 * np.arange(len(starts))  # each tree has a root and an end of its own
    return [found[at + 1 : at + 1 + len(tree)] for at, tree in zip(nodes, trees, strict=False)]


@pytest.mark.parametrize("k", [2, 3, 4])
@given(data=st.data())
def test_crossing_arcs_of_k_planar_trees_get_different_planes(k, data):
    trees = [tree for tree, _ in data.draw(st.lists(strategies.trees_on_planes(10, k), max_size=3))]
    for tree, planes in zip(trees, planned(trees, k), strict=True):
        arcs = [((h, d), planes[d - 1]) for d, h in enumerate(tree, 1) if h]
        assert all(plane in {1 << number for number in range(k)} for _, plane in arcs)
        for arc, plane in arcs:
            crossed = [other for other in arcs if cross(arc, other[0])]
            assert plane not in {there for _, there in crossed}
            assert crossed or plane == 1


@given(strategies.trees_on_planes(10, 2))
def test_the_first_of_two_planes_has_most_projective_arcs(drawn):
    tree, _ = drawn
    (planes,) = planned([tree], 2)
    arcs = [(h, d) for d, h in enumerate(tree, 1) if h]
    todo = {arc for arc in arcs if any(cross(arc, other) for other in arcs)}
    while todo:
        part, grown = set(), {todo.pop()}
        while grown:
            part |= grown
            grown = {arc for arc in todo if any(cross(arc, other) for other in part)} - part
        todo -= part
        count = {1: 0, 2: 0}
        for h, d in part:
            count[planes[d - 1]] += is_projective([-1, *tree], h, d)
        assert count[1] >= count[2]


@given(strategies.trees(9))
def test_trees_that_need_more_planes_are_not_planned_there(graph):
    tree = graph.heads
    (planes,) = planned([tree], 2)
    assert (ANY_PLANE in planes) == (not is_k_planar(Graph.from_heads(tree), 2))


def test_projective_arcs():
    for heads in (heads for words in (1, 2, 3, 4) for heads in all_heads(words)):
        for d, h in enumerate(heads):
            if d and h:
                assert is_projective(heads, h, d) == (not is_non_projective(heads, d))
