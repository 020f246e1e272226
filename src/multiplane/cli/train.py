"""`multiplane train --system S --train F --model OUT`: a parser from a treebank."""

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.console import counted, say
from multiplane.cli.progress import progress
from multiplane.cli.rewriting import FORMAT, LISTED
from multiplane.cli.scores import shown

if TYPE_CHECKING:
    from multiplane.errors import FormatError
    from multiplane.parsing.parser import Parser
    from multiplane.training.training import Moment


@click.command("train")
@click.option("--system", required=True, metavar="S", help="A system; see `multiplane systems`.")
@click.option("--train", "files", required=True, multiple=True, metavar="FILE", help="Trees.")
@click.option("--dev", metavar="FILE", help="Trees to choose the best epoch by.")
@click.option("--model", "target", required=True, metavar="OUT", help="Where the parser goes.")
@click.option(
    "--beam",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Train for beam search with N derivations, 1: greedy search.",
)
@click.option(
    "--root",
    type=click.Choice(("none", "first", "last")),
    default="none",
    show_default=True,
    help="Where the artificial root stands.  none: what is left is a root.",
)
@click.option(
    "--projectivize",
    type=click.Choice(("head", "path", "head+path")),
    help="Pseudo-projective parsing: lift training trees, lower what is parsed.",
)
@click.option(
    "--covered-roots",
    type=click.Choice(("lift", "ignore", "left", "right", "head")),
    help="Of --projectivize: lift arcs over roots (default); ignore such roots, for planar systems;"
    " or hang them from an end of the arc.",
)
@click.option(
    "--reconstruction",
    type=click.Choice(("labels", "trusting", "naive")),
    help="Of undirected systems: where directions come from.  By default labels.",
)
@click.option(
    "--buffer-arcs",
    type=click.Choice(("short", "any", "free")),
    help="Of buffer transitions: at once for arcs of length one (default) or of any, or freely.",
)
@click.option("--graphs", is_flag=True, help="Learn graphs, from DEPS: words have several heads.")
@click.option("--features", metavar="FILE", help="Templates, instead of the default ones.")
@click.option(
    "--epochs",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    metavar="N",
    help="At most so many.",
)
@click.option(
    "--patience",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    metavar="N",
    help="Stop when so many epochs have brought nothing better on --dev.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Same seed, same treebank: same file.",
)
@click.option(
    "--exploration",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="How often a mistake is followed in training, to learn what to do after one.  By default "
    "0.9, and 0 where costs are only bounds.",
)
@click.option(
    "--oracle",
    type=click.Choice(("dynamic", "static")),
    default="dynamic",
    show_default=True,
    help="static: mistakes are never followed.",
)
@click.option(
    "--learner",
    type=click.Choice(("perceptron", "liblinear", "libsvm")),
    default="perceptron",
    show_default=True,
    help="The two support vector machines learn from a static oracle, without epochs.",
)
@click.option(
    "--cost",
    type=click.FloatRange(0, min_open=True),
    metavar="C",
    help="Of a mistake, for liblinear and libsvm.",
)
@click.option(
    "--split",
    default="Y.upos",
    show_default=True,
    metavar="TEMPLATE",
    help="For libsvm: each value of this feature has machines of its own.  none: all share.",
)
@click.option(
    "--split-least",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Values of --split with fewer than N decisions share their machines.",
)
@click.option(
    "--bits",
    type=click.IntRange(8, 26),
    default=20,
    show_default=True,
    metavar="N",
    help="2^N rows of weights.",
)
@click.option(
    "--one-root/--multiple-roots",
    default=None,
    help="One root for each sentence, or as many as come.  By default as in the treebank.",
)
@click.option(
    "--on-error",
    type=click.Choice(("stop", "skip")),
    default="stop",
    show_default=True,
    help="At a sentence that is malformed or no tree: stop, or leave it out and go on.",
)
@click.option(
    "--pipeline",
    "whole",
    is_flag=True,
    help="Learn also sentences, tokens, tags and lemmas: a model for plain text.",
)
@click.option(
    "--about",
    multiple=True,
    metavar="KEY=VALUE",
    help="What a pipeline says of itself: language, treebank, licence.",
)
@FORMAT
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")  # fmt: skip
def command(
    system: str,
    files: tuple[str, ...],
    *,
    dev: str | None,
    target: str,
    beam: int,
    root: str,
    projectivize: str | None,
    covered_roots: str | None,
    reconstruction: str | None,
    buffer_arcs: str | None,
    graphs: bool,
    features: str | None,
    epochs: int,
    patience: int,
    seed: int,
    exploration: float | None,
    oracle: str,
    learner: str,
    cost: float | None,
    split: str,
    split_least: int,
    bits: int,
    one_root: bool | None,
    on_error: str,
    whole: bool,
    about: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Train a parser on trees: any system, your own (path/to/file.py:NAME) included.

    Tags and other columns are used as they are; a column that is empty in training is not looked
    at.  With --dev, the best epoch is kept, and training ends when nothing gets better; Ctrl-C
    ends it too and keeps the best parser so far.

    With --pipeline, the model goes from plain text to trees.  Tokens are learnt from `# text` and
    SpaceAfter=No, and the parser from tags that the tagger finds, each part of the treebank by
    what the others teach it.

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

    begin = time.perf_counter()
    left: list[FormatError] = []
    facts = _facts(about, whole=whole)
    if whole and graphs:
        raise click.UsageError("--graphs is for a parser alone; a pipeline makes trees")
    with progress("epochs", 1000 * epochs) as advance:
        options: dict[str, Any] = {
            "root": root,
            "projectivize": projectivize,
            "covered_roots": covered_roots,
            "reconstruction": reconstruction,
            "buffer_arcs": buffer_arcs,
            "graphs": graphs,
            "features": features,
            "beam": beam,
            "epochs": epochs,
            "patience": patience,
            "seed": seed,
            "bits": bits,
            "exploration": exploration,
            "oracle": oracle,
            "learner": learner,
            "cost": cost,
            "split": split,
            "split_least": split_least,
            "multiple_roots": None if one_root is None else not one_root,
            "format": form,
            "on_error": on_error,
            "watch": lambda moment: _see(moment, advance),
            "left_out": left.append,
        }
        if whole:
            found = train_pipeline(system, files, dev, about=facts, say=say, **options)
            found.save(target)
            parser = found.parser
        else:
            parser = train(system, files, dev, **options)
            parser.save(target)
    seconds = time.perf_counter() - begin
    for error in left[:LISTED]:
        say(f"{error}; left out")
    if left:
        say(f"{counted(len(left), 'sentence')} left out")
    _tell(parser, target, seconds, as_json=as_json)


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
    advance(1000 * (moment.epoch - 1) + 1000 * moment.done // moment.sentences + 1)
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
    say(f"{seconds:.1f} s")
