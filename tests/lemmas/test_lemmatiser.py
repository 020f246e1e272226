"""Lemmas: scripts, and their choice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.lemmas.kernel import put_lemma
from multiplane.lemmas.learning import train_lemmatiser
from multiplane.lemmas.lemmatiser import Lemmatiser
from multiplane.lemmas.scripts import Script, compiled, script_of
from multiplane.tagging.learning import train_tagger
from multiplane.text.characters import tables
from multiplane.text.words import Words

WORD = st.text("abAB日é", min_size=1, max_size=8)


@given(WORD, WORD)
def test_a_script_makes_the_lemma_of_its_form(form, lemma):
    assert script_of(form, lemma).apply(form) == lemma


@given(WORD, WORD, WORD)
def test_compiled_scripts_do_what_scripts_do(form, lemma, other):
    script = script_of(form, lemma)
    expected = script.apply(other)
    if expected is not None:
        scripts = compiled((Script(0, 0, 0, "before", "after"), script), 2)
        out = np.zeros(400, np.uint8)
        words = Words.of_forms([["xx", other]])
        size = put_lemma(words.spans, 1, scripts, 1, tables().lower, out, 0)
        assert out[:size].tobytes().decode() == expected


@pytest.mark.parametrize(
    ("form", "lemma", "other", "expected"),
    [
        ("walking", "walk", "Talking", "talk"),
        ("gekauft", "kaufen", "gesagt", "sagen"),
        ("Went", "go", "anything", "go"),
        ("PARIS", "Paris", "LONDON", "London"),
        ("London", "London", "Rome", "Rome"),
    ],
)
def test_scripts_hold_for_other_words(form, lemma, other, expected):
    script = script_of(form, lemma)
    assert script.apply(other) == expected


def test_a_script_does_not_fit_what_is_too_short():
    assert script_of("walking", "walk").apply("ing") is None


def trained():
    forms = ["cats", "dogs", "birds", "walks", "talks", "saw", "saw", "Rome", "Oslo", "2,000"] * 4
    lemmas = ["cat", "dog", "bird", "walk", "talk", "see", "saw", "Rome", "Oslo", "2000"] * 4
    upos = ["NOUN", "NOUN", "NOUN", "VERB", "VERB", "VERB", "NOUN", "PROPN", "PROPN", "NUM"] * 4
    tags = [(tag, tag, "_") for tag in upos]
    words = Words.of_forms([forms])
    tagger = train_tagger(words, tags, epochs=1, bits=10)
    return words, tags, lemmas, tagger, train_lemmatiser(tagger, words, tags, lemmas)


def test_lemmas_of_seen_and_unseen_words():
    words, tags, lemmas, tagger, lemmatiser = trained()
    numbers = np.array([tagger.tags.number[tag] for tag in tags])
    found = lemmatiser.lemmas(words, tagger.values(words), numbers)
    expected = [lemma if lemma != "2000" else "2,000" for lemma in lemmas]  # digits all look alike
    assert found == expected
    unseen = Words.of_forms([["frogs", "Madrid", "sings"]])
    kinds = np.array([tagger.tags.number[(t, t, "_")] for t in ("NOUN", "PROPN", "VERB")])
    found = lemmatiser.lemmas(unseen, tagger.values(unseen), kinds)
    assert found == ["frog", "Madrid", "sing"]


def test_a_file_gives_it_back():
    words, tags, _, tagger, one = trained()
    again = Lemmatiser.from_file(tagger.tags, one.as_dict(), one.as_arrays())
    numbers = np.array([tagger.tags.number[tag] for tag in tags])
    values = tagger.values(words)
    assert again.lemmas(words, values, numbers) == one.lemmas(words, values, numbers)
    assert (again.weights == one.weights).all()


def test_a_treebank_without_lemmas_gives_none():
    words = Words.of_forms([["a", "b"]])
    tags = [("X", "X", "_")] * 2
    tagger = train_tagger(words, tags, epochs=1, bits=8)
    lemmatiser = train_lemmatiser(tagger, words, tags, ["_", "_"])
    other = Words.of_forms([["unseen"]])
    assert lemmatiser.lemmas(other, tagger.values(other), np.array([0])) == ["_"]
