"""`multiplane models`: the models that are found by name."""

import json
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.console import printable
from multiplane.cli.tables import Column, Record, render, table

if TYPE_CHECKING:
    from multiplane.pipeline.models import Installed

SCORES = ("upos", "uas", "las")


@click.command("models")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, as_json: bool) -> None:
    """List the installed models, for `parse --model NAME`.

    Scores are on the development part of the treebank, with gold tokens and predicted tags.
    Files NAME.mp in the folder given by MULTIPLANE_MODELS are listed too.
    """
    from multiplane.pipeline.models import installed

    records = [_record(model) for model in installed()]
    if as_json:
        print(json.dumps(records, ensure_ascii=False, indent=2))
    elif not records:
        print("no models installed; train one with `multiplane train --pipeline`")
    else:
        print(render("terminal", [table("", COLUMNS, records, "lllppr")]), end="")


def _record(model: "Installed") -> dict[str, Any]:
    said = model.training
    scores = said.get("scores") or {}
    about = {key: said.get(key) for key in ("language", "treebank", "licence")}
    return {"name": model.name, **about, "scores": scores, "bytes": model.size}


def _scores(record: Record) -> str:
    return ", ".join(
        f"{n.upper()} {record['scores'][n]:.2f}" for n in SCORES if n in record["scores"]
    )


COLUMNS = (
    Column("model", lambda record: record["name"]),
    *(
        Column(key, lambda record, key=key: printable(record[key] or "–"))  # type: ignore[misc]
        for key in ("language", "treebank", "licence")
    ),
    Column("scores", _scores),
    Column("size", lambda record: f"{record['bytes'] / 1e6:.1f} MB"),
)
