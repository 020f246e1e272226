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


def test_many_texts():
    nlp = Analyser(Chain())
    texts = [f"text {k}" for k in range(7)]
    for batch_size, workers in ((1, 1), (3, 1), (3, 2), (100, 3)):
        found = nlp.pipe(iter(texts), batch_size=batch_size, workers=workers)
        assert [doc.text for doc in found] == texts
    pairs = [(text, k) for k, text in enumerate(texts)]
    found = nlp.pipe(pairs, as_tuples=True, batch_size=2, workers=2)
    assert [(doc.text, k) for doc, k in found] == pairs
    assert list(nlp.pipe([])) == []


def test_texts_are_taken_as_they_come():
    """No more than a batch is read before its documents are given."""
    taken = []
    found = Analyser(Chain()).pipe((taken.append(k) or f"text {k}" for k in range(9)), batch_size=2)
    assert not taken
    assert next(found).text == "text 0"
    assert taken == [0, 1]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (None, "found NoneType; expected a text"),
        (b"We go.", "found bytes; decode them first; expected a text"),
        (["We", "go"], "found list; .* for several texts, use pipe"),
        (3, "found int; expected a text"),
    ],
)
def test_what_is_no_text_is_said(wrong, said):
    for nlp in (Analyser(Chain()), Analyser(Flat())):
        with pytest.raises(MultiplaneError, match=said):
            nlp(wrong)
        with pytest.raises(MultiplaneError, match=said):
            list(nlp.pipe([wrong]))


def test_what_pipe_cannot_take_is_said_at_once():
    nlp = Analyser(Chain())
    with pytest.raises(MultiplaneError, match="found one str; expected several texts"):
        nlp.pipe("We go.")
    with pytest.raises(MultiplaneError, match="batch_size: found 0"):
        nlp.pipe([], batch_size=0)
    with pytest.raises(MultiplaneError, match="workers: found 0"):
        nlp.pipe([], workers=0)
    with pytest.raises(MultiplaneError, match="expected pairs"):
        list(nlp.pipe(["We go."], as_tuples=True))
