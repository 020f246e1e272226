"""Parsers for graphs in which words may have several heads."""

from dataclasses import replace

import pytest

from multiplane.conllu import read
from multiplane.errors import DefinitionError, FormatError, MultiplaneError
from multiplane.evaluation.graphs import evaluate_graphs
from multiplane.parsing.parser import load
from multiplane.parsing.stream import parse_file
from multiplane.training.training import train
from multiplane.transforms.enhanced import enhanced, with_graph
from support import toy

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
