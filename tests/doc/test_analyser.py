"""Models that are called with text."""

import threading
from itertools import chain, count

import pytest

import multiplane as mp
from multiplane.doc import Analyser, Doc
from multiplane.doc.batches import LONG
from multiplane.errors import MultiplaneError


class Chain:
    """Annotates plain text: each word hangs from the one before it."""

    def annotate(self, text: str) -> str:
        words = enumerate(text.split(), 1)
        return "".join(f"{d}\t{w}\t_\t_\t_\t_\t{d - 1}\tdep\t_\t_\n" for d, w in words) + "\n"


class Together(Chain):
    """Does the same with many texts at once; `sizes` says how many."""

    def __init__(self):
        self.sizes = []

    def annotate_all(self, texts):
        self.sizes.append(len(texts))
        return [list(mp.reads(self.annotate(text))) for text in texts]


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


@pytest.mark.parametrize("model", [Chain, Together])
def test_many_texts(model):
    nlp = Analyser(model())
    texts = [f"text {k}" for k in range(7)]
    for batch_size, workers in ((1, 1), (3, 1), (3, 2), (100, 3)):
        found = nlp.pipe(iter(texts), batch_size=batch_size, workers=workers)
        assert [doc.text for doc in found] == texts
    pairs = [(text, k) for k, text in enumerate(texts)]
    found = nlp.pipe(pairs, as_tuples=True, batch_size=2, workers=2)
    assert [(doc.text, k) for doc, k in found] == pairs
    assert list(nlp.pipe([])) == []


def test_batches_are_analysed_together():
    model = Together()
    assert len(list(Analyser(model).pipe(["a b"] * 7, batch_size=3))) == 7
    assert model.sizes == [3, 3, 1]


def test_long_texts_make_small_batches():
    model = Together()
    texts = ["a " * (LONG // 4 + 1)] * 5
    assert [doc.text for doc in Analyser(model).pipe(texts)] == texts
    assert model.sizes == [2, 2, 1]


def test_documents_are_parsed_together():
    class Counted(Flat):
        calls = 0

        def parse(self, sentences):
            self.calls += 1
            yield from super().parse(sentences)

    docs = [Doc.from_conllu(Chain().annotate(text)) for text in ("we go on", "so we go", "")]
    model = Counted()
    found = list(Analyser(model).pipe([*docs, docs[0].to_conllu()]))
    assert model.calls == 1
    assert found == [Analyser(Flat())(doc) for doc in [*docs, docs[0]]]


def test_a_model_that_loses_sentences():
    class Loser:
        def parse(self, sentences):
            yield from list(sentences)[1:]

    with pytest.raises(MultiplaneError, match="found 0 sentences after parse; expected one for"):
        Analyser(Loser())(Chain().annotate("we go"))


@pytest.mark.parametrize(("model", "expected"), [(Chain, [0]), (Together, [0, 1])])
def test_texts_are_taken_as_they_come(model, expected):
    """No more than a batch is read before its documents are given."""
    taken = []
    found = Analyser(model()).pipe((taken.append(k) or f"text {k}" for k in count()), batch_size=2)
    assert not taken
    assert next(found).text == "text 0"
    assert taken == expected


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_names_the_item_and_loses_nothing_before_it(workers):
    found = Analyser(Together()).pipe(["a", "b", "c", None, "d"], batch_size=2, workers=workers)
    assert [next(found).text for _ in range(3)] == ["a", "b", "c"]
    with pytest.raises(MultiplaneError, match=r"texts\[3\]: found NoneType; expected a text"):
        next(found)
    assert list(found) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_of_the_texts_comes_in_its_turn(workers):
    def texts():
        yield "a"
        raise ValueError("no more")

    found = Analyser(Together()).pipe(texts(), workers=workers)
    assert next(found).text == "a"
    with pytest.raises(ValueError, match="no more"):
        next(found)


class Busy(Together):
    """Fails at a text, and can be watched."""

    def annotate_all(self, texts):
        if "bad" in texts:
            raise MultiplaneError("a bad text")
        return super().annotate_all(texts)


def test_threads_end_with_the_documents():
    before = threading.active_count()
    endless = (f"text {k}" for k in count())
    found = Analyser(Busy()).pipe(endless, batch_size=2, workers=3)
    assert [next(found).text for _ in range(5)] == [f"text {k}" for k in range(5)]
    assert threading.active_count() > before
    found.close()
    assert threading.active_count() == before
    assert next(endless)  # was not read to its end
    found = Analyser(Busy()).pipe(chain(["a", "b", "bad"], endless), batch_size=1, workers=3)
    assert [next(found).text for _ in range(2)] == ["a", "b"]
    with pytest.raises(MultiplaneError, match="a bad text"):
        next(found)
    assert threading.active_count() == before


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
    with pytest.raises(MultiplaneError, match="found one NoneType; expected several texts"):
        nlp.pipe(None)
    with pytest.raises(MultiplaneError, match="found one str; expected several texts"):
        nlp.pipe("We go.")
    with pytest.raises(MultiplaneError, match="batch_size: found 0"):
        nlp.pipe([], batch_size=0)
    with pytest.raises(MultiplaneError, match="batch_size: found '3'; expected 1 or more"):
        nlp.pipe([], batch_size="3")
    for workers in (0, 4097, "2"):
        with pytest.raises(MultiplaneError, match=f"workers: found {workers!r}; expected 1 to"):
            nlp.pipe([], workers=workers)
    with pytest.raises(MultiplaneError, match=r"texts\[1\]: found 'We go.'; .*expected pairs"):
        list(nlp.pipe([("We go.", 1), "We go."], as_tuples=True))
