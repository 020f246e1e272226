"""Text as numbers."""

import unicodedata
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.text.characters import (
    DIGIT,
    LETTER,
    LINE,
    LOWER,
    MARK,
    OTHER,
    PUNCTUATION,
    SPACE,
    SYMBOL,
    UPPER,
    characters,
    kind_of,
    lower_of,
    points,
    tables,
)
from multiplane.text.lexicon import ABSENT, Lexicon, look_up
from multiplane.text.utf8 import decoded, put_point
from multiplane.text.words import Words
from multiplane.treebank.scan import scan

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
KINDS = {"a": LOWER, "Ä": UPPER, "日": LETTER, "7": DIGIT, "»": PUNCTUATION, "€": SYMBOL,
         "\t": SPACE, "\u00a0": SPACE, "\n": LINE, "\r": LINE, "\u0301": MARK, "🙂": SYMBOL,
         "𐐨": LETTER, "\x1e": SPACE, "\x97": OTHER, "\x85": LINE}  # fmt: skip


def slow_kind(character):
    """Its kind, straight from its category."""
    if character in "\n\r\v\f\x85\u2028\u2029":
        return LINE
    category = unicodedata.category(character)
    names = {"Ll": LOWER, "Lu": UPPER, "Lt": UPPER, "Lm": LETTER, "Lo": LETTER}
    firsts = {"N": DIGIT, "P": PUNCTUATION, "S": SYMBOL, "Z": SPACE, "M": MARK}
    return SPACE if character < " " else names.get(category, firsts.get(category[0], OTHER))


def test_kinds_of_all_characters():
    found = tables().kinds.tolist()
    assert found == [slow_kind(chr(number)) for number in range(len(found))]


@pytest.mark.parametrize(("character", "kind"), KINDS.items())
def test_kinds(character, kind):
    assert kind_of(tables().kinds, ord(character)) == kind


def test_lower_case_is_that_of_unicode_where_it_is_one_character():
    lower = tables().lower
    for at in range(1 << 16):
        low = chr(at).lower()
        expected = 48 if 48 <= at <= 57 else ord(low) if len(low) == 1 else at
        assert lower_of(lower, at) == expected, unicodedata.name(chr(at), hex(at))


@given(TEXT)
def test_there_and_back(text):
    assert characters(points(text)) == text
    data = np.frombuffer(text.encode(), np.uint8)
    assert decoded(data).tolist() == points(text).tolist() == [ord(c) for c in text]


@given(TEXT)
def test_encoding(text):
    out = np.zeros(4 * len(text) + 4, np.uint8)
    at = 0
    for point in points(text):
        at = put_point(point, out, at)
    assert out[:at].tobytes() == text.encode()


def test_lone_surrogates_are_replaced():
    assert characters(points("a\udc80b")) == "a?b"


@given(st.dictionaries(st.integers(0, 2**64 - 1), st.integers(0, 2**16 - 1)), st.integers(0, 99))
def test_a_lexicon_is_a_dictionary(entries, other):
    lexicon = Lexicon.of(entries)
    for key in {*entries, other}:
        assert look_up(lexicon.table, np.uint64(key)) == entries.get(key, ABSENT)


FORM = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1)


@given(st.lists(st.lists(FORM, min_size=1), max_size=4))
def test_words_of_a_treebank_are_those_of_its_forms(sentences):
    lines = []
    for forms in sentences:
        lines += [f"{k}\t{form}" + "\t_" * 8 for k, form in enumerate(forms, 1)] + [""]
    found = []
    for chunk in scan(BytesIO("\n".join([*lines, ""]).encode()), format="conllu"):
        words = Words.of_chunk(chunk)
        forms = [words.form(w) for w in range(len(words))]
        found += [forms[a:b] for a, b in zip(words.starts, words.starts[1:], strict=False)]
    assert found == sentences
    again = Words.of_forms(sentences)
    assert [again.form(w) for w in range(len(again))] == [f for s in sentences for f in s]
