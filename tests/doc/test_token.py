"""Tokens, compared with the definitions."""

from hypothesis import given

from multiplane.doc import Doc
from multiplane.graph import Graph
from multiplane.treebank.multiplanarity import multiplanarity
from support.sentences import FULL
from support.strategies import texts


def reached(token, arcs):
    """Words at the end of arcs from a word, again and again, by the definition."""
    found = {token.number}
    while True:
        more = found | {d for h, d in arcs if h in found}
        if more == found:
            return found
        found = more


@given(texts())
def test_trees(text):
    for sentence in Doc.from_conllu(text):
        arcs = {(t.head_number, t.number) for t in sentence if t.head_number}
        planes = multiplanarity(Graph(len(sentence), frozenset(arcs)))
        assert sentence.planes == planes.upper
        assert {(arc.head, arc.dependent): arc.plane for arc in sentence.arcs} == planes.planes
        for token in sentence:
            n = token.number
            assert token == sentence[n - 1] == sentence.token(n)
            assert [t.number for t in token.children] == sorted(d for h, d in arcs if h == n)
            assert token.left_children + token.right_children == token.children
            assert all(t.number < n for t in token.left_children)
            assert {t.number for t in token.subtree} == reached(token, arcs)
            assert list(token.subtree) == sorted(token.subtree, key=lambda t: t.number)
            above = {t for t in sentence if n in reached(t, arcs) and t != token}
            assert set(token.ancestors) - {token} == above
            assert token.is_root == (token in sentence.roots) == (token.head_number == 0)
            assert {(a.head, a.dependent) for a in token.arcs} == {a for a in arcs if n in a}
            assert token.plane == planes.planes.get((token.head_number, n))
            if token.head:
                assert token in token.head.children
                assert token.ancestors[0] == token.head
                assert token.arc.label == token.deprel


def test_all_that_a_token_has():
    (sentence,) = Doc.from_conllu(
        FULL.replace("\tX\t_\t_\t1\tobj\t", "\tX\tP\tCase=Acc|Clitic\t1\tobj\t")
    )
    token = sentence[1]
    assert (token.number, token.form, token.lemma, token.upos) == (2, "nos", "w", "X")
    assert (token.xpos, token.feats) == ("P", {"Case": "Acc", "Clitic": ""})
    assert (token.head, token.head_number, token.deprel) == (sentence[0], 1, "obj")
    assert (token.deps, token.misc, token.plane) == ("_", {}, 1)
    assert (token.multiword.form, token.multiword.first, token.multiword.last) == ("Vámonos", 1, 2)
    assert token.multiword.misc == {"SpaceAfter": "No"}
    assert (token.space_after, sentence[0].space_after, sentence[3].space_after) == ("", "", " ")
    assert sentence[4].multiword is None
    assert sentence[4].misc["Gloss"] == "the sea"
    assert [surface.form for surface in sentence.multiwords] == ["Vámonos", "al"]
    assert [row.id for row in sentence.empty_nodes] == ["0.1", "2.1", "2.2", "3.1"]
    assert sentence.empty_nodes[0].form == "nothing"
    assert sentence.metadata == {
        "newdoc id": "d1",
        "text": "Vámonos al mar",
        sentence.source.comments[2][1:].strip(): "",
    }
    assert repr(token) == "<Token 2 nos X, obj of 1 vamos>"
    assert repr(sentence[0]) == "<Token 1 vamos X, root>"
    assert str(token) == "nos"
    assert token in sentence
    assert "nos" not in sentence


def test_a_word_without_a_head():
    ((token,),) = Doc.from_conllu("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    assert (token.head, token.head_number, token.arc, token.plane) == (None, None, None, None)
    assert not token.is_root
    assert repr(token) == "<Token 1 a _, no head>"


def test_tokens_are_values():
    (one,), (two,) = Doc.from_conllu(FULL), Doc.from_conllu(FULL)
    assert set(one) == set(two)
    assert one[0] != one[1]
    assert one[0].ancestors == ()
