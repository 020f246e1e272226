"""A document's text is the text given, and tokens are found in it."""

import doctest
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

import multiplane as mp
from multiplane.doc import Analyser, Doc, placement


def check(text, doc):
    """All that tokens and sentences say of the text is true."""
    assert doc.text == text
    for sentence in doc:
        assert text[sentence.start : sentence.end] == sentence.text
        for token in sentence:
            assert text[token.start : token.end] == token.surface.form
            assert (token.start, token.end) == token.span
            assert token.multiword or token.surface.form == token.form
            after = text[token.end : token.end + len(token.space_after)]
            assert after == token.space_after
    pieces = [piece for sentence in doc for piece in sentence.surfaces]
    spaces = "".join(piece.space_after for piece in pieces)
    assert all(c.isspace() or c < " " for c in spaces)  # control characters separate words, too
    if pieces:
        begin = text[: doc[0].start]
        assert begin + "".join(piece.form + piece.space_after for piece in pieces) == text


class Splitter:
    """Each line a sentence, each word a token; `a+b` is a multiword token."""

    def annotate(self, text):
        lines = []
        for line in filter(str.strip, text.split("\n")):
            number = 1
            for word in line.split():
                parts = word.split("+") if all(word.split("+")) else [word]
                if len(parts) > 1:
                    lines.append(f"{number}-{number + len(parts) - 1}\t{word}" + "\t_" * 8)
                for part in parts:
                    lines.append(f"{number}\t{part}\t_\t_\t_\t_\t{number - 1}\tdep\t_\t_")
                    number += 1
            lines.append("")
        return "\n".join([*lines, ""])


TEXTS = st.text(st.sampled_from("ab+ \t\n\r\v\u00a0\u3000é🙂"), max_size=40)


@given(TEXTS)
def test_text_and_spans_with_any_annotator(text):
    check(text, Analyser(Splitter())(text))


@cache
def english():  # not a fixture: Hypothesis would write all its weights
    return mp.load("en")


EXAMPLE = "Hello   world,  it's me.\n\nNext"


def test_the_white_space_of_a_text_is_kept():
    doc = english()(EXAMPLE)
    check(EXAMPLE, doc)
    world = doc[0][1]
    assert (world.form, world.span, world.space_after) == ("world", (8, 13), "")
    assert doc[-1].text == "Next"
    assert doc[-1].start == 26


@given(
    st.one_of(
        st.text(max_size=60),
        st.text(st.sampled_from("aB.,'t n-1 \t\n\r\x00\x7f\x85\u200b\u2028\ufeff_"), max_size=60),
    )
)
@example(EXAMPLE)
@example("")
@example(" \n ")
@example("\ufeffcan't  stop ")
@example("\ud800 odd")
def test_text_and_spans_with_the_english_model(text):
    doc = english()(text)
    if any("\ud800" <= c <= "\udfff" for c in text):  # cannot be encoded: the model sees "?"
        assert doc.text == text
    else:
        check(text, doc)


def test_what_is_made_of_a_document_knows_its_text():
    doc = english()(EXAMPLE)
    assert Doc.from_json(doc.to_json()).text == EXAMPLE
    assert Doc.from_json(doc.to_json()) == doc
    assert english()(doc).text == EXAMPLE  # parsed anew
    assert doc[1:].text == "Next"


def test_a_model_with_other_words_has_a_text_of_these():
    class Other:
        def annotate(self, text):
            return "1\tother\t_\t_\t_\t_\t0\troot\t_\t_\n\n"

    doc = Analyser(Other())("some text")
    assert doc.text == "other"
    assert doc[0][0].span == (0, 5)


def test_examples():
    assert doctest.testmod(placement).failed == 0
