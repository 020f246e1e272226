"""Documents: text, sentences, and what they show."""

import base64
import pickle
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from multiplane.conllu import reads
from multiplane.doc import Doc
from multiplane.errors import MultiplaneError
from support.sentences import FULL, NASTY
from support.strategies import texts


@pytest.fixture
def structures(request):
    return Doc.read(request.config.rootpath / "tests/data/structures.conllu")


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_every_byte_comes_back(text):
    assert Doc.from_conllu(text).to_conllu() == text


@given(texts())
def test_every_byte_comes_back_from_anything(text):
    doc = Doc.from_conllu(text)
    assert doc.to_conllu() == text
    assert Doc(doc.blocks) == doc


def test_sentences_are_those_with_words():
    doc = Doc.from_conllu(NASTY["comments alone"])
    assert len(doc) == 1
    assert len(doc.blocks) == 4
    assert [token.form for token in doc.tokens] == ["w", "w"]


def test_slices_and_choices_are_documents(structures):
    assert structures[1:3].to_conllu() == structures[1].to_conllu() + structures[2].to_conllu()
    crossing = Doc(sentence for sentence in structures if sentence.planes > 1)
    assert [s.sent_id for s in crossing] == ["extraposed", "cross-serial", "golden-line"]
    assert structures[-1] == structures[5]


def test_text_and_spans_agree(structures):
    assert structures.text.startswith("The old boat leaks. Whom did you say")
    for sentence in structures:
        assert sentence.text == sentence.metadata["text"]
        for token in sentence:
            start, end = token.span
            assert structures.text[start:end] == token.form


def test_text_of_multiword_tokens():
    doc = Doc.from_conllu(FULL + FULL)
    once = "Vámonosal  el  mar "
    assert doc.text == f"{once} {once}"
    second = doc[1]
    assert [doc.text[slice(*token.span)] for token in second][:4] == ["Vámonos"] * 2 + ["al"] * 2


@given(texts())
def test_spans_hold_in_anything(text):
    doc = Doc.from_conllu(text)
    for sentence in doc:
        assert doc.text[sentence.start :].startswith(sentence.text)
        for token in sentence:
            assert doc.text[slice(*token.span)] == token.surface.form
        again = "".join(
            token.surface.form + token.space_after
            for token in sentence
            if token.surface.last == token.number
        )
        assert again.startswith(sentence.text)


def test_it_says_what_it_is(structures):
    assert repr(structures).startswith("<Doc 'The old boat leaks. Whom did")
    assert repr(structures).endswith("…', 6 sentences, 39 words>")
    assert repr(structures[0]) == "<ParsedSentence 'The old boat leaks.', 5 words>"
    assert str(structures) == "\n".join(map(str, structures)).rstrip("\n")
    assert str(Doc()) == ""
    many = Doc([*structures, *structures])
    assert str(many).endswith("… and 2 more sentences")


def test_what_is_shown_of_a_very_long_sentence_is_short():
    rows = (f"{d}\tword\t_\tX\t_\t_\t{d - 1}\ta\t_\t_\n" for d in range(1, 20_001))
    doc = Doc.from_conllu("".join(rows) + "\n")
    for shown in (repr(doc), repr(doc[0]), str(doc), doc[0]._repr_svg_(), doc._repr_html_()):
        assert len(shown) < 500_000
    assert repr(doc[0]).endswith("…', 20,000 words>")
    assert "… and 19,500 more words" in str(doc)


@pytest.mark.parametrize("wrong", ["They saw.", b"They saw."])
def test_a_text_is_no_document_yet(wrong):
    with pytest.raises(MultiplaneError, match="; expected sentences; call a model with a text"):
        Doc(wrong)


@pytest.mark.parametrize("wrong", [None, b"1\tYes", ["1\tYes"]])
def test_only_a_text_is_read_as_conllu(wrong):
    with pytest.raises(MultiplaneError, match="expected CoNLL-U in a str"):
        Doc.from_conllu(wrong)


def test_notebooks_get_pictures(structures):
    html = structures._repr_html_()
    pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert len(pictures) == 6
    drawn = base64.b64decode(pictures[2]).decode()
    assert drawn == structures[2]._repr_svg_()
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert 'alt="A parcel came yesterday with no name on it."' in html
    assert "2 more sentences" in Doc([*structures, *structures])._repr_html_()


def test_a_document_of_sentences_that_were_not_read_together():
    (one,) = reads("1\ta\t_\t_\t_\t_\t0\troot\t_\t_")
    assert len(list(reads(Doc([one, one]).to_conllu()))) == 2


def test_documents_can_be_sent_to_other_processes(structures):
    assert structures.tokens[0].span == (0, 3)  # which fills what is kept
    again = pickle.loads(pickle.dumps(structures))
    assert again == structures
    assert again[2][6].subtree == structures[2][6].subtree
