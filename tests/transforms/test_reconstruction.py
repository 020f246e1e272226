import doctest
from importlib import import_module
from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.native import jit
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.transforms import reconstruction_kernel as kernel
from multiplane.transforms.reconstruction import METHODS, encode, reconstruct
from support import naive
from support.marked_trees import trees_under_0

SUFFIXES = ("_l", "_r", "")


def cost(words, edges, method):
    """The costs of all arcs that a tree may have (2012, section 4)."""
    costs = {}
    for d in range(1, words + 1):
        costs[0, d] = 2 if method == "naive" else 2 * words
    for i, j, label in edges:
        for h, d in ((i, j), (j, i)):
            if d == 0 or (h == 0 and method == "labels"):
                continue
            against = label.endswith("_l" if h < d else "_r")
            costs[h, d] = 2 if against and method != "naive" else 1
    return costs


def least(words, edges, method):
    """The least cost of a tree, by looking at all of them."""
    costs = cost(words, edges, method)
    return min(
        sum(costs[heads[d], d] for d in range(1, words + 1))
        for heads in naive.all_heads(words)
        if all((heads[d], d) in costs for d in range(1, words + 1))
    )


def total(words, edges, method, **options):
    costs = cost(words, edges, method)
    heads, _ = reconstruct(words, edges, method, **options)
    return sum(costs[h, d] for d, h in enumerate(heads, 1))


def is_forest(edges):
    joined = nx.Graph()
    joined.add_edges_from(edges)
    return not edges or nx.is_forest(joined)


def all_undirected_forests(words):
    pairs = list(combinations(range(words + 1), 2))
    for size in range(words + 1):
        yield from filter(is_forest, combinations(pairs, size))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("words", [1, 2, 3])
def test_of_all_trees_one_of_the_least_cost_is_found(words, method):
    for pairs in all_undirected_forests(words):
        for suffixes in product(SUFFIXES, repeat=len(pairs)):
            edges = [(i, j, "x" + suffix) for (i, j), suffix in zip(pairs, suffixes, strict=True)]
            found = total(words, edges, method, single_root=False)
            assert found == least(words, edges, method)


@st.composite
def undirected_forests(draw, max_words):
    words = draw(st.integers(1, max_words))
    order = draw(st.permutations(range(words + 1)))
    edges = []
    for k in range(1, words + 1):
        if draw(st.integers(0, 4)):
            i, j = sorted((order[k], draw(st.sampled_from(order[:k]))))
            edges.append((i, j, draw(st.sampled_from("xyz")) + draw(st.sampled_from(SUFFIXES))))
    return words, draw(st.permutations(edges))


@given(undirected_forests(12), st.sampled_from(METHODS))
def test_the_cost_is_that_of_chu_liu_edmonds(graph, method):
    words, edges = graph
    directed = nx.DiGraph()
    for (h, d), weight in cost(words, edges, method).items():
        directed.add_edge(h, d, weight=weight)
    branching = nx.minimum_spanning_arborescence(directed)
    expected = branching.size(weight="weight")
    assert total(words, edges, method, single_root=False) == expected


@st.composite
def undirected_graphs(draw, max_words):
    words = draw(st.integers(0, max_words))
    node = st.integers(0, words)
    pairs = st.lists(st.tuples(node, node).filter(lambda p: p[0] != p[1]), max_size=3 * words)
    labels = st.sampled_from(["x_l", "x_r", "x", "_l", "_", "y_l_r"])
    return words, [(*pair, draw(labels)) for pair in draw(pairs)] if words else []


@given(undirected_graphs(10), st.sampled_from(METHODS), st.booleans())
def test_any_graph_gives_a_tree(graph, method, single_root):
    words, edges = graph
    heads, labels = reconstruct(words, edges, method, single_root=single_root)
    tree = (0, *heads)
    assert len(heads) == len(labels) == words
    assert all(0 in naive.chain_of_heads(tree, d) for d in range(1, words + 1))
    if single_root and words:
        assert heads.count(0) == 1
    joined = nx.Graph([(i, j) for i, j, _ in edges if i and j])
    joined.add_nodes_from(range(1, words + 1))
    if not single_root:
        assert heads.count(0) == nx.number_connected_components(joined)
    given = {frozenset(edge[:2]) for edge in edges}
    added = [d for d, h in enumerate(heads, 1) if h and frozenset((h, d)) not in given]
    assert not added or (single_root and {labels[d - 1] for d in added} == {"dep"})


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_short_tree_comes_back(n, method):
    labels = tuple("abcde"[:n])
    for heads in naive.all_heads(n):
        edges = encode(heads[1:], labels, directions=method != "naive")
        assert reconstruct(n, edges, method, single_root=False) == (heads[1:], labels)
        if heads[1:].count(0) == 1:
            assert reconstruct(n, edges[::-1], method) == (heads[1:], labels)


