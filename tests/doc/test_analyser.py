"""Models that are called with text."""

import pytest

import multiplane as mp
from multiplane.doc import Analyser, Doc
from multiplane.errors import MultiplaneError


class Chain:
    """Annotates plain text: each word hangs from the one before it."""

    def annotate(self, text: str) -> str:
        words = enumerate(text.split(), 1)
        return "".join(f"{d}\t{w}\t_\t_\t_\t_\t{d - 1}\tdep\t_\t_\n" for d, w in words) + "\n"


class Flat:
    """Gives trees only: all words hang from the first."""

    def parse(self, sentences):
        for sentence in sentences:
            n = sentence.words
            yield sentence.with_tree([0, *[1] * n][:n], ["root", *["flat"] * n][:n])


def heads(doc: Doc):
    return [[token.head_number for token in sentence] for sentence in doc]


def test_plain_text():
    nlp = Analyser(Chain())
    doc = nlp("we go on")
    assert isinstance(doc, Doc)
    assert doc.text == "we go on"
    assert heads(doc) == [[0, 1, 2]]
    assert [doc.text for doc in nlp.pipe(["a b", "c"])] == ["a b", "c"]


def test_tagged_text():
    nlp, text = Analyser(Flat()), Chain().annotate("we go on")
    assert heads(nlp(text)) == [[0, 1, 1]]
    assert heads(nlp(Doc.from_conllu(text + "# alone\n\n"))) == [[0, 1, 1]]
    assert nlp(Doc.from_conllu("# alone\n\n" + text)).to_conllu().startswith("# alone\n\n1\twe")


def test_what_a_model_cannot_take_is_said():
    with pytest.raises(MultiplaneError, match="needs tagged CoNLL-U"):
        Analyser(Flat())("we go on")
    with pytest.raises(MultiplaneError, match="give it text, not a document"):
        Analyser(Chain())(Doc())
    with pytest.raises(MultiplaneError, match="int is not a model"):
        Analyser(3)


def test_a_trained_parser(request):
    file = request.config.rootpath / "examples" / "toy.conllu"
    parser = mp.train("arc-eager", file, root="last", bits=14, epochs=1)
    doc = Doc.read(file)
    assert (
        Analyser(parser)(doc.to_conllu()) == Analyser(parser)(doc) == Doc(parser.parse(doc.blocks))
    )
