import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.conllu import read
from multiplane.errors import MultiplaneError
from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.multiplanarity import multiplanarity
from multiplane.treebank.shapes import Shape, shape
from support import naive
from support.marked_trees import trees_under_0


def by_definition(heads):
    """The shape of a tree straight from the definitions; heads[0] stands for nothing."""
    words = range(1, len(heads))
    inner = [d for d in words if heads[d]]
    degrees = tuple(naive.edge_degree(heads, d) if heads[d] else 0 for d in words)
    transitions = naive.attardi_transitions(heads)
    graph = naive.Graph.from_heads(heads[1:])
    return Shape(
        roots=sum(heads[d] == 0 for d in words),
        left=sum(d < heads[d] for d in inner),
        right=sum(d > heads[d] for d in inner),
        left_1=sum(heads[d] - d == 1 for d in inner),
        right_1=sum(d - heads[d] == 1 for d in inner),
        length=sum(abs(d - heads[d]) for d in inner),
        non_projective=sum(naive.is_non_projective(heads, d) for d in inner),
        crossings=len(naive.crossing_pairs(graph)),
        gap_degree=naive.gap_degree(heads),
        edge_degree=max(degrees),
        ill_nested=naive.is_ill_nested(heads),
        edge_degrees=degrees,
        transitions=tuple(transitions.get(d, 0) for d in words),
        crossed=tuple(
            sum((heads[d], d) in pair for pair in naive.crossing_pairs(graph)) for d in words
        ),
        gap_degrees=tuple(naive.gaps(heads, d) for d in words),
    )


def planes_by_kernel(heads):
    trees, arcs = kernel.measure(np.array(heads[1:], np.int32), np.array([0, len(heads) - 1]))
    return trees[0, kernel.PLANES], arcs[:, kernel.PLANE].tolist()


def check_planes(heads):
    """The kernel's planes are the fewest where it gives them, and the same as in Python."""
    graph = naive.Graph.from_heads(heads[1:])
    planes, plane = planes_by_kernel(heads)
    fewest = naive.fewest_planes(graph)
    assert planes == fewest or (planes == kernel.MORE and fewest > 2)
    found = multiplanarity(graph)
    assert found.lower == found.upper == fewest
    if fewest <= 2:
        assert [found.planes.get((h, d), 0) for d, h in enumerate(heads[1:], 1)] == plane


@pytest.mark.parametrize("n", range(1, 7))
def test_every_short_tree_is_measured_by_the_definitions(n):
    for heads in naive.all_heads(n):
        assert shape(heads[1:]) == by_definition(heads)
        check_planes(heads)


@pytest.mark.slow
def test_every_tree_of_seven_words_is_measured_by_the_definitions():
    for heads in naive.all_heads(7):
        assert shape(heads[1:]) == by_definition(heads)
        check_planes(heads)


@given(trees_under_0(14, max_roots=3))
def test_trees_of_some_words(heads):
    assert shape(heads[1:]) == by_definition(heads)
    check_planes(heads)


@settings(max_examples=50)
@given(st.integers(2, 60), st.randoms(use_true_random=False), st.integers(1, 60))
def test_trees_of_many_words(n, random, reach):
    """Near heads make few crossings, far ones many."""
    order = list(range(1, n + 1))
    random.shuffle(order)
    heads, placed = [0] * (n + 1), []
    for d in order:
        near = [h for h in placed if abs(h - d) <= reach]
        heads[d] = random.choice(near) if near else 0
        placed.append(d)
    assert shape(heads[1:]) == by_definition(tuple(heads))


@pytest.mark.parametrize("name", ["Gothic-PROIEL/dev.conllu", "UTB2-Swedish/dev.conll"])
def test_a_treebank_is_measured_by_the_definitions(treebanks, name):
    for sentence in read(treebanks / name):
        heads = tuple(h or 0 for h in sentence.heads)
        if len(heads) <= 25:
            assert shape(heads) == by_definition((0, *heads))


def test_the_figure_of_2011_of_any_gap_degree():
    """Figure 1: two interleaved chains, 1 → 3 → 5 … and 2 → 4 → 6 …, the second from word 1."""
    n = 10
    heads = [0, 1, *range(1, 2 * n - 1)]
    found = shape(heads)
    assert found.gap_degree == n - 1
    assert found.block_degree == n
    assert max(found.transitions) == 2
    assert 0 not in found.transitions


def test_an_arc_that_no_transition_builds():
    """k i y x w with k → x, i → k, w → y, w → i: k gets x when i can no longer get k."""
    found = shape([2, 5, 5, 1, 0])
    assert found.transitions == (0, 0, 1, 3, 0)


def test_planes_of_several_sentences_at_once():
    heads = np.array([0, 4, 1, 1, 0, 2, 0], np.int32)
    trees, _ = kernel.measure(heads, np.array([0, 4, 5, 5, 7]))
    assert trees[:, kernel.KIND].tolist() == [
        kernel.TREE,
        kernel.TREE,
        kernel.EMPTY,
        kernel.TREE,
    ]
    assert trees[:, kernel.PLANES].tolist() == [2, 1, 0, 1]


@pytest.mark.parametrize(
    ("heads", "message"),
    [([2, 1], "cycle"), ([1], "cycle"), ([], "no words"), ([-1, 0], "from 0 to 2"), ([3, 0], "2")],
)
def test_what_is_no_tree_is_an_error(heads, message):
    with pytest.raises(MultiplaneError, match=message):
        shape(heads)


def test_long_sentences_take_no_longer_than_their_crossings():
    random = np.random.default_rng(1)
    n = 10_000
    chain = list(range(n))
    star = [0] + [1] * (n - 1)
    far = [0, *(int(random.integers(1, d)) for d in range(2, n + 1))]
    assert shape(chain).gap_degree == 0
    assert shape(star).left == 0
    assert shape(far).crossings > n
