"""Multiplane as a component of spaCy: `nlp.add_pipe("multiplane")`, after which trees are set.

spaCy finds it by its entry point, so nothing needs to be imported.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

import multiplane as mp
from multiplane.doc.analyser import TreeGiver
from multiplane.doc.spacy_doc import SETS, annotate, placed_sentences
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import choices
from multiplane.pipeline.pipeline import Pipeline
from multiplane.spacy_component.noun_chunks import noun_chunks
from multiplane.spacy_component.tokens import TokenAnalyser

MODEL = "en"
TOGETHER = 512  # documents in a batch
LONG = 1 << 15  # tokens after which a batch is full, however few its documents


@dataclass(frozen=True)
class Component:
    """A model that writes heads and labels on documents of spaCy, and tags if it finds them.

    It takes spaCy's tokens, and its sentences if something has set them; else a pipeline finds
    them, and for a parser the whole text is one.  A parser sees the tags that are set.
    """

    model: str  # its name or file
    sets: tuple[str, ...]
    write: Callable[[Sequence[Doc]], None]

    @classmethod
    def of(cls, model: str, sets: Sequence[str] = SETS) -> "Component":
        """Make the component from a file or the name of a model."""
        for one in sets:
            if one not in SETS:
                raise UnknownName(f"unknown value {one!r} in sets; {choices(one, SETS)}")
        loaded: Any = mp.load(model)
        if isinstance(loaded, Pipeline):
            return cls(model, tuple(sets), TokenAnalyser(loaded, tuple(sets)))
        if not isinstance(loaded, TreeGiver):
            raise MultiplaneError(
                f"{model} cannot parse the tokens of spaCy: it has no parse method"
            )
        return cls(model, tuple(sets), SentenceAnalyser(loaded, tuple(sets)))

    def __call__(self, doc: Doc) -> Doc:
        """Parse a document, which is changed and returned, as spaCy expects."""
        self.write([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = TOGETHER) -> Iterator[Doc]:
        """Parse documents as they come, many at once."""
        for docs in _batches(iter(stream), batch_size):
            self.write(docs)
            yield from docs

    def __reduce__(self) -> tuple[Any, ...]:
        return Component.of, (self.model, self.sets)  # other processes load the model again


def _batches(docs: Iterator[Doc], size: int) -> Iterator[list[Doc]]:
    while batch := list(islice(docs, 1)):
        tokens = len(batch[0])
        while tokens < LONG and len(batch) < size and (more := list(islice(docs, 1))):
            batch += more
            tokens += len(more[0])
        yield batch


@dataclass(frozen=True)
class SentenceAnalyser:
    """A model that takes sentences of CoNLL-U."""

    model: TreeGiver
    sets: tuple[str, ...]

    def __call__(self, docs: Sequence[Doc]) -> None:
        given = [list(placed_sentences(doc)) for doc in docs]
        parsed = self.model.parse(sentence for found in given for sentence, _ in found)
        for doc, found in zip(docs, given, strict=True):
            annotate(
                doc, list(islice(parsed, len(found))), [places for _, places in found], self.sets
            )


@Language.factory(
    "multiplane",
    assigns=[
        "token.head",
        "token.dep",
        "token.is_sent_start",
        "doc.sents",
        "token.pos",
        "token.tag",
        "token.morph",
        "token.lemma",
    ],
    default_config={"model": MODEL, "sets": list(SETS)},
)
def component(nlp: Language, name: str, model: str, sets: list[str]) -> Component:
    """Make the component; `sets` says what is set besides trees and sentences."""
    del name
    made = Component.of(model, sets)
    if nlp.lang == "en":  # whose noun chunks are those of labels that are not UD's
        nlp.vocab.get_noun_chunks = noun_chunks
    return made
