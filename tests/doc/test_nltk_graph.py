"""Graphs of NLTK carry the words' columns but DEPS and MISC."""

import pytest
from hypothesis import given

from multiplane.doc import Doc
from support.strategies import texts

nltk = pytest.importorskip("nltk.parse", reason="pip install '.[graphs]'")


def carried(sentence) -> str:
    """What is left of a sentence: by the definition."""
    rows = (row for row in sentence.rows if row.id.isdigit())
    return "".join("\t".join([*row[:8], "_", "_"]) + "\n" for row in rows) + "\n"


@given(texts())
def test_there_and_back(text):
    doc = Doc.from_conllu(text)
    graphs = doc.to_nltk()
    assert [s.to_conllu() for s in Doc.from_nltk(graphs)] == [carried(s) for s in doc]


def test_nltk_reads_the_same(request):
    doc = Doc.read(request.config.rootpath / "tests/data/structures.conllu")
    for sentence, ours in zip(doc, doc.to_nltk(), strict=True):
        theirs = nltk.DependencyGraph(
            carried(sentence), cell_separator="\t", top_relation_label="root"
        )
        assert ours.nodes == theirs.nodes
        assert ours.root == theirs.root
        assert list(ours.triples()) == list(theirs.triples())


def test_a_graph_of_its_own():
    graph = nltk.DependencyGraph("John N 2\nloves V 0\nMary N 2")
    graph.nodes[9]["word"]  # a node that was only asked for
    (sentence,) = Doc.from_nltk([graph])
    assert [(t.form, t.upos, t.head_number) for t in sentence] == [
        ("John", "N", 2),
        ("loves", "V", 0),
        ("Mary", "N", 2),
    ]
