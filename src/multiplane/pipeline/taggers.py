"""The taggers of a treebank: that of a pipeline, and others whose tags its parser learns from.

The parser learns from tags as the tagger will give them: each part of the treebank is tagged by a
tagger that has seen only the others (jack-knifing), so that it gets used to their mistakes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from io import BytesIO

import numpy as np

from multiplane.conllu import Sentence, read
from multiplane.errors import MultiplaneError
from multiplane.lemmas.learning import train_lemmatiser
from multiplane.pipeline.annotator import Annotator
from multiplane.tagging.learning import train_tagger
from multiplane.tagging.tagset import Tag
from multiplane.text.words import Words
from multiplane.treebank.scan import scan

COLUMNS = {"upos": 3, "xpos": 4, "feats": 5, "lemma": 2}
LEAST = {"folds": 2, "along": 0}  # of all others there is one at least


@dataclass(frozen=True, slots=True)
class Taggers:
    """How taggers are trained, each along with a lemmatiser."""

    folds: int = 5  # parts of the treebank, each tagged by a tagger that has seen only the others
    epochs: int = 8
    members: int = 3  # learners that the tagger of the pipeline is made of
    along: bool = True  # does a neural parser learn to predict right tags along with trees?

    def __post_init__(self) -> None:
        for name in (each.name for each in fields(self)):
            value, least = getattr(self, name), LEAST.get(name, 1)
            if value < least:
                raise MultiplaneError(f"taggers: found {name} {value}; expected {least} or more")

    def learnt(self, sentences: Sequence[Sentence], seed: int) -> Annotator:
        """Return the tagger and the lemmatiser of the pipeline."""
        return learn_annotator(sentences, self.epochs, seed, members=self.members)

    def crosswise(
        self, sentences: Sequence[Sentence], seed: int, say: Callable[[str], None]
    ) -> bytes:
        """Return sentences with the tags of taggers that have not seen them."""
        edges = [len(sentences) * k // self.folds for k in range(self.folds + 1)]
        parts: list[bytes] = []
        for fold in range(self.folds):
            say(f"tagging part {fold + 1} of {self.folds} with a tagger trained on the others")
            begin, end = edges[fold], edges[fold + 1]
            others = [*sentences[:begin], *sentences[end:]]
            parts.append(retagged(learn_annotator(others, self.epochs, seed), sentences[begin:end]))
        return b"".join(parts)


def learn_annotator(
    sentences: Sequence[Sentence], epochs: int, seed: int, *, members: int = 1
) -> Annotator:
    """Learn tags and lemmas."""
    words = Words.of_forms(sentence.forms for sentence in sentences)
    tags: list[Tag] = []
    lemmas: list[str] = []
    for sentence in sentences:
        tags += tags_of(sentence)
        lemmas += sentence.lemmas
    tagger = train_tagger(words, tags, epochs=epochs, members=members, seed=seed)
    return Annotator(tagger, train_lemmatiser(tagger, words, tags, lemmas, seed=seed))


def tags_of(sentence: Sentence) -> list[Tag]:
    """Return the tags of a sentence's words."""
    return list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True))


def retagged(annotator: Annotator, sentences: Sequence[Sentence]) -> bytes:
    """Return sentences with the tags and lemmas that an annotator finds."""
    return b"".join(annotator.rewritten(chunk) for chunk in scan(BytesIO(as_file(sentences))))


def as_file(sentences: Sequence[Sentence]) -> bytes:
    """Return sentences as the bytes of one file."""
    whole = "".join(s.text.lstrip("\ufeff\r\n").rstrip("\r\n") + "\n\n" for s in sentences)
    return whole.encode()


def tag_scores(gold: Sequence[Sentence], data: bytes) -> dict[str, float]:
    """Return the percentages of words whose tags and lemmas are right."""
    found = list(read(BytesIO(data)))
    scores = {}
    for name, column in COLUMNS.items():
        right = [
            one == other
            for a, b in zip(gold, found, strict=True)
            for one, other in zip(a.columns[column], b.columns[column], strict=True)
        ]
        scores[name] = round(100 * float(np.mean(right)), 4)
    return scores
