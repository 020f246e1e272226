"""Graphs of networkx carry all but line ends and comments that stand alone."""

import pytest
from hypothesis import given

from multiplane.doc import Doc
from multiplane.errors import MultiplaneError
from support.strategies import texts

networkx = pytest.importorskip("networkx", reason="pip install '.[graphs]'")


@given(texts())
def test_there_and_back(text):
    doc = Doc.from_conllu(text)
    assert list(Doc.from_networkx(doc.to_networkx())) == list(doc)


@given(texts())
def test_what_it_says_of_trees(text):
    doc = Doc.from_conllu(text)
    for sentence, graph in zip(doc, doc.to_networkx(), strict=True):
        for token in sentence:
            below = networkx.descendants(graph, token.number) | {token.number}
            assert {t.number for t in token.subtree} == below
            if token.head:
                edge = graph.edges[token.head_number, token.number]
                assert edge == {"deprel": token.deprel, "plane": token.plane}


def test_a_graph_by_hand():
    graph = networkx.DiGraph([(0, 2), (2, 1)])
    networkx.set_node_attributes(graph, {1: "we", 2: "go"}, "form")
    doc = Doc.from_networkx([graph])
    assert doc[0].to_conllu() == "1\twe\t_\t_\t_\t_\t2\t_\t_\t_\n2\tgo\t_\t_\t_\t_\t0\t_\t_\t_\n\n"


@pytest.mark.parametrize(
    ("arcs", "said"),
    [([(1, 3)], "words 1, 2"), ([(1, 2), (3, 2)], "the heads"), ([(1, "a")], "words 1")],
)
def test_other_graphs_are_refused(arcs, said):
    with pytest.raises(MultiplaneError, match=said):
        Doc.from_networkx([networkx.DiGraph(arcs)])
