"""An annotator: tags and lemmas of words, written into CoNLL-U."""

# mypy: disable-error-code="call-arg"

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.lemmas.lemmatiser import Lemmatiser
from multiplane.lemmas.scripts import BEFORE, END
from multiplane.pipeline.writing_kernel import Annotation, put_annotations, put_sentences
from multiplane.segmentation.segmenter import Tokens
from multiplane.tagging.tagger import Tagger
from multiplane.text.characters import tables
from multiplane.text.utf8 import LONGEST
from multiplane.text.words import Words
from multiplane.treebank.rewrite_kernel import Names
from multiplane.treebank.scan import Chunk

PHRASES = Names.of([b"# newpar\n", b"# sent_id = ", b"# text = ", b"SpaceAfter=No"])
LINE = 80  # bytes of a line, at most, besides form, lemma and tag


@dataclass(frozen=True, eq=False)
class Annotator:
    """A tagger and a lemmatiser with the same tags."""

    tagger: Tagger
    lemmatiser: Lemmatiser

    @cached_property
    def names(self) -> Names:
        """The tags as bytes of three columns."""
        return Names.of(["\t".join(tag).encode() for tag in self.tagger.tags.tags])

    def added(self, annotation: Annotation) -> int:
        """Bytes that tags, and what is added to lemmas, may take."""
        rows = self.lemmatiser.table.rows[annotation.chosen]
        more = LONGEST * int((rows[:, END] - rows[:, BEFORE]).sum())
        return more + int(np.diff(self.names.starts)[annotation.tags].sum())

    def annotated(self, words: Words) -> Annotation:
        """Return words with their tags and lemmas."""
        values = self.tagger.values(words)
        tags = self.tagger.tag_values(values, words.starts)
        chosen = self.lemmatiser.choose(words, values, tags)
        return Annotation(
            words.spans, tags, self.names, self.lemmatiser.table, chosen, tables().lower
        )

    def written(
        self,
        tokens: Tokens,
        counts: NDArray[np.int64],
        annotation: Annotation,
        numbers: NDArray[np.int64],
    ) -> bytes:
        """Return sentences with these numbers in CoNLL-U; each token has `counts` words."""
        words = annotation.words
        room = LINE * (3 * len(tokens.starts) + len(tokens) + len(words.begins))
        room += self.added(annotation)
        room += 2 * LONGEST * int((words.ends - words.begins).sum())
        room += 2 * LONGEST * int((tokens.ends - tokens.begins).sum())
        out = np.empty(room, np.uint8)
        size = put_sentences(
            tokens.spans, counts, tokens.paragraphs, numbers, annotation, PHRASES, out
        )
        return out[:size].tobytes()

    def rewritten(self, chunk: Chunk) -> bytes:
        """Return the bytes of a chunk with LEMMA, UPOS, XPOS and FEATS put in."""
        words = Words.of_chunk(chunk)
        annotation = self.annotated(words)
        room = int(chunk.texts[-1] - chunk.texts[0]) + LINE * len(words) + self.added(annotation)
        room += LONGEST * int((words.ends - words.begins).sum())
        out = np.empty(room, np.uint8)
        size = put_annotations(chunk.data, chunk.offsets, annotation, out)
        return out[:size].tobytes()
