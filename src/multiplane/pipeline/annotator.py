"""An annotator: tags and lemmas of words, written into CoNLL-U."""

# mypy: disable-error-code="call-arg"

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.lemmas.lemmatiser import Lemmatiser
from multiplane.pipeline.writing_kernel import put_annotations, put_sentences
from multiplane.segmentation.segmenter import Tokens
from multiplane.tagging.tagger import Tagger
from multiplane.text.characters import tables
from multiplane.text.utf8 import LONGEST
from multiplane.text.words import Words
from multiplane.treebank.scan import Chunk

PHRASES = (b"# newpar\n", b"# sent_id = ", b"# text = ", b"SpaceAfter=No")
LINE = 80  # bytes of a line, at most, besides form, lemma and tag
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Annotator:
    """A tagger and a lemmatiser with the same tags."""

    tagger: Tagger
    lemmatiser: Lemmatiser

    @cached_property
    def names(self) -> tuple[Bytes, NDArray[np.int64]]:
        """The tags as bytes of three columns, one after the other, and where each begins."""
        return _joined(["\t".join(tag).encode() for tag in self.tagger.tags.tags])

    @cached_property
    def widest(self) -> int:
        """Bytes that a tag, and what is added to a lemma, may take."""
        added = self.lemmatiser.tables[0]
        longest = int((added[:, 5] - added[:, 3]).max(initial=0)) * LONGEST
        return longest + int(np.diff(self.names[1]).max(initial=0))

    def annotated(self, words: Words) -> tuple[Any, ...]:
        """Return what the writing kernels take: words, tags, and their lemmas."""
        values = self.tagger.values(words)
        tags = self.tagger.tag_values(values, words.starts)
        chosen = self.lemmatiser.choose(words, values, tags)
        return words.data, tags, *self.names, *self.lemmatiser.tables, chosen, tables()[1]

    def written(
        self, tokens: Tokens, counts: NDArray[np.int64], words: Words, number: int
    ) -> bytes:
        """Return sentences in CoNLL-U, numbered from `number`; each token has `counts` words."""
        room = LINE * (3 * len(tokens.starts) + len(tokens) + len(words))
        room += 2 * LONGEST * int((words.ends - words.begins).sum()) + self.widest * len(words)
        room += 2 * LONGEST * int((tokens.ends - tokens.begins).sum())
        out = np.empty(room, np.uint8)
        data = tokens.text, tokens.begins, tokens.ends, tokens.starts
        more = self.annotated(words)
        size = put_sentences(
            data, counts, tokens.paragraphs, number, *more, *_joined(list(PHRASES)), out
        )
        return out[:size].tobytes()

    def rewritten(self, chunk: Chunk) -> bytes:
        """Return the bytes of a chunk with LEMMA, UPOS, XPOS and FEATS put in."""
        words = Words.of_chunk(chunk)
        room = int(chunk.texts[-1] - chunk.texts[0]) + (self.widest + LINE) * len(words)
        room += LONGEST * int((words.ends - words.begins).sum())
        out = np.empty(room, np.uint8)
        data = chunk.data, chunk.fields, chunk.starts, chunk.texts, chunk.faults
        size = put_annotations(*data, *self.annotated(words), out)
        return out[:size].tobytes()


def _joined(parts: list[bytes]) -> tuple[Bytes, NDArray[np.int64]]:
    return np.frombuffer(b"".join(parts), np.uint8), np.cumsum([0, *map(len, parts)])
