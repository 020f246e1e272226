"""`multiplane train --system S --train F --model OUT`: a parser from a treebank."""

import json
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from multiplane.cli.console import say
from multiplane.cli.onlooker import PARTS, Onlooker
from multiplane.cli.options import Listed, Sectioned, flag, training_options
from multiplane.cli.progress import progress
from multiplane.cli.rewriting import LISTED
from multiplane.cli.scores import INPUTS, shown
from multiplane.cli.target import check_target
from multiplane.counted import counted
from multiplane.training.options import LEARNING, MACHINES, NETWORKS, OPTIONS, Options
from multiplane.training.together import ignored
from multiplane.training.treebank_options import FILES, TREES

if TYPE_CHECKING:
    from multiplane.errors import FormatError
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.pipeline import Pipeline


_of_files = partial(click.option, cls=Listed, section=FILES)
_of_pipelines = partial(click.option, cls=Listed, section="Plain text")


@click.command("train", short_help="Train a parser, or a model for plain text.", cls=Sectioned)
@click.argument("folder", required=False)
@_of_files(
    "--system",
    metavar="S",
    help="Transition system; see `multiplane systems`.  By default one that suits the trees.",
)
@_of_files(
    "--train",
    "files",
    multiple=True,
    metavar="FILE",
    help="Treebank to learn from; may be given several times.",
)
@_of_files("--dev", metavar="FILE", help="Treebank to choose the best epoch by.")
@_of_files("--model", "target", metavar="OUT", help="File to write the model to.")
@training_options(FILES)
@training_options(TREES)
@training_options(LEARNING)
@training_options(MACHINES)
@training_options(NETWORKS)
@_of_pipelines(
    "--pipeline",
    "whole",
    is_flag=True,
    help="Also learn sentences, tokens, tags and lemmas: a model for plain text.",
)
@_of_pipelines(
    "--name",
    metavar="NAME",
    help="With FOLDER: name to install the model under.  Default: that of the treebank.",
)
@_of_pipelines(
    "--about",
    multiple=True,
    metavar="KEY=VALUE",
    help="Information stored with a pipeline: language, treebank, licence.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    folder: str | None,
    system: str | None,
    files: tuple[str, ...],
    *,
    dev: str | None,
    target: str | None,
    whole: bool,
    name: str | None,
    about: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Train a parser on trees: any system, your own (path/to/file.py:NAME) included.

    Tags and other columns are used as they are; a column that is empty in training is ignored.
    With --dev, the best epoch is kept, and training ends when scores stop improving; networks are
    trained to the last epoch.  Ctrl-C ends training and keeps the best parser so far; a second
    Ctrl-C keeps nothing.

    With --pipeline, the model goes from plain text to trees.  Tokens are learnt from `# text` and
    SpaceAfter=No, and the parser from tags that the tagger predicts (by cross-validation).

    Without --system, the system is arc-eager, or 2-planar-eager if more than 40 % of the trees are
    not projective; for networks, side-stack if more than 10 % are not.  The root then comes first,
    for networks last, unless --root says otherwise.

    With --pipeline and the FOLDER of a treebank, files are found by their names, system and root
    are chosen likewise, the model is scored on the test file and installed under the name that UD
    has for the treebank.

    \b
    multiplane train --pipeline UD_Latin-PROIEL/
    multiplane parse --model la_proiel --text "Gallia est omnis divisa."
    multiplane train --train train.conllu --dev dev.conllu --model my.mp
    multiplane train --learner neural --train train.conllu --dev dev.conllu \\
        --model my.mp
    multiplane train --system 2-planar --root last --train train.conllu \\
        --dev dev.conllu --model la.mp
    multiplane train --system arc-eager --projectivize head \\
        --train train.conllu --model pp.mp
    multiplane train --pipeline --system arc-eager --root first \\
        --train train.conllu --dev dev.conllu --model en.mp
    multiplane train --system swap --beam 8 --train a.conllu --train b.conllu \\
        --model both.mp
    """
    facts = _facts(about, whole=whole)
    for option in ignored(Options.of(options), OPTIONS.values()):
        say(f"{flag(option.name)} is not used by {options['learner']}, but by {option.users}")
    begin = time.perf_counter()
    left: list[FormatError] = []
    with progress("training", PARTS) as advance:
        told: dict[str, Any] = {
            "watch": Onlooker(advance, options["members"]).see,
            "left_out": left.append,
        }
        if folder is None:
            if name is not None:
                raise click.UsageError("--name is for --pipeline FOLDER; --model names a file")
            where, test = _given(files, target), None
            about_it = facts if whole else None
            parser = _from_files(system, files, where, dev, told, options, about=about_it)
        else:
            _check_folder_alone(files, dev, target, name, whole=whole)
            trained = _from_folder(folder, system, target, name, facts, told, options)
            (where, parser), test = trained[:2], trained[2]
    seconds = time.perf_counter() - begin
    for error in left[:LISTED]:
        say(f"{error}; left out")
    if left:
        say(f"{counted(len(left), 'sentence')} left out")
    _tell(parser, where, seconds, test, as_json=as_json)
    if (place := options["checkpoint"]) and Path(place).exists():
        say(f"interrupted; with {place}, the same command goes on")
    if folder is not None and target is None:
        say(f"installed; use it with: multiplane parse --model {where}")


def _given(files: tuple[str, ...], target: str | None) -> str:
    """Return where the model goes; it and the files must be said where no folder is given."""
    for option, value in (("--train", files), ("--model", target)):
        if not value:
            raise click.UsageError(
                f"Missing option '{option}'; or give the folder of a treebank, with --pipeline"
            )
    assert target
    return target


def _chosen(files: tuple[str, ...], options: dict[str, Any]) -> str:
    """Choose the system, and its root unless that is given."""
    from multiplane.pipeline.treebank import usual_kind, usual_system

    if options["graphs"]:
        raise click.UsageError("Missing option '--system'; for --graphs, one with several heads")
    if "-" in files:
        raise click.UsageError("Missing option '--system': standard input can be read only once")
    system = usual_system(files, options)
    if _root_is_open():
        options["root"] = usual_kind(options).root
    say(f"the system is {system}, root {options['root']}; --system and --root name others")
    return system


def _root_is_open() -> bool:
    source = click.get_current_context().get_parameter_source("root")
    return source is ParameterSource.DEFAULT


def _check_folder_alone(
    files: tuple[str, ...], dev: str | None, target: str | None, name: str | None, *, whole: bool
) -> None:
    if not whole:
        raise click.UsageError(
            "FOLDER is for --pipeline; for a parser alone use --train, --dev and --model"
        )
    if files or dev:
        raise click.UsageError("give a FOLDER, or --train and --dev, but not both")
    if target and name:
        raise click.UsageError("--model names a file, and --name an installed model; give one")


def _from_files(
    system: str | None,
    files: tuple[str, ...],
    target: str,
    dev: str | None,
    told: dict[str, Any],
    options: dict[str, Any],
    about: dict[str, str] | None,
) -> "Parser":
    """Train a parser, or with `about` a pipeline; return the parser."""
    from multiplane.pipeline.training import train_pipeline
    from multiplane.training.training import train

    read = (*files, dev, *(options[name] for name in ("features", "vectors")))
    check_target(target, options["checkpoint"], read)  # before the work, not after it
    if system is None:
        system = _chosen(files, options)
    told = {**told, "save": lambda found: found.save(target)}
    if about is None:
        return train(system, files, dev, **told, **options)
    return train_pipeline(system, files, dev, about=about, say=say, **told, **options).parser


def _from_folder(
    folder: str,
    system: str | None,
    target: str | None,
    name: str | None,
    about: dict[str, str],
    told: dict[str, Any],
    options: dict[str, Any],
) -> tuple[str, "Parser", dict[str, Any] | None]:
    """Train a pipeline; return its name or file, its parser, and its scores."""
    from multiplane.pipeline.installation import install, place_for
    from multiplane.pipeline.treebank import train_treebank
    from multiplane.treebank.folder import TreebankFolder

    treebank = TreebankFolder.read(folder).to_train()
    name = treebank.name if name is None else name
    read = (*treebank.train, treebank.dev, treebank.test, options["features"], options["vectors"])
    check_target(target, options["checkpoint"], read)
    if not target:
        place_for(name)  # or it is an error, at once
    if _root_is_open():
        del options["root"]

    def save(found: "Pipeline") -> None:
        if target:
            found.save(target)
        else:
            install(found, name)

    found = train_treebank(treebank, system, about=about, say=say, save=save, **told, **options)
    return target or name, found.parser, found.training.get("test")


def _facts(about: tuple[str, ...], *, whole: bool) -> dict[str, str]:
    """Read what a pipeline says of itself."""
    if about and not whole:
        raise click.UsageError("--about is for --pipeline")
    for fact in about:
        if "=" not in fact:
            raise click.UsageError(f"found --about {fact!r}; expected KEY=VALUE")
    return dict(fact.split("=", 1) for fact in about)


def _tell(
    parser: "Parser", target: str, seconds: float, test: dict[str, Any] | None, *, as_json: bool
) -> None:
    scores, epochs = parser.training["scores"], parser.training["best_epoch"]
    system = parser.design.base.name
    if as_json:
        report = {
            "system": system,
            "seconds": round(seconds, 3),
            "epochs": epochs,
            "dev": scores,
            **({"test": test} if test else {}),
            "model": target,
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    on_dev = f", {shown(scores, ' and ')}" if scores else ""
    print(f"{target}: {system}, epoch {epochs}{on_dev}")
    if test:
        print(f"{test['name']}, {INPUTS[test['input']]}: {shown(test['scores'], ', ')}")
    say(f"trained in {seconds:.1f} s")
