"""`multiplane train --system S --train F --model OUT`: a parser from a treebank."""

import json
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.console import say
from multiplane.cli.interruption import leave_to_command
from multiplane.cli.options import Listed, Sectioned, flag, training_options
from multiplane.cli.progress import progress
from multiplane.cli.rewriting import LISTED
from multiplane.cli.scores import shown
from multiplane.counted import counted
from multiplane.errors import MultiplaneError
from multiplane.training.options import (
    FILES,
    LEARNING,
    MACHINES,
    NETWORKS,
    OPTIONS,
    TREES,
    Options,
)
from multiplane.training.together import ignored

PARTS = 10_000  # steps of the progress bar

if TYPE_CHECKING:
    from multiplane.errors import FormatError
    from multiplane.parsing.parser import Parser
    from multiplane.training.training import Moment


_of_files = partial(click.option, cls=Listed, section=FILES)
_of_pipelines = partial(click.option, cls=Listed, section="Plain text")


@click.command("train", cls=Sectioned)
@_of_files(
    "--system", required=True, metavar="S", help="Transition system; see `multiplane systems`."
)
@_of_files(
    "--train",
    "files",
    required=True,
    multiple=True,
    metavar="FILE",
    help="Treebank to learn from; may be given several times.",
)
@_of_files("--dev", metavar="FILE", help="Treebank to choose the best epoch by.")
@_of_files("--model", "target", required=True, metavar="OUT", help="Where the model goes.")
@training_options(FILES)
@training_options(TREES)
@training_options(LEARNING)
@training_options(MACHINES)
@training_options(NETWORKS)
@_of_pipelines(
    "--pipeline",
    "whole",
    is_flag=True,
    help="Learn also sentences, tokens, tags and lemmas: a model for plain text.",
)
@_of_pipelines(
    "--about",
    multiple=True,
    metavar="KEY=VALUE",
    help="What a pipeline says of itself: language, treebank, licence.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    system: str,
    files: tuple[str, ...],
    *,
    dev: str | None,
    target: str,
    whole: bool,
    about: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Train a parser on trees: any system, your own (path/to/file.py:NAME) included.

    Tags and other columns are used as they are; a column that is empty in training is not looked
    at.  With --dev, the best epoch is kept, and training ends when nothing gets better; Ctrl-C
    ends it too and keeps the best parser so far; a second Ctrl-C keeps nothing.

    With --pipeline, the model goes from plain text to trees.  Tokens are learnt from `# text` and
    SpaceAfter=No, and the parser from tags that the tagger predicts (by cross-validation).

    \b
    multiplane train --system arc-eager --train train.conllu --dev dev.conllu --model en.mp
    multiplane train --system 2-planar --root last --train train.conllu --dev dev.conllu \\
        --model la.mp
    multiplane train --system arc-eager --projectivize head --train train.conllu --model pp.mp
    multiplane train --pipeline --system arc-eager --root first --train train.conllu \\
        --dev dev.conllu --model en.mp
    multiplane train --system swap --beam 8 --train a.conllu --train b.conllu --model both.mp
    """
    from multiplane.pipeline.training import train_pipeline
    from multiplane.training.training import train

    _check_target(target, options["checkpoint"])  # before the work, not after it
    for option in ignored(Options.of(options), OPTIONS.values()):
        say(f"{flag(option.name)} is not used by {options['learner']}, but by {option.users}")
    begin = time.perf_counter()
    left: list[FormatError] = []
    facts = _facts(about, whole=whole)
    with progress("training", PARTS) as advance:
        told: dict[str, Any] = {
            "watch": lambda moment: _see(moment, advance),
            "left_out": left.append,
            "save": lambda found: found.save(target),
        }
        if whole:
            pipeline = train_pipeline(system, files, dev, about=facts, say=say, **told, **options)
            parser = pipeline.parser
        else:
            parser = train(system, files, dev, **told, **options)
    seconds = time.perf_counter() - begin
    for error in left[:LISTED]:
        say(f"{error}; left out")
    if left:
        say(f"{counted(len(left), 'sentence')} left out")
    _tell(parser, target, seconds, as_json=as_json)


def _check_target(target: str, checkpoint: str | None) -> None:
    """Raise an error if the model, or a checkpoint, cannot go there."""
    for file, what in ((target, "model"), (checkpoint, "checkpoint")):
        if file is not None and not Path(file).parent.is_dir():
            raise MultiplaneError(f"{file}: there is no folder {Path(file).parent}; make it first")
        if file is not None and Path(file).is_dir():
            raise MultiplaneError(f"{file}: found a folder; expected a file for the {what}")
    if checkpoint is not None and Path(checkpoint).resolve() == Path(target).resolve():
        raise MultiplaneError(f"{target}: found for both --model and --checkpoint; give two files")


def _facts(about: tuple[str, ...], *, whole: bool) -> dict[str, str]:
    """Read what a pipeline says of itself."""
    if about and not whole:
        raise click.UsageError("--about is for --pipeline")
    for fact in about:
        if "=" not in fact:
            raise click.UsageError(f"found --about {fact!r}; expected KEY=VALUE")
    return dict(fact.split("=", 1) for fact in about)


def _see(moment: "Moment", advance: Callable[[int], None]) -> None:
    """Move the bar, and print the scores of each epoch."""
    passed = moment.epoch - 1 + moment.done / max(moment.sentences, 1)
    advance(round(PARTS * passed / moment.epochs) + 1)
    if moment.ended:  # now there is something to keep
        leave_to_command(signal.SIGINT)
    if moment.ended and moment.scores:
        say(f"epoch {moment.epoch}: {shown(moment.scores, ', ')}")


def _tell(parser: "Parser", target: str, seconds: float, *, as_json: bool) -> None:
    scores, epochs = parser.training["scores"], parser.training["best_epoch"]
    system = parser.design.base.name
    if as_json:
        report = {
            "system": system,
            "seconds": round(seconds, 3),
            "epochs": epochs,
            "dev": scores,
            "model": target,
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    on_dev = f", {shown(scores, ' and ')}" if scores else ""
    print(f"{target}: {system}, epoch {epochs}{on_dev}")
    say(f"trained in {seconds:.1f} s")
