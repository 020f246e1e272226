"""The theorems of the papers, verified by exhaustion."""

import pytest

from multiplane import graph as graphs
from multiplane.calculus import empty, single, β, σ
from multiplane.errors import UnknownName
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.treebank.multiplanarity import is_k_planar
from multiplane.verification import graph_class, verify
from support import naive

CORRECT = [
    # 2013, Examples 3 to 6 and 9: projective forests
    ("arc-standard", "projective-forests", 6),
    ("arc-standard-stack", "projective-forests", 6),
    ("arc-eager", "projective-forests", 6),
    ("arc-hybrid", "projective-forests", 6),
    ("easy-first", "projective-forests", 6),
    # 2013, section 3.3: planar graphs, and each constraint
    ("planar", "planar-graphs", 4),
    ("planar[single-head]", "planar-single-head-graphs", 4),
    ("planar[acyclic]", "planar-undirected-acyclic-graphs", 4),
    ("planar[directed-acyclic]", "planar-acyclic-graphs", 4),
    ("planar[no-covered-roots]", "planar-no-covered-roots-graphs", 4),
    ("planar[single-head,no-covered-roots]", "projective-single-head-graphs", 4),
    ("planar[single-head,directed-acyclic]", "planar-forests", 5),
    # 2010, section 4
    ("planar[single-head,acyclic]", "planar-forests", 6),
    ("planar[single-head,acyclic,no-covered-roots]", "projective-forests", 6),
    # 2010, section 5; 2013, Proposition 10
    ("1-planar", "planar-graphs", 4),
    ("2-planar", "2-planar-graphs", 4),
    ("2-planar[single-head,acyclic]", "2-planar-forests", 5),
    ("3-planar[single-head,acyclic]", "3-planar-forests", 4),
    # Nivre 2009; Covington 2001
    ("swap", "forests", 5),
    ("covington", "forests", 5),
    # 2012: undirected variants, compared without directions
    ("undirected-planar", "planar-forests", 6),
    ("undirected-2-planar", "2-planar-forests", 5),
    ("undirected-covington", "forests", 5),
    # 2012, section 3.1: projective buffer transitions keep a system correct
    ("arc-eager+lba", "projective-forests", 5),
    ("arc-eager+rba", "projective-forests", 5),
    ("arc-eager+lba+rba", "projective-forests", 5),
    ("arc-standard+lba+rba", "projective-forests", 5),
    ("arc-hybrid+lba+rba", "projective-forests", 5),
    ("planar[single-head,acyclic]+lba+rba", "planar-forests", 5),
    ("2-planar[single-head,acyclic]+lba+rba", "2-planar-forests", 5),
]


@pytest.mark.parametrize(("name", "class_name", "words"), CORRECT)
def test_sound_and_complete(name, class_name, words):
    answer = verify(systems[name], class_name, words)
    assert answer.sound, str(answer.unsound)
    assert answer.complete, str(answer.incomplete)
    assert all(length.graphs == length.derived for length in answer.lengths)


@pytest.mark.slow
def test_2_planar_for_six_words():
    answer = verify(systems["2-planar[single-head,acyclic]"], "2-planar-forests", 6)
    assert answer.correct
    assert answer.lengths[-1].graphs == 16_379


@pytest.mark.slow
def test_3_planar_for_five_words():
    assert verify(systems["3-planar[single-head,acyclic]"], "3-planar-forests", 5).correct


def test_2_planar_eager_loses_a_few_forests_and_none_that_is_projective():
    answer = verify(systems["2-planar-eager"], "2-planar-forests", 5)
    assert answer.sound
    assert [length.graphs - length.derived for length in answer.lengths] == [0, 0, 0, 0, 23]
    assert verify(systems["2-planar-eager"], "projective-forests", 5).complete


def test_side_stack_loses_fewer_trees():
    answer = verify(systems["side-stack"], "forests", 5)
    assert answer.sound
    assert [length.graphs - length.derived for length in answer.lengths] == [0, 0, 0, 0, 1]
    assert verify(systems["side-stack"], "projective-forests", 5).complete
    assert not verify(systems["side-stack"], "2-planar-forests", 5).complete


@pytest.mark.slow
def test_side_stack_for_six_words():
    """2-planar[single-head,acyclic] derives 7,452 trees of six words, 2-planar-eager 6,850."""
    assert verify(systems["side-stack"], "trees", 6).lengths[-1].derived == 7_713