@given(trees_under_0(30), st.sampled_from(METHODS), st.data())
def test_longer_trees_come_back(heads, method, data):
    n = len(heads) - 1
    names = st.sampled_from(["nsubj", "nsubj:pass", "_l", "x_r"])
    labels = tuple(data.draw(st.lists(names, min_size=n, max_size=n)))
    edges = data.draw(st.permutations(encode(heads[1:], labels, directions=method != "naive")))
    assert reconstruct(n, edges, method, single_root=False) == (heads[1:], labels)


@given(trees_under_0(30))
def test_without_edges_from_0_labels_alone_bring_a_tree_back(heads):
    n = len(heads) - 1
    edges = [edge for edge in encode(heads[1:], "x" * n) if edge[0]]
    assert reconstruct(n, edges, single_root=False)[0] == heads[1:]


def test_the_second_variant_may_move_the_root():
    edges = [(0, 1, "root_r"), (1, 2, "a_l"), (2, 3, "b_l"), (3, 4, "c_r")]
    assert reconstruct(4, edges, "trusting") == ((0, 1, 2, 3), ("root", "a", "b", "c"))
    assert reconstruct(4, edges, "labels") == ((2, 3, 0, 3), ("a", "b", "root", "c"))
    assert total(4, edges, "trusting") == 6
    assert total(4, edges, "labels") == 8 + 3


def test_of_equal_roots_the_one_with_an_edge_from_0_is_taken_or_the_leftmost():
    assert reconstruct(2, [(1, 2, "x")])[0] == (0, 1)
    assert reconstruct(2, [(1, 2, "x"), (0, 2, "top_r")]) == ((2, 0), ("x", "top"))


def test_a_single_root():
    """Of a component with an edge from 0; else of the largest; else of the leftmost."""
    edges = [(2, 3, "x_r"), (3, 4, "y_r"), (5, 6, "z_l")]
    assert reconstruct(6, edges) == ((2, 0, 2, 3, 6, 2), ("dep", "root", "x", "y", "z", "dep"))
    assert reconstruct(6, [*edges, (0, 1, "top_r")], rest_label="rest") == (
        (0, 1, 2, 3, 6, 1),
        ("top", "rest", "x", "y", "z", "rest"),
    )
    assert reconstruct(3, []) == ((0, 1, 1), ("root", "dep", "dep"))
    assert reconstruct(0, []) == ((), ())


def test_what_an_undirected_machine_has_built():
    """Edges lie in a configuration, smaller number first; compiled code may call the kernel."""
    system = rooted(systems["undirected-planar"], "first")
    built = machine(system, 3)
    block = built.start.copy()
    names = [name for name, _ in system.transitions]
    # 1 ← 2 → 3 under 0, the labels with a last bit for the direction
    plan = [("SHIFT", 0), ("SHIFT", 0), ("ARC", 2 * 5 + 1), ("REDUCE", 0), ("ARC", 2 * 7)]
    for name, label in [*plan, ("SHIFT", 0), ("ARC", 2 * 6)]:
        apply(block, built.code, names.index(name), label)
    left, coded, right = (
        np.array(column, np.int32) for column in zip(*built.arcs(block), strict=True)
    )
    assert list(zip(left, right, strict=True)) == [(1, 2), (0, 2), (2, 3)]

    heads, labels = _from_compiled_code(3, left, right, coded)
    assert heads.tolist() == [2, 0, 2]
    assert labels.tolist() == [5, 7, 6]


@jit
def _from_compiled_code(words, left, right, coded):
    edges = kernel.Edges(left, right, coded >> 1, (coded & 1).astype(np.int8))
    return kernel.reconstruct(words, edges, kernel.LABELS, True, 0, 0)


def test_bad_arguments():
    with pytest.raises(UnknownName, match="choose from naive, trusting, labels"):
        reconstruct(1, [], "wise")
    with pytest.raises(
        MultiplaneError, match=r"edge \(1, 3\); give two different nodes from 0 to 2"
    ):
        reconstruct(2, [(1, 3, "x")])
    with pytest.raises(MultiplaneError, match=r"edge \(1, 1\)"):
        reconstruct(2, [(1, 1, "x")])


def test_examples():
    for name in ("reconstruction", "lifting", "lowering", "marks"):
        assert doctest.testmod(import_module(f"multiplane.transforms.{name}")).failed == 0
