"""Scoring a pipeline on a treebank: as plain text, where the treebank says what its text was."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from multiplane.conllu import Sentence, reads
from multiplane.evaluation.raw_text import evaluate_text
from multiplane.pipeline.pipeline import Pipeline
from multiplane.segmentation.raw import plain_text, raw_sentences

TEXT, WORDS = "text", "words"  # what a pipeline was given
GIVEN = ("tokens", "sentences", "words")  # scores that are worth nothing if words were given
_TEXT = re.compile(r"#\s*text\s*=")


@dataclass(frozen=True, slots=True)
class Scored:
    """F1 scores of CoNLL 2018, in percent, by their names in lower case."""

    name: str  # of the file
    input: str
    scores: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        return {"name": self.name, "input": self.input, "scores": self.scores}


def score(pipeline: Pipeline, gold: Sequence[Sentence], name: str) -> Scored:
    """Score a pipeline on sentences that have trees."""
    if has_text(gold):
        found = list(reads(pipeline.annotate(plain_text(raw_sentences(gold)))))
    else:
        found = list(pipeline.parse(gold))
    given = TEXT if has_text(gold) else WORDS
    rows = {key.lower(): row.f1 for key, row in evaluate_text(gold, found).items()}
    scores = {
        key: round(f1, 4)
        for key, f1 in rows.items()
        if f1 is not None and (given == TEXT or key not in GIVEN)
    }
    return Scored(name, given, scores)


def has_text(sentences: Sequence[Sentence]) -> bool:
    """Is it known where spaces were: by `# text` of all sentences, or by SpaceAfter=No?"""
    return all(any(map(_TEXT.match, s.comments)) for s in sentences) or any(
        "SpaceAfter=No" in s.text for s in sentences
    )
