"""A pipeline from the folder of a treebank: files, system and scores without further questions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from multiplane.calculus.system import System
from multiplane.conllu import Sentence, read
from multiplane.errors import FormatError, MultiplaneError, in_a_line
from multiplane.pipeline.pipeline import Pipeline
from multiplane.pipeline.scoring import score
from multiplane.pipeline.training import train_pipeline
from multiplane.systems.usual import LINEAR, NETWORK, PROJECTIVE, Usual, usual
from multiplane.training.learners import NEURAL, PERCEPTRON
from multiplane.training.training import LeftOut
from multiplane.treebank.census import census, total
from multiplane.treebank.folder import TreebankFolder


def train_treebank(
    folder: TreebankFolder,
    system: str | System | None = None,
    *,
    about: dict[str, str] | None = None,
    say: Callable[[str], None] = lambda _: None,
    left_out: LeftOut = lambda _: None,
    save: Callable[[Pipeline], object] = lambda _: None,
    **options: Any,
) -> Pipeline:
    """Train a pipeline on a treebank, and score it on its test file, or else on that of dev.

    Its notes have the scores as `test`; `save` is called with the pipeline that has them.  The
    options are those of `train_pipeline`; `root` is the usual one by default.
    """
    folder = folder.to_train()
    form, on_error = options.get("format"), options.get("on_error", "stop")
    judged = folder.test or folder.dev
    # Before the work: after it, an error would come late.  What dev lacks is told by training.
    tell = left_out if folder.test else lambda _: None
    gold = _trees(judged, form, on_error, tell) if judged else []
    if system is None:
        system = usual_system(folder.train, options)
        root = options.get("root", usual_kind(options).root)
        say(f"the system is {system}, root {root}; --system and --root name others")
    made: list[Pipeline] = []

    def complete(pipeline: Pipeline) -> None:
        made.append(
            scored(pipeline, gold, in_a_line(judged.name), say) if judged and gold else pipeline
        )
        save(made[0])

    train_pipeline(
        system,
        folder.train,
        folder.dev,
        about={**folder.about, **(about or {})},
        say=say,
        left_out=left_out,
        save=complete,
        **{"root": usual_kind(options).root, **options},
    )
    return made[0]


def usual_kind(options: Mapping[str, Any]) -> Usual:
    """Return what is usual for the learner of these options."""
    return NETWORK if options.get("learner", PERCEPTRON) == NEURAL else LINEAR


def usual_system(files: Sequence[Path | str], options: Mapping[str, Any]) -> str:
    """Return the system to use with these options of training where nobody says which."""
    if options.get("projectivize"):
        return PROJECTIVE
    found = total(census(*files, format=options.get("format"), on_error="skip"))
    return usual(found.non_projective / max(found.trees, 1), usual_kind(options))


def scored(
    pipeline: Pipeline, gold: Sequence[Sentence], name: str, say: Callable[[str], None]
) -> Pipeline:
    """Return a pipeline with its scores; one that cannot be scored is kept all the same."""
    say(f"scoring on {name}")
    try:
        found = score(pipeline, gold, name)
    except MultiplaneError as error:
        say(f"{error}; not scored")
        return pipeline
    except KeyboardInterrupt:
        say("interrupted; not scored")
        return pipeline
    return replace(pipeline, training={**pipeline.training, "test": found.as_dict()})


def _trees(path: Path, form: str | None, on_error: str, left_out: LeftOut) -> list[Sentence]:
    """Read the sentences that can be scored."""
    found = []
    for sentence in read(path, format=form, on_error=on_error):
        error = sentence.error
        if not error and None in sentence.heads:
            error = FormatError(
                sentence.file, sentence.line, "a word without HEAD", "a head for each word"
            )
            if on_error == "stop":
                raise error
        if error:
            left_out(error)
        elif sentence.words:
            found.append(sentence)
    return found
