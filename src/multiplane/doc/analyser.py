"""From text to documents, by any model."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from multiplane.conllu import Sentence, reads
from multiplane.doc.batches import TOGETHER, Batch, batches
from multiplane.doc.doc import Doc
from multiplane.errors import FormatError, MultiplaneError, not_text
from multiplane.workers import checked_workers, in_order


@runtime_checkable
class Annotator(Protocol):
    """A model from plain text to CoNLL-U."""

    def annotate(self, text: str) -> str: ...


@runtime_checkable
class BatchAnnotator(Protocol):
    """A model that finds the sentences of many plain texts at once, those of each as if alone."""

    def annotate_all(self, texts: Sequence[str]) -> list[list[Sentence]]: ...


@runtime_checkable
class TreeGiver(Protocol):
    """A model that gives trees to sentences whose words are known, one for each."""

    def parse(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]: ...


@dataclass(frozen=True)
class Analyser:
    """A model that is called with text and gives documents.

    A model with `annotate` or `annotate_all` takes plain text; one that only has `parse`, as a
    trained parser, takes tagged CoNLL-U.  A `Doc` keeps its words and gets new trees from `parse`.
    """

    model: Annotator | BatchAnnotator | TreeGiver

    def __post_init__(self) -> None:
        if not isinstance(self.model, Annotator | BatchAnnotator | TreeGiver):
            raise MultiplaneError(
                f"{type(self.model).__name__} is not a model: it has neither annotate nor parse"
            )

    def __call__(self, text: str | Doc) -> Doc:
        """Analyse a text, or parse a document anew."""
        return self._analysed([self._prepared(text)])[0]

    def pipe(
        self,
        texts: Iterable[Any],
        *,
        batch_size: int = TOGETHER,
        workers: int = 1,
        as_tuples: bool = False,
    ) -> Iterator[Any]:
        """Analyse many texts, in order, as they come; give a document for each.

        With `as_tuples`, each text comes with something that is given back with its document.  Up
        to `batch_size` texts are analysed at once, fewer if they are long; several `workers`, which
        are threads, each take a batch.  Models that only have `annotate` take texts one by one.
        """
        if isinstance(texts, str | bytes | Doc) or not isinstance(texts, Iterable):
            raise MultiplaneError(
                f"found one {type(texts).__name__}; expected several texts, such as a list; for"
                " one, call the model itself"
            )
        if not isinstance(batch_size, int) or batch_size < 1:
            raise MultiplaneError(f"batch_size: found {batch_size!r}; expected 1 or more")
        if isinstance(self.model, Annotator) and not isinstance(self.model, BatchAnnotator):
            batch_size = 1
        pieces = batches(texts, batch_size, self._prepared, as_tuples=as_tuples)
        return self._piped(pieces, checked_workers(workers), as_tuples=as_tuples)

    def _piped(self, pieces: Iterator[Batch], workers: int, *, as_tuples: bool) -> Iterator[Any]:
        def work(batch: Batch) -> tuple[list[Doc], Batch]:
            return self._analysed(batch.texts), batch

        with closing(in_order(work, pieces, workers)) as results:
            for docs, batch in results:
                yield from zip(docs, batch.more, strict=True) if as_tuples else docs
                if batch.error is not None:
                    raise batch.error

    def _prepared(self, text: Any) -> str | Doc:
        """Return what can be analysed: a document, or a text if the model takes plain text."""
        if isinstance(text, Doc):
            if not isinstance(self.model, TreeGiver):
                raise MultiplaneError(
                    f"{type(self.model).__name__} has no parse method; give it text, not a document"
                )
            return text
        if not isinstance(text, str):
            raise not_text(text)
        if isinstance(self.model, Annotator | BatchAnnotator):
            return text
        try:
            return Doc.from_conllu(text)
        except FormatError as error:
            raise MultiplaneError(
                f"{error}; this model needs tagged CoNLL-U: it cannot annotate plain text"
            ) from error

    def _analysed(self, prepared: Sequence[str | Doc]) -> list[Doc]:
        plain = self._annotated([text for text in prepared if isinstance(text, str)])
        given = self._parsed([doc for doc in prepared if isinstance(doc, Doc)])
        return [next(plain if isinstance(text, str) else given) for text in prepared]

    def _annotated(self, texts: list[str]) -> Iterator[Doc]:
        if isinstance(self.model, BatchAnnotator):
            return map(Doc, self.model.annotate_all(texts) if texts else (), texts)
        if isinstance(self.model, Annotator):
            return map(Doc, map(reads, map(self.model.annotate, texts)), texts)
        return iter(())

    def _parsed(self, docs: list[Doc]) -> Iterator[Doc]:
        if not docs or not isinstance(self.model, TreeGiver):
            return
        blocks = [block for doc in docs for block in doc.blocks]
        parsed = list(self.model.parse(blocks))
        if len(parsed) != len(blocks):
            raise MultiplaneError(
                f"{type(self.model).__name__}: found {len(parsed)} sentences after parse; expected"
                f" one for each of the {len(blocks)} given"
            )
        trees = iter(parsed)
        for doc in docs:
            yield Doc(islice(trees, len(doc.blocks)), doc.given)
