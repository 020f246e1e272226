"""From text to documents, by any model."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from multiplane.conllu import Sentence
from multiplane.doc.doc import Doc
from multiplane.errors import FormatError, MultiplaneError


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
        if isinstance(self.model, Annotator):
            return Doc.from_conllu(self.model.annotate(text))
        try:
            return self._parsed(Doc.from_conllu(text))
        except FormatError as error:
            raise MultiplaneError(
                f"{error}; this model needs tagged CoNLL-U: it cannot annotate plain text"
            ) from error

    def pipe(self, texts: Iterable[str | Doc]) -> Iterator[Doc]:
        """Analyse many texts, one after the other."""
        return map(self, texts)

    def _parsed(self, doc: Doc) -> Doc:
        if not isinstance(self.model, TreeGiver):
            raise MultiplaneError(
                f"{type(self.model).__name__} has no parse method; give it text, not a document"
            )
        return Doc(self.model.parse(doc.blocks))
