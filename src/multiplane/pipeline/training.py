"""Training a pipeline: segmenter, tagger, lemmatiser and parser from one treebank.

The parser learns from tags as the tagger will give them: each part of the treebank is tagged by a
tagger that has seen only the others (jack-knifing), so that it gets used to their mistakes.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from multiplane.calculus.system import System
from multiplane.compressed import Place, name_of
from multiplane.conllu import Sentence, read
from multiplane.errors import MultiplaneError
from multiplane.lemmas.learning import train_lemmatiser
from multiplane.parsing.parser import Parser
from multiplane.pipeline.annotator import Annotator
from multiplane.pipeline.pipeline import Pipeline
from multiplane.segmentation.learning import train_segmenter
from multiplane.segmentation.multiword import learn_multiwords
from multiplane.segmentation.raw import raw_sentences
from multiplane.tagging.learning import train_tagger
from multiplane.tagging.tagset import Tag
from multiplane.text.words import Words
from multiplane.training.corpus import usable
from multiplane.training.keywords import takes_options
from multiplane.training.options import Options
from multiplane.training.training import LeftOut, Watch, check_ready, train_parser
from multiplane.treebank.scan import scan

FOLDS = 5
COLUMNS = {"upos": 3, "xpos": 4, "feats": 5, "lemma": 2}


@takes_options
def train_pipeline(
    system: str | System,
    train_files: Place | Sequence[Place],
    dev: Place | None = None,
    *,
    folds: int = FOLDS,
    tagger_epochs: int = 8,
    tagger_members: int = 3,
    about: dict[str, str] | None = None,
    say: Callable[[str], None] = lambda _: None,
    watch: Watch = lambda _: None,
    left_out: LeftOut = lambda _: None,
    save: Callable[[Pipeline], object] = lambda _: None,
    **options: Any,
) -> Pipeline:
    """Train a pipeline; the same arguments give the same pipeline.

    `about` is what the model says of itself (language, treebank, licence).  `say` is told what is
    being done, `watch` how far the training of the parser is.  `save` is called with the pipeline
    before the checkpoint of its parser is removed.  The options are those of `multiplane.train`;
    `seed`, `format` and `on_error` are for all parts of the pipeline.
    """
    chosen = Options.of(options)
    if chosen.graphs:
        raise MultiplaneError("graphs are for a parser alone; a pipeline makes trees")
    single = isinstance(train_files, str | PathLike) or not isinstance(train_files, Sequence)
    places: list[Place] = [train_files] if single else list(train_files)  # type: ignore[list-item, arg-type]
    sentences = [s for place in places for s in _usable(place, chosen, left_out)]
    if len(sentences) < folds:
        raise MultiplaneError(
            f"{', '.join(map(name_of, places))}: found {len(sentences)} sentences; expected"
            f" at least {folds}"
        )
    readable = replace(chosen, format=None, on_error="stop")  # what we write ourselves
    check_ready(system, _named(_text(sentences), _names(places)), readable)
    say("training the segmenter")
    raw = raw_sentences(sentences)
    segmenter = train_segmenter(raw, seed=chosen.seed)
    multiwords = learn_multiwords(token for sentence in raw for token in sentence.tokens)
    say("training the tagger and the lemmatiser")
    annotator = learn_annotator(sentences, tagger_epochs, chosen.seed, members=tagger_members)
    edges = [len(sentences) * k // folds for k in range(folds + 1)]
    parts: list[bytes] = []
    for fold in range(folds):
        say(f"tagging part {fold + 1} of {folds} with a tagger trained on the others")
        begin, end = edges[fold], edges[fold + 1]
        others = learn_annotator(sentences[:begin] + sentences[end:], tagger_epochs, chosen.seed)
        parts.append(retagged(others, sentences[begin:end]))
    retagged_train = _named(b"".join(parts), _names(places))
    retagged_dev, scores = None, None
    if dev is not None:
        judged = list(_usable(dev, chosen, left_out))
        data = retagged(annotator, judged)
        scores = tag_scores(judged, data)
        say(", ".join(f"{name.upper()} {score:.2f}" for name, score in scores.items()))
        retagged_dev = _named(data, _names([dev]))
    say("training the parser")
    notes: dict[str, Any] = {
        **(about or {}),
        "folds": folds,
        "tagger_epochs": tagger_epochs,
        "tagger_members": tagger_members,
        "seed": chosen.seed,
    }
    made: list[Pipeline] = []

    def complete(parser: Parser) -> None:
        best = {**(scores or {}), **(parser.training["scores"] or {})}
        parts = segmenter, multiwords, annotator.tagger, annotator.lemmatiser, parser
        made.append(Pipeline(*parts, training={**notes, "scores": best}))
        save(made[0])

    train_parser(system, retagged_train, retagged_dev, readable, watch, save=complete)
    return made[0]


def learn_annotator(
    sentences: Sequence[Sentence], epochs: int, seed: int, *, members: int = 1
) -> Annotator:
    """Learn tags and lemmas."""
    words = Words.of_forms(sentence.forms for sentence in sentences)
    tags: list[Tag] = []
    lemmas: list[str] = []
    for sentence in sentences:
        tags += zip(sentence.upos, sentence.xpos, sentence.feats, strict=True)
        lemmas += sentence.lemmas
    tagger = train_tagger(words, tags, epochs=epochs, members=members, seed=seed)
    return Annotator(tagger, train_lemmatiser(tagger, words, tags, lemmas, seed=seed))


def retagged(annotator: Annotator, sentences: Sequence[Sentence]) -> bytes:
    """Return sentences with the tags and lemmas that an annotator finds."""
    return b"".join(annotator.rewritten(chunk) for chunk in scan(BytesIO(_text(sentences))))


def _text(sentences: Sequence[Sentence]) -> bytes:
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


def _usable(place: Place, options: Options, left_out: LeftOut) -> list[Sentence]:
    """Read the sentences that have words and a tree."""
    stop = options.on_error == "stop"
    return [
        chunk.sentence(s)
        for chunk in scan(place, format=options.format)
        for s in np.flatnonzero(usable(chunk, left_out, stop=stop)).tolist()
    ]


def _names(places: Sequence[Place]) -> str:
    return " ".join(Path(name_of(place)).name for place in places)


def _named(data: bytes, name: str) -> BytesIO:
    file = BytesIO(data)
    file.name = name
    return file
