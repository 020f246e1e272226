"""Many texts at once: each as if it were alone."""

import gc
import tracemalloc
from functools import cache
from itertools import count, islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import multiplane as mp
from multiplane.doc import Doc

MODELS = ("en", "en_neural")
TEXTS = [
    "They saw her duck. It swam away.",
    "",
    " \n\t ",
    "Hello   world,  it's me.\n\nNext paragraph!  And its second sentence.",
    "\ufeffA mark at the beginning.",
    "no end",
    "\r",
    "\n\nlate.\r\n\r\n",
    "日本 and 🙂.",
    "\ud800 odd",
    "They can't stop. " * 300,
    "word " * 2000,
]


@cache
def model(name):  # not a fixture: Hypothesis would write all its weights
    return mp.load(name)


def slow(nlp, text):
    """Return the document that the strict reader makes of CoNLL-U."""
    return Doc(mp.reads(nlp.annotate(text)), text)


def facts(doc):
    """Return all that distinguishes documents."""
    blocks = [(block, block.line, block.file, block.error) for block in doc.blocks]
    return blocks, doc.given, doc.to_conllu(), [token.span for token in doc.tokens]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("batch_size", "workers"), [(1, 1), (5, 1), (512, 1), (3, 3)])
def test_texts_in_batches_are_what_they_are_alone(name, batch_size, workers):
    nlp = model(name)
    found = list(nlp.pipe(iter(TEXTS), batch_size=batch_size, workers=workers))
    assert [*map(facts, found)] == [facts(slow(nlp, text)) for text in TEXTS]
    assert found == [nlp(text) for text in TEXTS]
    assert [len(doc) for doc in found][:4] == [2, 0, 0, 3]


WORDS = st.sampled_from(
    ["They", "saw", "can't", "U.S.", "e-mail", ".", "?", '"', "\n", "\n\n", "é"]
)
TEXT = st.one_of(
    st.text(max_size=40),
    st.text(st.sampled_from("aB.,'t n-1 \t\n\r\x00\x85\u2028\ufeff_#"), max_size=40),
    st.lists(WORDS, max_size=20).map(" ".join),
)


@settings(deadline=None)
@given(st.lists(TEXT, max_size=6), st.integers(1, 4), st.integers(1, 2))
@example(["\r", "\n", "a"], 3, 1)
@example(["a\r", "\nb"], 2, 1)
@example(["", "", "a", ""], 4, 1)
def test_any_texts_in_batches_are_what_they_are_alone(texts, batch_size, workers):
    nlp = model("en")
    found = list(nlp.pipe(texts, batch_size=batch_size, workers=workers))
    assert [*map(facts, found)] == [facts(slow(nlp, text)) for text in texts]


@pytest.mark.slow
@settings(deadline=None, max_examples=2000)
@given(st.lists(TEXT, max_size=8), st.sampled_from(MODELS))
def test_many_texts_in_batches_are_what_they_are_alone(texts, name):
    nlp = model(name)
    assert list(nlp.pipe(texts)) == [nlp(text) for text in texts]


def test_texts_and_documents_mixed():
    nlp = model("en")
    doc = nlp(TEXTS[0])
    found = list(nlp.pipe([TEXTS[3], doc, TEXTS[5], doc]))
    assert found == [nlp(TEXTS[3]), nlp(doc), nlp(TEXTS[5]), nlp(doc)]


def test_what_is_no_text_is_named():
    found = model("en").pipe([(TEXTS[0], 0), (b"It swam.", 1)], as_tuples=True)
    assert next(found)[1] == 0
    with pytest.raises(mp.MultiplaneError, match=r"texts\[1\]: found bytes; decode them first"):
        next(found)


def test_endless_texts_take_no_more_memory():
    texts = (f"They saw her duck {k} times. It swam away." for k in count())
    found = model("en").pipe(texts, batch_size=64)
    assert len(list(islice(found, 200))) == 200
    tracemalloc.start()
    try:
        sizes = []
        for _ in range(3):
            for doc in islice(found, 640):
                assert len(doc) == 2
            gc.collect()  # a document and its sentences know each other
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[2] < sizes[0] + 100_000  # documents that were kept would take more
    found.close()
