"""Documents of spaCy carry words, tags and trees."""

import pytest
from hypothesis import given

from multiplane.doc import Doc
from multiplane.doc.row import Row
from support.sentences import FULL
from support.strategies import CELLS, FEATS, MISC, texts

spacy = pytest.importorskip("spacy", reason="pip install '.[spacy]'")
VOCAB = spacy.blank("xx").vocab
VISIBLE = CELLS.filter(str.strip)


def carried(sentence) -> str:
    """What is left of a sentence: by the definition."""
    lines = []
    for token in sentence:
        label = "dep" if token.deprel == "_" else token.deprel
        label = {None: "_", 0: "root"}.get(token.head_number, label)
        inside = token.multiword and token.number < token.multiword.last
        row = token.row._replace(
            upos=token.upos if token.upos in spacy.parts_of_speech.IDS else "_",
            deprel=label,
            deps="_",
            misc="_" if inside or token.space_after else "SpaceAfter=No",
        )
        lines.append("\t".join(row))
    return "\n".join([*lines, "", ""])


@given(texts(forms=VISIBLE, feats=FEATS, misc=MISC))
def test_there_and_back(text):
    doc = Doc.from_conllu(text)
    made = doc.to_spacy(VOCAB)
    assert [s.to_conllu() for s in Doc.from_spacy(made)] == [carried(s) for s in doc]
    assert [token.text for token in made] == [token.form for token in doc.tokens]


def test_trees_are_those_of_spacy(request):
    doc = Doc.read(request.config.rootpath / "tests/data/structures.conllu")
    made = doc.to_spacy(VOCAB)
    assert made.text.strip() == doc.text
    assert [span.text for span in made.sents] == [sentence.text for sentence in doc]
    for ours, theirs in zip(doc.tokens, made, strict=True):
        assert (theirs.pos_, theirs.lemma_) == (ours.upos, ours.lemma)
        assert theirs.dep_ == ("ROOT" if ours.is_root else ours.deprel)
        assert theirs.text == ours.form == made.text[slice(*ours.span)]
        assert theirs.head.text == (ours.head or ours).form
        assert [child.text for child in theirs.children] == [c.form for c in ours.children]
        assert {t.text for t in theirs.ancestors} == {t.form for t in ours.ancestors}


def test_words_of_multiword_tokens_stand_apart():
    made = Doc.from_conllu(FULL).to_spacy(VOCAB)
    assert made.text == "vamos nosa el  el  mar  "


def test_white_space_of_spacy():
    made = spacy.blank("xx")("  Go\n\non , \t now")
    (sentence,) = Doc.from_spacy(made)
    assert [token.form for token in sentence] == ["Go", "on", ",", "now"]
    assert sentence.text == "Go\n\non , \t now"
    assert [token.head_number for token in sentence] == [None] * 4
    assert len(Doc.from_spacy(spacy.blank("xx")(" \n "))) == 0


def test_a_head_of_white_space_is_passed_over():
    made = spacy.tokens.Doc(
        VOCAB, words=["go", "\n", "on"], heads=[0, 0, 1], deps=["ROOT", "dep", "advmod"]
    )
    (sentence,) = Doc.from_spacy(made)
    assert [token.head_number for token in sentence] == [0, 1]


def test_what_spacy_cannot_say_is_left_out():
    row = Row("1", "a", "_", "N.sg", "x", "odd|A=1", "_", "dep")
    doc = Doc.from_conllu("\t".join(row) + "\n\n")
    (token,) = doc.to_spacy(VOCAB)
    assert (token.pos_, token.tag_, str(token.morph), token.has_dep()) == ("", "x", "", False)
