"""The component of spaCy with a model from plain text: many documents at once."""

import pickle
from functools import cache
from itertools import count, islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import multiplane as mp

spacy = pytest.importorskip("spacy", reason="pip install '.[spacy]'")

from multiplane.spacy_component import Component, SentenceAnalyser  # noqa: E402 - needs spaCy

NAMES = ["LEMMA", "POS", "TAG", "MORPH", "HEAD", "DEP", "SENT_START"]
TEXTS = [
    "They can't see her duck. It went away!",
    "",
    " \n ",
    "  Late,\n\n it's me.  And you? \t",
    "one",
    "日本 and 🙂. \ud7ff",
]


@cache
def english():
    """spaCy's tokens, and all else by the model that comes with Multiplane."""
    nlp = spacy.blank("en")
    nlp.add_pipe("multiplane")
    return nlp


def facts(doc):
    return doc.text, doc.to_array(NAMES).tolist(), [str(token.morph) for token in doc]


def test_everything_is_set_without_settings():
    doc = english()(TEXTS[0])
    assert [span.text for span in doc.sents] == ["They can't see her duck.", "It went away!"]
    assert doc.has_annotation("DEP")
    went = doc[8]
    assert (went.lemma_, went.pos_, went.tag_, went.dep_) == ("go", "VERB", "VBD", "ROOT")
    assert went.morph.get("Tense") == ["Past"]
    assert next((child.text, child.dep_) for child in went.children) == ("It", "nsubj")


def test_sentences_are_those_of_the_model_unless_set():
    text = "A first one\n\nA second one. A third."
    expected = [sentence.text for sentence in mp.load("en")(text)]
    assert [span.text.strip() for span in english()(text).sents] == expected
    nlp = spacy.blank("en")
    made = nlp(text)
    for token in made:
        token.is_sent_start = token.i == 2
    made = english().get_pipe("multiplane")(made)
    assert [token.i for token in made if token.is_sent_start] == [0, 2]


def slow(doc):
    """Write by way of CoNLL-U, sentence by sentence."""
    model = english().get_pipe("multiplane").write.pipeline
    SentenceAnalyser(model, ("lemma", "pos", "tag", "morph"))([doc])
    return doc


TOKENS = st.lists(
    st.tuples(
        st.one_of(
            st.sampled_from(
                ["They", "can", "n't", "duck", ".", " ", "\n", "\n\n", "a b", "ſ", "🙂"]
            ),
            st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5),
        ),
        st.booleans(),
        st.sampled_from([True, False, False]),
    ),
    min_size=1,
    max_size=12,
)


@settings(deadline=None)
@given(st.lists(TOKENS, max_size=4))
@example([[(" ", False, True)], [("\n", False, False), ("We", True, True), (" ", False, True)]])
@example([[("\ufeff", False, True), ("a", True, True)]])
def test_it_writes_what_the_slow_way_writes(docs):
    vocab = english().vocab

    def made(tokens):
        words, spaces, starts = zip(*tokens, strict=True)
        return spacy.tokens.Doc(vocab, words=words, spaces=spaces, sent_starts=[True, *starts[1:]])

    component = english().get_pipe("multiplane")
    expected = [facts(slow(made(tokens))) for tokens in docs]
    assert [facts(doc) for doc in component.pipe(map(made, docs))] == expected
    assert [facts(component(made(tokens))) for tokens in docs] == expected


@pytest.mark.parametrize("batch_size", [1, 4, 100])
def test_documents_in_batches_are_what_they_are_alone(batch_size):
    nlp = english()
    expected = [facts(nlp(text)) for text in TEXTS]
    assert [facts(doc) for doc in nlp.pipe(TEXTS, batch_size=batch_size)] == expected


def test_documents_are_taken_as_they_come():
    endless = (f"They saw {k}." for k in count())
    found = list(islice(english().pipe(endless, batch_size=4), 10))
    assert [doc[2].text for doc in found] == [str(k) for k in range(10)]


def test_a_word_with_a_line_break():
    doc = spacy.tokens.Doc(spacy.blank("en").vocab, words=["New\n\tYork", "sleeps"])
    made = english().get_pipe("multiplane")(doc)
    assert made[0].text == "New\n\tYork"
    assert made.has_annotation("DEP")


def test_only_what_is_asked_for_is_set():
    nlp = spacy.blank("en")
    nlp.add_pipe("multiplane", config={"sets": ["pos"]})
    doc = nlp("They saw it.")
    assert [token.pos_ for token in doc] == ["PRON", "VERB", "PRON", "PUNCT"]
    assert doc.has_annotation("DEP")
    assert not any(token.lemma_ or token.tag_ or str(token.morph) for token in doc)
    nlp = spacy.blank("en")
    nlp.add_pipe("multiplane", config={"sets": []})
    assert nlp("They saw it.").has_annotation("DEP")
    with pytest.raises(mp.MultiplaneError, match="unknown value 'ner' in sets"):
        spacy.blank("en").add_pipe("multiplane", config={"sets": ["ner"]})


def test_white_space_keeps_its_tags():
    nlp = spacy.blank("en")
    doc = nlp("They  saw it.")
    doc[1].tag_ = "_SP"
    assert english().get_pipe("multiplane")(doc)[1].tag_ == "_SP"


def test_it_can_be_stored_and_sent(tmp_path):
    nlp = english()
    expected = [facts(nlp(text)) for text in TEXTS]
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")
    assert [facts(doc) for doc in again.pipe(TEXTS)] == expected
    from_bytes = spacy.blank("en")
    from_bytes.add_pipe("multiplane")
    from_bytes.from_bytes(nlp.to_bytes())
    assert [facts(doc) for doc in from_bytes.pipe(TEXTS)] == expected
    data = pickle.dumps(nlp.get_pipe("multiplane"))
    assert len(data) < 1000  # it names its model
    component = pickle.loads(data)
    assert isinstance(component, Component)
    assert facts(component(spacy.blank("en")(TEXTS[0])))[1] == expected[0][1]


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_several_processes():
    nlp = english()
    expected = [facts(doc) for doc in nlp.pipe(TEXTS * 5)]
    found = list(nlp.pipe(TEXTS * 5, batch_size=4, n_process=2))
    assert [facts(doc) for doc in found] == expected
    assert [chunk.text for chunk in found[0].noun_chunks] == ["They", "her duck", "It"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The old man gave his dog a big red bone.", ["The old man", "his dog", "a big red bone"]),
        ("He is a doctor.", ["He", "a doctor"]),
        ("She walked in the park with an old friend.", ["She", "the park", "an old friend"]),
        ("The boy's father bought apples and pears.", ["The boy's father", "apples", "pears"]),
        ("A friend of mine lives in New York City.", ["A friend", "mine", "New York City"]),
    ],
)
def test_noun_chunks(text, expected):
    doc = english()(text)
    assert [chunk.text for chunk in doc.noun_chunks] == expected
    (sentence,) = doc.sents
    assert [chunk.text for chunk in sentence.noun_chunks] == expected
