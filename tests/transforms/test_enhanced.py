import doctest
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.conllu import read, reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.graph import Graph
from multiplane.transforms.enhanced import LabelledGraph, enhanced, with_graph

# After the guidelines' own example of gapping: I like tea and you coffee.
GAPPING = """\
# text = I like tea and you coffee
1\tI\t_\t_\t_\t_\t2\tnsubj\t2:nsubj\t_
2\tlike\t_\t_\t_\t_\t0\troot\t0:root\t_
3\ttea\t_\t_\t_\t_\t2\tobj\t2:obj\t_
4\tand\t_\t_\t_\t_\t5\tcc\t5.1:cc\t_
5\tyou\t_\t_\t_\t_\t2\tconj\t5.1:nsubj|2:conj\t_
5.1\tlike\t_\t_\t_\t_\t_\t_\t2:conj:and\t_
6\tcoffee\t_\t_\t_\t_\t5\torphan\t5.1:obj\t_

"""


def one(*deps):
    """A sentence with such DEPS."""
    lines = [f"{d}\tw\t_\t_\t_\t_\t0\t_\t{dep}\t_\n" for d, dep in enumerate(deps, 1)]
    (sentence,) = reads("".join(lines) + "\n")
    return sentence


def test_arcs_of_empty_nodes_are_left_out_and_counted():
    (sentence,) = reads(GAPPING)
    found = enhanced(sentence)
    assert found == LabelledGraph(
        6, ((2, "nsubj", 1), (0, "root", 2), (2, "obj", 3), (2, "conj", 5)), left_out=4
    )
    assert found.graph == Graph(6, frozenset({(2, 1), (2, 3), (2, 5)}))


def test_several_heads_and_labels():
    sentence = one("2:nsubj:xsubj|3:a|3:b|3:a", "_", "1:acl:relcl")
    assert enhanced(sentence).arcs == (
        (2, "nsubj:xsubj", 1),
        (3, "a", 1),
        (3, "b", 1),
        (1, "acl:relcl", 3),
    )
    assert enhanced(sentence).graph.arcs == {(2, 1), (3, 1), (1, 3)}


@pytest.mark.parametrize(
    ("deps", "found"),
    [
        ("nsubj", "'nsubj' in DEPS"),
        ("x:nsubj", "x:nsubj in DEPS"),
        ("2:a||2:b", "'' in DEPS"),
        ("2:", "'2' in DEPS"),
        ("02:a", "02:a in DEPS"),
        ("3:a", "head 3 in DEPS"),
        ("3.1:a", "head 3.1 in DEPS"),
        ("1:a", "head 1 in DEPS"),
    ],
)
def test_what_is_malformed_is_named(deps, found):
    (sentence,) = reads("# comment\n" + one(deps, "0:root").text)
    with pytest.raises(FormatError) as error:
        enhanced(sentence)
    assert (error.value.line, error.value.found) == (2, found)


def test_a_node_after_the_last_word_is_one_of_the_sentence():
    assert enhanced(one("1.1:a", "2.1:b")).left_out == 2


def test_conllx_has_no_deps():
    (sentence,) = reads("1\tw\t_\t_\t_\t_\t0\tROOT\t0\tROOT\n\n")
    with pytest.raises(FormatError, match="found CoNLL-X; expected CoNLL-U"):
        enhanced(sentence)


def test_a_damaged_sentence_raises_its_error():
    (sentence,) = reads("1\tw\n\n", on_error="skip")
    with pytest.raises(FormatError, match="2 columns"):
        enhanced(sentence)


@given(st.data(), st.integers(1, 6), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_graphs_are_written_and_read(data, words, end, marked):
    arc = st.tuples(
        st.integers(0, words), st.sampled_from(["a", "b:c", "_"]), st.integers(1, words)
    )
    arcs = data.draw(st.lists(arc.filter(lambda arc: arc[0] != arc[2])))
    text = ("\ufeff" if marked else "") + one(*["9:x"] * words).text.replace("\n", end)
    (sentence,) = reads(text)
    written = with_graph(sentence, arcs)
    assert set(enhanced(written).arcs) == set(arcs)
    assert with_graph(written, []).text == text.replace("9:x", "_")
    assert next(reads(written.text)) == written


def test_only_deps_of_words_change():
    (sentence,) = reads(GAPPING)
    written = with_graph(sentence, [(0, "root", 2), (2, "a", 1), (0, "b", 1)])
    assert "1\tI\t_\t_\t_\t_\t2\tnsubj\t0:b|2:a\t_" in written.text
    assert "5.1\tlike\t_\t_\t_\t_\t_\t_\t2:conj:and\t_" in written.text
    assert written.heads == sentence.heads


@pytest.mark.parametrize(
    ("arc", "message"),
    [((3, "a", 1), "arc"), ((1, "a", 1), "arc"), ((0, "a", 3), "arc"), ((0, "a|b", 1), "label")],
)
def test_what_cannot_be_written_is_refused(arc, message):
    with pytest.raises(MultiplaneError, match=message):
        with_graph(one("_", "_"), [arc])


def test_a_treebank(treebanks):
    graphs = [enhanced(s) for s in read(treebanks / "English-EWT" / "dev.conllu") if s.words]
    assert len(graphs) == 2001
    assert sum(len(graph.arcs) for graph in graphs) == 26379
    assert sum(graph.left_out for graph in graphs) == 11


def test_examples():
    assert doctest.testmod(import_module("multiplane.transforms.enhanced")).failed == 0
