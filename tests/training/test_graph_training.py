"""Parsers for graphs in which words may have several heads."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.conllu import read
from multiplane.errors import DefinitionError, FormatError, MultiplaneError
from multiplane.evaluation.graphs import evaluate_graphs
from multiplane.guides.classes import make_classes
from multiplane.machine.kernel import add_arc, apply, is_terminal
from multiplane.machine.layout import machine
from multiplane.machine.permission import permitted
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.graph_loss import GoldGraph, graph_errors
from multiplane.oracles.right import gold_label, graph_oracle, judge
from multiplane.parsing.parser import load
from multiplane.parsing.stream import parse_file
from multiplane.systems import systems
from multiplane.training.training import train
from multiplane.transforms.enhanced import enhanced, with_graph
from multiplane.transforms.fit import opposite_arcs
from support import strategies, toy

SMALL = {"bits": 14, "epochs": 4}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("toy") / "graphs.conllu"
    path.write_text(toy.graphs(150))
    return path


@pytest.mark.parametrize(
    ("system", "root"),
    [("dag-arc-eager", "first"), ("dag-arc-standard", "first"), ("planar", "first"),
     ("planar", "none"), ("2-planar", "last")],
)  # fmt: skip
def test_graphs_are_learnt(file, tmp_path, system, root):
    parser = train(system, file, file, root=root, graphs=True, **SMALL)
    found = list(parser.parse(read(file)))
    scores = evaluate_graphs(read(file), found).scores
    assert scores["f1"] > 98
    assert scores["several_heads_recall"] > 95
    assert parser.training["scores"]["f1"] == pytest.approx(scores["f1"], abs=0.01)
    assert [s.heads for s in found] == [s.heads for s in read(file)]
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.design.graphs
    parse_file(again, file, tmp_path / "out", workers=2)
    assert [s.text for s in read(tmp_path / "out")] == [s.text for s in found]


@pytest.mark.parametrize(
    ("system", "root", "most"),
    [("dag-arc-eager", "first", 3), ("dag-arc-standard", "first", 3), ("planar", "none", 3),
     ("2-planar", "last", 3)],
)  # fmt: skip
def test_several_arcs_from_one_word_to_another_are_learnt(tmp_path, system, root, most):
    file = tmp_path / "parallel.conllu"
    file.write_text(toy.parallel(150))
    parser = train(system, file, file, root=root, graphs=True, **SMALL)
    assert parser.design.parallel == most
    found = list(parser.parse(read(file)))
    if root == "none":  # arcs from 0 are not built: the verb gets one label
        gold = [with_graph(s, [a for a in enhanced(s).arcs if a[1] != "wish"]) for s in read(file)]
    else:
        gold = list(read(file))
    assert [s.text for s in found] == [s.text for s in gold]
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.design.parallel == most
    parse_file(again, file, tmp_path / "out", workers=2)
    assert [s.text for s in read(tmp_path / "out")] == [s.text for s in found]


SEVERAL_ROOTS = """\
1	a	_	A	_	_	0	root	0:root	_
2	b	_	B	_	_	1	x	3:x	_
3	c	_	C	_	_	1	x	0:root	_

"""


@pytest.mark.parametrize(
    ("system", "root"),
    [("planar", "none"), ("planar", "first"), ("dag-arc-eager", "none"), ("2-planar", "none")],
)
def test_several_roots_are_kept(tmp_path, system, root):
    """Up to now all but the first depended on it if there was no artificial root."""
    file = tmp_path / "roots.conllu"
    file.write_text(SEVERAL_ROOTS * 20)
    parser = train(system, file, root=root, graphs=True, **SMALL)
    assert not parser.design.one_root
    assert {s.text for s in parser.parse(read(file))} == {SEVERAL_ROOTS}
    one = train(system, file, root=root, graphs=True, multiple_roots=False, **SMALL)
    found = [enhanced(s).arcs for s in one.parse(read(file))]
    assert all(sum(head == 0 for head, _, _ in arcs) == 1 for arcs in found)


def test_one_arc_from_one_word_to_another_is_as_before(file):
    """Where a treebank has no such pairs, nothing new is compiled, and nothing new is in files."""
    parser = train("planar", file, root="first", graphs=True, bits=14, epochs=1)
    assert parser.design.parallel == 1
    assert parser.design.code.parallel is None
    assert "parallel" not in parser.as_dict()


def test_how_many_arcs_a_file_may_ask_for(file):
    design = train("planar", file, root="first", graphs=True, bits=14, epochs=1).design
    for parallel in (0, len(design.labels) + 1):
        with pytest.raises(MultiplaneError, match=f"{parallel} arcs from one word to another"):
            replace(design, parallel=parallel)
    with pytest.raises(MultiplaneError, match="2 arcs from one word to another; give 1"):
        replace(design, parallel=2, graphs=False)


def test_what_is_no_graph(file, tmp_path):
    (tmp_path / "trees").write_text(toy.treebank(10))
    with pytest.raises(MultiplaneError, match="trees: found nothing in DEPS"):
        train("dag-arc-eager", tmp_path / "trees", graphs=True, **SMALL)
    with pytest.raises(DefinitionError, match="arc-eager gives words one head"):
        train("arc-eager", file, graphs=True, **SMALL)
    with pytest.raises(MultiplaneError, match="searched greedily"):
        train("dag-arc-eager", file, graphs=True, beam=4, **SMALL)
    with pytest.raises(DefinitionError, match="dag-arc-eager: words may get several heads"):
        train("dag-arc-eager", file, **SMALL)


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_file_without_a_place_for_graphs(file, tmp_path, on_error):
    parser = train("dag-arc-eager", file, graphs=True, **SMALL)
    trees, out = tmp_path / "trees.conll", tmp_path / "out"
    trees.write_text(toy.treebank(5, columns="conllx"))
    message = r"trees\.conll:1: found CoNLL-X, .*; expected CoNLL-U, whose DEPS"
    with pytest.raises(FormatError, match=message):
        parse_file(parser, trees, out, on_error=on_error)
    assert not out.exists()
    with pytest.raises(FormatError, match=message):
        list(parser.parse(read(trees)))


def gold_graph(n, arcs, block):
    """The oracle's gold graph, from arcs as (head, label, dependent)."""
    ordered = sorted(arcs, key=lambda arc: (arc[2], arc[0], arc[1]))  # as in LabelledGraph
    columns = np.array(ordered, np.int32).reshape(-1, 3).T.copy()
    return GoldGraph(*columns, np.zeros((WORK, n + 2), np.int32), block.copy())


