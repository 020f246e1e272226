"""The package as it is met in a session."""

import subprocess
import sys

import pytest

import multiplane as mp


def test_everything_public_is_listed():
    """Also what is imported only when asked for, so that a session completes it."""
    code = "import multiplane as mp; print(sorted(set(mp.__all__) - set(dir(mp))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert all(getattr(mp, name) is not None for name in dir(mp) if not name.startswith("_"))


def test_models_are_shown_in_a_line():
    nlp = mp.load("en")
    parser = "<Parser arc-eager, greedy, 51 labels>"
    assert repr(nlp.parser) == parser
    assert repr(nlp) == f"<Pipeline English, UD_English-EWT: 395 tags, {parser}>"
    for part in (nlp.segmenter, nlp.multiwords, nlp.tagger, nlp.lemmatiser, nlp.parser.design):
        assert len(repr(part)) < 100


def test_a_pipeline_takes_many_texts_and_nothing_but_texts():
    nlp = mp.load("en")
    texts = ["It rained.", "", "They  stayed."]
    assert [doc.text for doc in nlp.pipe(texts, workers=2)] == texts
    assert [more for _, more in nlp.pipe(zip(texts, "abc", strict=True), as_tuples=True)] == [
        *"abc"
    ]
    for wrong in (None, b"It rained.", texts):
        for called in (nlp, nlp.annotate):
            with pytest.raises(mp.MultiplaneError, match="expected a text"):
                called(wrong)


def test_the_package_is_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "multiplane", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("multiplane")
