"""`multiplane coverage FILE…`: what share of trees and arcs each system derives."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from multiplane.cli.console import say
from multiplane.cli.streams import unwritten
from multiplane.cli.tables import (
    COLUMNS,
    STYLES,
    Column,
    Record,
    check_columns,
    render,
    style_of,
    style_option,
    table,
)
from multiplane.compressed import created
from multiplane.systems import COMPARED, systems

if TYPE_CHECKING:
    from multiplane.compressed import Place


@click.command("coverage", short_help="Show what share of treebanks each system derives.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--system", "names", multiple=True, metavar="NAME", help="System to test; may be repeated."
)
@style_option(STYLES)
@click.option("--json", "as_json", is_flag=True, help="Same as --style json.")
@COLUMNS
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
def command(
    files: tuple[str, ...],
    names: tuple[str, ...],
    *,
    style: str | None,
    as_json: bool,
    columns: str | None,
    output: str,
) -> None:
    """Show what share of the trees and words of treebanks each system derives correctly.

    Files in the same folder are counted together; a folder stands for all its treebank files.
    Sentences that cannot be read or are not trees are left out and counted.

    \b
    multiplane coverage train.conllu dev.conllu
    multiplane coverage UD_Dutch-LassySmall
    multiplane coverage */train.conllu --system arc-eager \\
        --system 2-planar[single-head,acyclic]
    multiplane coverage */train.conllu -o coverage.md
    """
    from multiplane.conllu import read
    from multiplane.oracles.coverage import coverage

    kind = style_of(style, output, as_json=as_json)
    chosen = [systems[name] for name in names or COMPARED]
    shown = [
        Column("treebank", lambda row: row["name"]),
        Column("trees", lambda row: f"{row['trees']:,}"),
        Column("left out", lambda row: f"{row['left_out']:,}"),
        *(_shares(system.name) for system in chosen),
    ]
    check_columns(columns, (column.title for column in shown))
    records: list[Record] = []
    for folder, members in _folders(files).items():
        sentences = (s for file in members for s in read(file, on_error="skip"))
        rows = coverage((s for s in sentences if s.words or s.error), chosen)
        derived = {row.system: {"trees": row.derived, "words": row.right} for row in rows}
        counts = {"trees": rows[0].trees, "words": rows[0].words, "left_out": rows[0].left_out}
        records.append({"name": folder, **counts, "derived": derived})
        if left_out := counts["left_out"]:
            say(f"{folder}: {left_out:,} left out; multiplane census shows which and why")
    caption = "Percent of trees derived / words with the correct head"
    tables = [table(caption, shown, records)]
    text = render(kind, tables, records, to_screen=output == "-", columns=columns)
    try:
        with created(output) as target:
            target.write(text)
    except OSError as error:
        raise unwritten(error, output) from error


def _folders(places: Sequence[str]) -> dict[str, list["Place"]]:
    """Group files by their folder; folders that have the same name go by the whole path."""
    from multiplane.treebank.folders import treebanks

    members: dict[Path, list[Place]] = {}
    for file in (file for place in places for found in treebanks(place) for file in found.files):
        folder = Path("-") if file == "-" else Path(str(file)).resolve().parent
        members.setdefault(folder, []).append(file)
    often = Counter(folder.name for folder in members)
    return {
        folder.name if often[folder.name] == 1 and folder.name else str(folder): files
        for folder, files in members.items()
    }


def _shares(name: str) -> Column:
    def show(row: Record) -> str:
        shares = [
            100 * row["derived"][name][what] / (row[what] or 1) for what in ("trees", "words")
        ]
        return " / ".join(f"{share:.2f}" for share in shares)

    return Column(name, show)
