"""A pipeline that is given the tokens of spaCy: many documents as columns of numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy import attrs
from spacy.parts_of_speech import IDS
from spacy.tokens import Doc

from multiplane.doc.spacy_doc import given_value, is_morph
from multiplane.pipeline.pipeline import BETWEEN, Analysis, Pipeline
from multiplane.text.characters import points
from multiplane.text.words import Words

Numbers = NDArray[np.int64]
COLUMNS = {"lemma": attrs.LEMMA, "pos": attrs.POS, "tag": attrs.TAG, "morph": attrs.MORPH}
READ = (attrs.IDX, attrs.LENGTH, attrs.IS_SPACE, attrs.SENT_START)
SPACE = 32
UNFIT = (9, 10, 13)  # characters that cannot stand in a word of CoNLL-U


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of some documents, those of document d being `edges[d]` to `edges[d + 1]`."""

    docs: Sequence[Doc]
    edges: Numbers
    text: NDArray[np.uint32]
    begins: Numbers
    ends: Numbers
    words: Numbers  # the tokens that are not white space
    firsts: NDArray[np.bool_]  # which words begin a sentence

    @classmethod
    def of(cls, docs: Sequence[Doc], pipeline: Pipeline) -> "Tokens":
        """Read tokens and sentences; the pipeline finds those of documents without any."""
        edges = _edges(map(len, docs))
        columns = np.concatenate([doc.to_array(READ) for doc in docs]).astype(np.int64)
        begins, sizes, spaces, starts = columns.T
        texts = [doc.text for doc in docs]
        places = _edges(len(text) + len(BETWEEN) for text in texts)
        owners = np.repeat(np.arange(len(docs)), np.diff(edges))
        begins = begins + places[:-1][owners]
        text = points(BETWEEN.join(texts))
        sentences = np.cumsum(starts == 1)
        if not all(marked := [doc.has_annotation("SENT_START") for doc in docs]):
            found = pipeline.segmenter.split(text)
            own = np.searchsorted(found.begins[found.starts[:-1]], begins, side="right")
            sentences = np.where(np.array(marked)[owners], sentences, own)
        words = np.flatnonzero(spaces == 0)
        changes = (np.diff(sentences[words]) != 0) | (np.diff(owners[words]) != 0)
        firsts = np.concatenate((np.ones(min(1, len(words)), np.bool_), changes))
        text[np.isin(text, UNFIT)] = SPACE
        return cls(docs, edges, text, begins, begins + sizes, words, firsts)

    def as_words(self) -> Words:
        starts = np.append(np.flatnonzero(self.firsts), len(self.words))
        return Words(self.text, self.begins[self.words], self.ends[self.words], starts)


@dataclass(frozen=True)
class Names:
    """What a pipeline says, by number, as the numbers of a vocabulary of spaCy."""

    vocab: Any
    columns: dict[str, NDArray[np.uint64]]  # of tags
    labels: NDArray[np.uint64]

    @classmethod
    def of(cls, pipeline: Pipeline, vocab: Any) -> "Names":
        number, morph = vocab.strings.add, vocab.morphology.add
        tags = pipeline.tagger.tags.tags
        columns = {
            "pos": [IDS.get(upos, 0) for upos, _, _ in tags],
            "tag": [number(given_value(xpos)) for _, xpos, _ in tags],
            "morph": [morph(feats if is_morph(feats) else "") for *_, feats in tags],
        }
        labels = ["dep" if label == "_" else label for label in pipeline.parser.labels]
        return cls(
            vocab,
            {name: np.array(values, np.uint64) for name, values in columns.items()},
            np.array([*map(number, labels), number("ROOT"), number("dep")], np.uint64),
        )


@dataclass
class TokenAnalyser:
    """A pipeline that writes on documents of spaCy what it finds, `sets` besides the trees."""

    pipeline: Pipeline
    sets: tuple[str, ...]
    names: Names | None = field(default=None, repr=False)  # of the vocabulary seen last

    def __call__(self, docs: Sequence[Doc]) -> None:
        if not any(map(len, docs)):
            return
        tokens = Tokens.of(docs, self.pipeline)
        if len(tokens.words):
            self._write(tokens, self.pipeline.analysed(tokens.as_words()))

    def _write(self, tokens: Tokens, found: Analysis) -> None:
        words, names = tokens.words, self._names(tokens.docs[0].vocab)
        listed = [COLUMNS[name] for name in self.sets]
        table = np.empty((tokens.edges[-1], len(listed) + 2), np.uint64)
        if listed:  # white space keeps what it has
            table[:, :-2] = np.concatenate([doc.to_array(listed) for doc in tokens.docs]).reshape(
                len(table), -1
            )
        for at, name in enumerate(self.sets):
            if name == "lemma":
                table[words, at] = _lemmas(found.lemmas, names.vocab)
            else:
                table[words, at] = names.columns[name][found.tags]
        heads, starts = _trees(tokens, found)
        table[:, -2] = heads.astype(np.uint64)
        table[:, -1] = names.labels[-1]
        table[words, -1] = names.labels[np.where(found.heads == 0, -2, found.labels)]
        columns, flags = [*listed, attrs.HEAD, attrs.DEP], starts.astype(np.uint64)
        has_words = np.diff(np.searchsorted(words, tokens.edges)) > 0
        for d in np.flatnonzero(has_words).tolist():
            part = slice(tokens.edges[d], tokens.edges[d + 1])
            tokens.docs[d].from_array(columns, table[part])
            # Of trees alone, spaCy would begin a sentence at each root.
            tokens.docs[d].from_array([attrs.SENT_START], flags[part])

    def _names(self, vocab: Any) -> Names:
        if self.names is None or self.names.vocab is not vocab:
            self.names = Names.of(self.pipeline, vocab)
        return self.names


def _trees(tokens: Tokens, found: Analysis) -> tuple[Numbers, Numbers]:
    """Return heads as seen from each token, and 1 for the first token of a sentence, else -1.

    White space hangs from the token before it, or after it at the beginning of a document.
    """
    words, edges = tokens.words, tokens.edges
    heads, starts = np.full((2, edges[-1]), -1)
    sentences = np.flatnonzero(tokens.firsts)
    first = np.repeat(sentences, np.diff(np.append(sentences, len(words))))
    above = words[np.maximum(first + found.heads - 1, 0)]
    heads[words] = np.where(found.heads > 0, above - words, 0)
    starts[words[sentences]] = 1
    leading = np.searchsorted(words, edges[:-1])  # the first word of each document
    for d in np.flatnonzero(leading < np.searchsorted(words, edges[1:])).tolist():
        begin, word = edges[d], words[leading[d]]
        if begin < word:
            heads[begin:word], starts[word], starts[begin] = 1, -1, 1
    return heads, starts


def _lemmas(lemmas: Sequence[str], vocab: Any) -> list[int]:
    numbers = {lemma: vocab.strings.add(given_value(lemma)) for lemma in set(lemmas)}
    return [numbers[lemma] for lemma in lemmas]


def _edges(sizes: Iterable[int]) -> Numbers:
    return np.cumsum([0, *sizes])
