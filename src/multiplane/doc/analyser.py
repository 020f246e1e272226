"""From text to documents, by any model."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from multiplane.conllu import Sentence, reads
from multiplane.doc.doc import Doc
from multiplane.errors import FormatError, MultiplaneError, not_text

TOGETHER = 512  # texts in a batch


@runtime_checkable
class Annotator(Protocol):
    """A model from plain text to CoNLL-U."""

    def annotate(self, text: str) -> str: ...


@runtime_checkable
class TreeGiver(Protocol):
    """A model that gives trees to sentences whose words are known."""

    def parse(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]: ...


@dataclass(frozen=True)
class Analyser:
    """A model that is called with text and gives documents.

    A model with `annotate` takes plain text; one that only has `parse`, as a trained parser, takes
    tagged CoNLL-U.  A `Doc` keeps its words and gets new trees from `parse`.
    """

    model: Annotator | TreeGiver

    def __post_init__(self) -> None:
        if not isinstance(self.model, Annotator | TreeGiver):
            raise MultiplaneError(
                f"{type(self.model).__name__} is not a model: it has neither annotate nor parse"
            )

    def __call__(self, text: str | Doc) -> Doc:
        """Analyse a text, or parse a document anew."""
        if isinstance(text, Doc):
            return self._parsed(text)
        if not isinstance(text, str):
            raise not_text(text)
        if isinstance(self.model, Annotator):
            return Doc(reads(self.model.annotate(text)), text)
        try:
            return self._parsed(Doc.from_conllu(text))
        except FormatError as error:
            raise MultiplaneError(
                f"{error}; this model needs tagged CoNLL-U: it cannot annotate plain text"
            ) from error

    def pipe(
        self,
        texts: Iterable[Any],
        *,
        batch_size: int = TOGETHER,
        workers: int = 1,
        as_tuples: bool = False,
    ) -> Iterator[Any]:
        """Analyse many texts, in order, as they come; give a document for each.

        With `as_tuples`, each text comes with something that is given back with its document.  A
        batch of texts is read before its first document is given; several `workers` share it.
        """
        if isinstance(texts, str | bytes | Doc):
            raise MultiplaneError(
                f"found one {type(texts).__name__}; expected several texts, such as a list; for"
                " one, call the model itself"
            )
        for name, number in (("batch_size", batch_size), ("workers", workers)):
            if number < 1:
                raise MultiplaneError(f"{name}: found {number}; expected 1 or more")
        pairs = ((text, None) for text in texts) if not as_tuples else map(_pair, texts)
        found = self._piped(pairs, batch_size, workers)
        return found if as_tuples else (doc for doc, _ in found)

    def _piped(
        self, pairs: Iterator[tuple[Any, Any]], batch_size: int, workers: int
    ) -> Iterator[tuple[Doc, Any]]:
        with ThreadPoolExecutor(workers) as pool:
            while batch := list(islice(pairs, batch_size)):
                texts = [text for text, _ in batch]
                docs = pool.map(self, texts) if workers > 1 else map(self, texts)
                for doc, (_, more) in zip(docs, batch, strict=True):
                    yield doc, more

    def _parsed(self, doc: Doc) -> Doc:
        if not isinstance(self.model, TreeGiver):
            raise MultiplaneError(
                f"{type(self.model).__name__} has no parse method; give it text, not a document"
            )
        return Doc(self.model.parse(doc.blocks), doc.given)


def _pair(item: Any) -> tuple[Any, Any]:
    if not isinstance(item, tuple) or len(item) != 2:
        raise MultiplaneError(
            f"found {item!r:.60}; with as_tuples, expected pairs (text, anything)"
        )
    return item
