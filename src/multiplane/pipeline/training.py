"""Training a pipeline: segmenter, tagger, lemmatiser and parser from one treebank."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from multiplane.calculus.system import System
from multiplane.compressed import Place, name_of
from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError
from multiplane.parsing.parser import Parser
from multiplane.parsing.stored import TRAINING
from multiplane.pipeline.pipeline import Pipeline
from multiplane.pipeline.taggers import Taggers, as_file, retagged, tag_scores, tags_of
from multiplane.segmentation.learning import train_segmenter
from multiplane.segmentation.multiword import learn_multiwords
from multiplane.segmentation.raw import raw_sentences
from multiplane.training.corpus import usable
from multiplane.training.keywords import takes_options
from multiplane.training.options import Options
from multiplane.training.readiness import check_ready
from multiplane.training.training import LeftOut, Watch, train_parser
from multiplane.treebank.scan import scan

USUAL = Taggers()


@takes_options
def train_pipeline(
    system: str | System,
    train_files: Place | Sequence[Place],
    dev: Place | None = None,
    *,
    taggers: Taggers = USUAL,
    about: dict[str, str] | None = None,
    say: Callable[[str], None] = lambda _: None,
    watch: Watch = lambda _: None,
    left_out: LeftOut = lambda _: None,
    save: Callable[[Pipeline], object] = lambda _: None,
    **options: Any,
) -> Pipeline:
    """Train a pipeline; the same arguments give the same pipeline.

    `taggers` says how the tagger is trained, and those whose tags the parser learns from.  `about`
    is what the model says of itself (language, treebank, licence).  `say` is told what is being
    done, `watch` how far the training of the parser is.  `save` is called with the pipeline before
    the checkpoint of its parser is removed.  The options are those of `multiplane.train`; `seed`,
    `format` and `on_error` are for all parts of the pipeline.
    """
    chosen = Options.of(options)
    if chosen.graphs:
        raise MultiplaneError("graphs are for a parser alone; a pipeline makes trees")
    TRAINING.take(about or {}, "about")
    single = isinstance(train_files, str | PathLike) or not isinstance(train_files, Sequence)
    places: list[Place] = [train_files] if single else list(train_files)  # type: ignore[list-item, arg-type]
    # All that can be wrong is found before anything is learnt.
    sentences = [s for place in places for s in _usable(place, chosen, left_out)]
    judged = [] if dev is None else _usable(dev, chosen, left_out)
    if dev is not None and not judged:
        raise MultiplaneError(f"{name_of(dev)}: found no sentence with a tree; expected some")
    if len(sentences) < taggers.folds:
        raise MultiplaneError(
            f"{', '.join(map(name_of, places))}: found {len(sentences)} sentences; expected"
            f" at least {taggers.folds}"
        )
    readable = replace(chosen, format=None, on_error="stop")  # what we write ourselves
    check_ready(system, _named(as_file(sentences), places), readable)

    say("training the segmenter")
    raw = raw_sentences(sentences)
    segmenter = train_segmenter(raw, seed=chosen.seed)
    multiwords = learn_multiwords(token for sentence in raw for token in sentence.tokens)
    say("training the tagger and the lemmatiser")
    annotator = taggers.learnt(sentences, chosen.seed)
    retagged_train = _named(taggers.crosswise(sentences, chosen.seed, say), places)
    retagged_dev, scores = None, dict[str, float]()
    if dev is not None:
        data = retagged(annotator, judged)
        scores = tag_scores(judged, data)
        say(", ".join(f"{name.upper()} {score:.2f}" for name, score in scores.items()))
        retagged_dev = _named(data, [dev])
    notes: dict[str, Any] = {
        **(about or {}),
        "folds": taggers.folds,
        "tagger_epochs": taggers.epochs,
        "tagger_members": taggers.members,
        "seed": chosen.seed,
    }
    made: list[Pipeline] = []

    def complete(parser: Parser) -> None:
        best = {**scores, **(parser.training["scores"] or {})}
        parts = segmenter, multiwords, annotator.tagger, annotator.lemmatiser, parser
        made.append(Pipeline(*parts, training={**notes, "scores": best}))
        save(made[0])

    say("training the parser")
    right = [tag for s in sentences for tag in tags_of(s)] if taggers.along else []
    train_parser(system, retagged_train, retagged_dev, readable, watch, save=complete, tags=right)
    return made[0]


def _usable(place: Place, options: Options, left_out: LeftOut) -> list[Sentence]:
    """Read the sentences that have words and a tree."""
    stop = options.on_error == "stop"
    return [
        chunk.sentence(s)
        for chunk in scan(place, format=options.format)
        for s in np.flatnonzero(usable(chunk, left_out, stop=stop)).tolist()
    ]


def _named(data: bytes, places: Sequence[Place]) -> BytesIO:
    """Return a file that is named as those which it is made of."""
    file = BytesIO(data)
    file.name = " ".join(Path(name_of(place)).name for place in places)
    return file
