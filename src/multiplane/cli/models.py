"""`multiplane models`: the models that are found by name, and what can be done with them."""

import json
import os
import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import model_names
from multiplane.cli.console import say
from multiplane.cli.info import report_of, show
from multiplane.cli.offering import Offering
from multiplane.cli.progress import progress
from multiplane.cli.scores import INPUTS
from multiplane.cli.tables import Column, Record, render, table
from multiplane.errors import MultiplaneError, in_a_line

if TYPE_CHECKING:
    from multiplane.pipeline.models import Installed

SCORES = {"upos": "UPOS", "uas": "UAS", "las": "LAS"}
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(
    "models",
    short_help="List, show, check, copy and install models.",
    cls=Offering,
    invoke_without_command=True,
)
@AS_JSON
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List the installed models, for `parse --model NAME`; show, check, copy and install them.

    Scores are on the test file of the treebank if the model has been tested, or else on its
    development file, with gold tokens and predicted tags.  Your own models are in the folder
    given by MULTIPLANE_MODELS, or in your data folder, as files NAME.mp.

    \b
    multiplane models
    multiplane models show en
    multiplane train --pipeline UD_Latin-PROIEL/  # makes and installs la_proiel
    multiplane models check all
    multiplane models export la_proiel -o la_proiel.mp
    multiplane models install https://example.org/la_proiel.mp --sha256 9f86…
    """
    if not ctx.invoked_subcommand:
        _list(as_json=as_json)


@command.command("list")
@AS_JSON
def list_all(*, as_json: bool) -> None:
    """List the models, as `multiplane models` alone does.

    \b
    multiplane models list
    multiplane models list --json
    """
    _list(as_json=as_json)


def _list(*, as_json: bool) -> None:
    from multiplane.pipeline.models import installed

    records = [_record(model) for model in installed()]
    if as_json:
        print(json.dumps(records, ensure_ascii=False, indent=2))
    elif not records:
        print("no models installed; train one with `multiplane train --pipeline FOLDER`")
    else:
        print(render("terminal", [table("", COLUMNS, records, "lllpprl")]), end="")


@command.command("show", short_help="Show where a model is, its checksum, and its parts.")
@click.argument("model", metavar="NAME", shell_complete=model_names)
@AS_JSON
def show_one(model: str, *, as_json: bool) -> None:
    """Show a model: where it is, its checksum, and all that `multiplane info` says.

    \b
    multiplane models show en
    multiplane models show la_proiel --json
    """
    from multiplane.pipeline.models import find

    path = find(model)
    show(report_of(model), {"path": str(path), "sha256": _sha256(path)}, as_json=as_json)


@command.command("check", short_help="Load models with all checks, and report the results.")
@click.argument("models", nargs=-1, required=True, metavar="NAME…|all", shell_complete=model_names)
def check(models: tuple[str, ...]) -> None:
    """Load models with all checks, and report the results.  The exit code is 1 if one is bad.

    \b
    multiplane models check la_proiel
    multiplane models check all
    """
    from multiplane.pipeline.models import find, paths

    bad = 0
    for name in sorted(paths()) if models == ("all",) else models:
        path = find(name)
        try:
            report = report_of(str(path))
        except MultiplaneError as error:
            bad += 1
            said = str(error)  # it begins with the file, which may be what was asked for
            print(said if said.startswith(f"{name}: ") else in_a_line(f"{name}: {said}"))
        else:
            print(f"{name}: valid: {_found(report)}; sha256 {_sha256(path)}")
    sys.exit(1 if bad else 0)


@command.command("remove", short_help="Remove your models.")
@click.argument("names", nargs=-1, required=True, metavar="NAME…", shell_complete=model_names)
def remove_some(names: tuple[str, ...]) -> None:
    """Remove your models; those that come with Multiplane stay.

    \b
    multiplane models remove la_proiel
    """
    from multiplane.pipeline.installation import remove

    for name in names:
        say(f"removed {remove(name)}")


@command.command("export", short_help="Copy a model to a file, and print its sha256.")
@click.argument("model", metavar="NAME", shell_complete=model_names)
@click.option("-o", "--output", required=True, metavar="FILE", help="File to write the copy to.")
def export_one(model: str, output: str) -> None:
    """Copy a model to a file, and print its sha256, which others need to install it.

    \b
    multiplane models export la_proiel -o la_proiel.mp
    """
    from multiplane.pipeline.installation import export
    from multiplane.pipeline.models import find, load

    path = find(model)
    load(path)  # nobody wants a copy of what is damaged
    if output == "-" or Path(output).is_dir():
        raise MultiplaneError(f"{output}: expected the name of a file for the copy")
    try:
        export(path, output)
    except OSError as error:
        raise MultiplaneError(f"{output}: {error.strerror}") from error
    print(f"{_sha256(path)}  {output}")
    say(f"install it with: multiplane models install {quote(output)} --sha256 {_sha256(path)}")


@command.command("install", short_help="Install a model from a file or an https address.")
@click.argument("source", metavar="FILE|URL")
@click.option("--sha256", metavar="HEX", help="Its checksum; required for a URL.")
@click.option(
    "--name", metavar="NAME", help="Name to install it under.  Default: that of the file."
)
@click.option("--replace", is_flag=True, help="Replace the model that has this name.")
def install_one(source: str, *, sha256: str | None, name: str | None, replace: bool) -> None:
    """Install a model from a file or an https address, so that it is found by its name.

    Downloads are limited to the maximum size of a model (MULTIPLANE_MODEL_BYTES).  The checksum is
    compared before anything else is done, and a model is installed only if it loads with all
    checks.

    \b
    multiplane models install la_proiel.mp
    multiplane models install la_proiel.mp --name latin --replace
    multiplane models install https://example.org/la_proiel.mp --sha256 9f86…
    """
    from multiplane.pipeline.installation import install_file

    size = os.path.getsize(source) if os.path.isfile(source) else 1  # noqa: PTH113, PTH202 - a URL
    with progress("bytes", size) as advance:
        path = install_file(source, name, sha256=sha256, replace=replace, advance=advance)
    print(f"{path.stem}: {_found(report_of(str(path)))}")
    say(f"installed as {path}; use it with: multiplane parse --model {path.stem}")


def _sha256(path: Path) -> str:
    from hashlib import file_digest

    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _found(report: Record) -> str:
    """Say what a model is, in a few words."""
    parts = [f"{report['system']}, {len(report['labels'])} labels"]
    if whole := report.get("pipeline"):
        parts = ["from plain text to trees", *parts, f"{whole['tags']} tags"]
    else:
        parts = ["from tagged text to trees", *parts]
    return ", ".join([*parts, _megabytes(report)])


def _megabytes(record: Record) -> str:
    return f"{record['bytes'] / 1e6:.1f} MB"


def _record(model: "Installed") -> dict[str, Any]:
    said, test = model.training, model.training.get("test")
    about = {key: said.get(key) for key in ("language", "treebank", "licence")}
    about["treebank"] = about["treebank"] or _files(said)
    return {
        "name": model.name,
        **about,
        "scores": said.get("scores") or {},
        "test": test,
        "bytes": model.size,
        "date": None if model.shipped else model.date,
        "problem": model.problem or None,
    }


def _files(training: Record) -> str | None:
    return ", ".join(file["name"] for file in training.get("train", ())) or None


def _scores(record: Record) -> str:
    if record["problem"]:
        return f"cannot be read; see: multiplane models check {record['name']}"
    test = record["test"]
    scores = (test or record)["scores"] or {}
    said = ", ".join(f"{name} {scores[key]:.2f}" for key, name in SCORES.items() if key in scores)
    given = f"test, {INPUTS.get(test['input'], test['input'])}" if test else "dev"
    return in_a_line(f"{said} ({given})") if said else "–"


COLUMNS = (
    Column("model", lambda record: in_a_line(record["name"])),
    *(
        Column(key, lambda record, key=key: in_a_line(record[key] or "–"))  # type: ignore[misc]
        for key in ("language", "treebank", "licence")
    ),
    Column("scores", _scores),
    Column("size", _megabytes),
    Column("date", lambda record: record["date"] or "included"),
)
