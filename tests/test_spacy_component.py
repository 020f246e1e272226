"""The component of spaCy, in real pipelines of spaCy."""

import pytest

import multiplane as mp
from multiplane.doc import Doc
from multiplane.errors import MultiplaneError

spacy = pytest.importorskip("spacy", reason="pip install '.[spacy]'")


@pytest.fixture(scope="module")
def model(tmp_path_factory, request):
    path = tmp_path_factory.mktemp("model") / "toy.mp"
    file = request.config.rootpath / "examples" / "toy.conllu"
    mp.train("2-planar", file, bits=14, epochs=2).save(path)
    return str(path)


@pytest.fixture
def nlp(model):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    ruler = nlp.add_pipe("attribute_ruler")
    tags = {"the": "DET", "big": "ADJ", "old": "ADJ", "which": "PRON", ".": "PUNCT"}
    tags |= dict.fromkeys(("cat", "dog", "bird", "fish"), "NOUN")
    tags |= dict.fromkeys(("sees", "hears", "likes"), "VERB")
    for form, tag in tags.items():
        ruler.add([[{"LOWER": form}]], {"POS": tag, "LEMMA": form})
    nlp.add_pipe("multiplane", config={"model": model})
    return nlp


def test_heads_are_those_of_the_parser(nlp, model):
    made = nlp("the big fish sees dog which. cat likes the dog.")
    assert [len(list(span)) for span in made.sents] == [7, 5]
    given = Doc.from_spacy(made)
    parsed = Doc(mp.load(model).parse(given.blocks))
    assert given == parsed
    assert given[0].planes == 2
    assert [token.dep_ for token in made if token.head == token] == ["ROOT", "ROOT"]
    assert [token.pos_ for token in made][:4] == ["DET", "ADJ", "NOUN", "VERB"]
    assert made.has_annotation("DEP")


def test_white_space_and_nothing(nlp):
    made = nlp("\n the cat\n\nsees the dog . \n")
    words = [token for token in made if not token.is_space]
    assert [t.head.text for t in words if t.dep_ == "nsubj"] == ["sees"]
    assert all(token.dep_ == "dep" for token in made if token.is_space)
    assert len(list(made.sents)) == 1
    assert len(nlp("")) == 0
    assert [token.text for token in nlp(" \n ")] == [" \n "]


def test_many_texts_and_a_saved_pipeline(nlp, tmp_path):
    lines = ["the cat sees the dog.", "dog likes cat."]
    before = [Doc.from_spacy(made) for made in nlp.pipe(lines)]
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert [Doc.from_spacy(made) for made in again.pipe(lines)] == before


class Tagger:
    """A model that finds tags too."""

    def parse(self, sentences):
        for sentence in sentences:
            rows = [
                f"{k}\t{form}\t{form.lower()}\tNOUN\tNN\tCase=Nom\t{k - 1}\tdep\t_\t_\n"
                for k, form in enumerate(sentence.forms, 1)
            ]
            yield from mp.reads("".join(rows) + "\n")


def test_tags_of_a_model_are_set(monkeypatch):
    monkeypatch.setattr("multiplane.pipeline.models.load", lambda name: Tagger())
    nlp = spacy.blank("en")
    nlp.add_pipe("multiplane", config={"model": "any"})
    made = nlp("We Go")
    found = [(t.lemma_, t.pos_, t.tag_, str(t.morph), t.head.i) for t in made]
    assert found == [("we", "NOUN", "NN", "Case=Nom", 0), ("go", "NOUN", "NN", "Case=Nom", 0)]


class Chain:
    """A model from plain text."""

    def annotate(self, text):
        words = enumerate(text.split(), 1)
        return "".join(f"{d}\t{w}\t_\tX\t_\t_\t{d - 1}\tdep\t_\t_\n" for d, w in words) + "\n"


def test_a_model_that_takes_plain_text_is_a_tokeniser():
    nlp, analyser = spacy.blank("en"), mp.Analyser(Chain())
    nlp.tokenizer = lambda text: analyser(text).to_spacy(nlp.vocab)
    made = nlp("don't go on")
    assert [(token.text, token.head.i) for token in made] == [("don't", 0), ("go", 0), ("on", 1)]


def test_a_model_that_cannot_parse_tokens(monkeypatch):
    monkeypatch.setattr("multiplane.pipeline.models.load", lambda name: object())
    with pytest.raises(MultiplaneError, match="has no parse method"):
        spacy.blank("en").add_pipe("multiplane", config={"model": "any"})


def test_a_model_that_is_not_there():
    with pytest.raises((MultiplaneError, OSError), match=r"none\.mp"):
        spacy.blank("en").add_pipe("multiplane", config={"model": "none.mp"})