def arc_places(system):
    """The places of the arc of each transition."""
    return make_classes(system, Counter({(0, "a"): 1, (1, "a"): 1}), stops=False).tables.arcs


def follow_oracle(system, n, arcs, parallel):
    """The arcs that are built along the oracle, as (head, label, dependent)."""
    ready = machine(system, n, parallel)
    code, oracle, block = ready.code, graph_oracle(system), ready.start.copy()
    gold, places = gold_graph(n, arcs, block), arc_places(system)
    cost = np.zeros(code.transitions + 1, np.int32)
    for _ in range(100 + n**2):
        if is_terminal(block, code):
            break
        open_ = np.array([permitted(block, code, t) for t in range(code.transitions)] + [False])
        if not judge(oracle, gold, block, code, open_, cost):
            break
        (t,) = np.flatnonzero(cost == 0)
        apply(block, code, t, gold_label(gold, block, places, t, True))
    return ready.arcs(block)


ARCS = st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(1, 4))
GRAPHS = st.sets(ARCS.filter(lambda arc: arc[0] != arc[2]), max_size=12)


@given(GRAPHS, GRAPHS)
def test_errors_by_the_definition(gold_arcs, built):
    """Arcs missing between two words, and arcs too many; labels do not matter."""
    block = machine(systems["planar"], 4, 4).start.copy()
    for h, label, d in built:
        add_arc(block, h, d, label, 0)
    gold = gold_graph(4, gold_arcs, block)
    many, more = (Counter((h, d) for h, _, d in arcs) for arcs in (gold_arcs, built))
    assert graph_errors(block, gold) == ((many - more) + (more - many)).total()


@given(GRAPHS, GRAPHS)
def test_the_next_label_is_the_first_that_is_not_built(gold_arcs, built):
    system = systems["planar"]
    block = machine(system, 4, 4).start.copy()
    apply(block, machine(system, 4, 4).code, list(system).index("SHIFT"), 0)  # σ0 = 1, β0 = 2
    for h, label, d in built:
        add_arc(block, h, d, label, 0)
    gold, places = gold_graph(4, gold_arcs, block), arc_places(system)
    for name, (h, d) in {"LEFT_ARC": (2, 1), "RIGHT_ARC": (1, 2)}.items():
        missing = [label for x, label, y in gold_arcs - built if (x, y) == (h, d)]
        found = gold_label(gold, block, places, list(system).index(name), True)
        assert found == min(missing, default=-1)


@given(GRAPHS, st.sampled_from(["planar", "2-planar", "dag-arc-eager", "dag-arc-standard"]))
def test_the_oracle_adds_no_needless_arc_beside_another(arcs, name):
    """Not even where it loses arcs, whatever it does."""
    words = [arc for arc in arcs if arc[0]]
    built = Counter((h, d) for h, _, d in follow_oracle(systems[name], 4, words, 4))
    wanted = Counter((h, d) for h, _, d in words)
    assert all(count <= max(wanted[pair], 1) for pair, count in built.items())


@settings(max_examples=200)
@given(strategies.graphs(6), st.sampled_from(["planar", "dag-arc-eager"]), st.data())
def test_the_oracle_derives_what_the_system_can(graph, name, data):
    from multiplane import graph as g

    words = g.Graph(graph.n, frozenset((h, d) for h, d in graph.arcs if h))
    while not g.planar(words) or (
        name == "dag-arc-eager" and (opposite_arcs(words) or not g.no_covered_roots(words))
    ):
        words = g.Graph(words.n, frozenset(sorted(words.arcs)[1:]))
    assert set(follow_oracle(systems[name], words.n, [(h, 0, d) for h, d in words.arcs], 1)) == {
        (h, 0, d) for h, d in words.arcs
    }
    sets = st.lists(st.integers(0, 4), min_size=1, max_size=3, unique=True)
    arcs = [(h, label, d) for h, d in sorted(words.arcs) for label in data.draw(sets)]
    assert sorted(follow_oracle(systems[name], words.n, arcs, 3)) == sorted(arcs)