def test_swap_builds_every_tree():
    """For trees alone, a terminal configuration has one word left, as in Nivre 2009."""
    answer = verify(systems["swap"], "trees", 5)
    assert answer.complete
    assert not answer.sound
    to_a_tree = systems["swap"].but("swap to a tree", final=empty(β) & single(σ))
    assert verify(to_a_tree, "trees", 5).correct


DERIVED = {  # of 1, 3, 16, 125, 1296, 16807 forests of 1 to 6 words
    "attardi-1": [1, 3, 12, 55, 273, 1428],
    "attardi-2": [1, 3, 16, 113, 939, 8632],
    "attardi-3": [1, 3, 16, 121, 1158, 13059],
}


@pytest.mark.parametrize("name", DERIVED)
def test_how_many_forests_attardi_derives(name):
    answer = verify(systems[name], "forests", 6)
    assert [length.derived for length in answer.lengths] == DERIVED[name]
    assert answer.sound
    assert not answer.complete


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("attardi-1", [12, 55, 273]),
        ("attardi-2", [16, 117, 1011]),
        ("attardi-3", [16, 123, 1218]),
        ("swap", [16, 125, 1296]),
    ],
)
def test_with_a_root_in_front_and_one_node_left(name, counts):
    """An artificial root first, reduced to it alone: the setting of 2011, section 2.2."""
    system = rooted(systems[name], "first")
    answer = verify(system.but(system.name, final=empty(β) & single(σ)), "forests", 5)
    assert [length.derived for length in answer.lengths[2:]] == counts


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("name", ["arc-standard", "arc-eager", "arc-hybrid"])
def test_projective_systems_stay_so_with_a_root(name, place):
    assert verify(rooted(systems[name], place), "projective-forests", 5).correct


def test_a_counterexample_to_soundness_is_a_shortest_derivation():
    answer = verify(systems["planar"], "forests", 3)
    assert str(answer.unsound.derivation) == "SHIFT LEFT-ARC RIGHT-ARC SHIFT"
    assert answer.unsound.graph.arcs == {(1, 2), (2, 1)}
    assert answer.complete
    assert "derived, but not in the class" in str(answer.unsound)


def test_a_counterexample_to_completeness_is_a_graph_with_fewest_arcs():
    answer = verify(systems["arc-eager"], "forests", 4)
    assert answer.sound
    assert str(answer.incomplete) == "not derived: 3 words with (3, 1)"


def test_no_covered_roots_with_two_stacks_forbids_too_much():
    """2013, section 5.1.2: the restriction does not carry over to two stacks."""
    answer = verify(systems["2-planar[no-covered-roots]"], "2-planar-no-covered-roots-graphs", 4)
    assert answer.sound
    assert answer.incomplete.graph.arcs == {(1, 3), (4, 2)}


def test_no_covered_roots_alone_is_not_quite_the_dag_parser():
    """2013, section 3.3.2 calls the two equivalent; the latter also forbids opposite arcs."""
    answer = verify(systems["dag-arc-eager"], "projective-graphs", 4)
    assert answer.sound
    assert answer.incomplete.graph.arcs == {(1, 2), (2, 1)}
    projective = graph_class("projective-graphs").members(4)
    without = [g for g in projective if not any((d, h) in g.arcs for h, d in g.arcs)]
    assert answer.lengths[3].derived == len(without) == 189


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_classes_have_as_many_members_as_they_should(n):
    assert len(list(graph_class("forests").members(n))) == (n + 1) ** (n - 1)
    assert len(list(graph_class("trees").members(n))) == n ** (n - 1)
    if n <= 4:
        every = list(graph_class("graphs").members(n))
        assert len(set(every)) == 2 ** (n * (n - 1))
        acyclic = {1: 1, 2: 3, 3: 25, 4: 543}
        assert len(list(graph_class("acyclic-graphs").members(n))) == acyclic[n]


def test_classes_agree_with_the_definitions():
    every = list(naive.all_graphs(4))
    assert set(graph_class("forests").members(4)) == {g for g in every if graphs.forest(g)}
    assert set(graph_class("trees").members(4)) == {g for g in every if graphs.tree(g)}
    two = set(graph_class("2-planar-forests").members(4))
    assert two == {g for g in every if graphs.forest(g) and is_k_planar(g, 2)}


@pytest.mark.parametrize("name", ["trees-projective", "planar", "3-planer-trees", "", "x-forests"])
def test_an_unknown_class_lists_the_known(name):
    with pytest.raises(UnknownName, match="classes are graphs, forests, trees"):
        graph_class(name)
