"""`multiplane enhanced FILE...`: which classes do the graphs of enhanced dependencies fit?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from multiplane.cli.console import say
from multiplane.cli.damage import on_error_option
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
from multiplane.counted import counted
from multiplane.errors import FormatError

if TYPE_CHECKING:
    from multiplane.transforms.enhanced import LabelledGraph

LISTED = 10  # sentences left out that are named on standard error


def _number(title: str, key: str) -> Column:
    return Column(title, lambda row: f"{row[key]:,}")


def _share(title: str, key: str) -> Column:
    return Column(title, lambda row: f"{row[key]:,} ({100 * row[key] / (row['graphs'] or 1):.1f}%)")


GRAPHS = (
    Column("treebank", lambda row: row["name"]),
    _number("graphs", "graphs"),
    _number("arcs", "arcs"),
    _number("left out", "left_out"),
    _share("several heads", "several_heads"),
    _share("cyclic", "cyclic"),
    _share("opposite arcs", "opposite_arcs"),
    _share("covered roots", "covered_roots"),
    _share("not planar", "not_planar"),
    _share("not 2-planar", "not_2_planar"),
)
SYSTEMS = (
    Column("treebank", lambda row: row["name"]),
    _share("projective", "projective"),
    _share("without opposite arcs: dag-arc-eager", "projective_without_opposite"),
    _share("without cycles: dag-arc-standard too", "projective_acyclic"),
)


@click.command("enhanced", short_help="Show properties of the graphs in DEPS.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@on_error_option("At a malformed sentence or malformed DEPS: stop, or skip the sentence.")
@style_option(STYLES)
@click.option("--json", "as_json", is_flag=True, help="Same as --style json.")
@COLUMNS
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
def command(
    files: tuple[str, ...],
    *,
    on_error: str,
    style: str | None,
    as_json: bool,
    columns: str | None,
    output: str,
) -> None:
    """Show properties of the graphs in DEPS, and which systems can derive them.

    In these graphs, words may have several heads.  Arcs to and from empty nodes are left out and
    counted.  Arcs from 0 are counted, but properties only depend on arcs between words.

    \b
    multiplane enhanced train.conllu dev.conllu
    multiplane enhanced train.conllu --json
    """
    from multiplane.transforms.fit import fit

    shown = style_of(style, output, as_json=as_json)
    check_columns(columns, (column.title for column in (*GRAPHS, *SYSTEMS)))
    try:
        records: list[Record] = [
            {"name": file, **fit(_graphs(file, on_error)).as_dict()} for file in files
        ]
        tables = [
            table("Graphs", GRAPHS, records),
            table("Projective graphs, and the systems that derive them", SYSTEMS, records),
        ]
        text = render(shown, tables, records, to_screen=output == "-", columns=columns)
        with created(output) as target:
            target.write(text)
    except OSError as error:
        raise unwritten(error, output) from error


def _graphs(file: str, on_error: str) -> "Iterator[LabelledGraph]":
    from multiplane.conllu import read
    from multiplane.transforms.enhanced import enhanced

    left = 0
    for sentence in read(file, on_error=on_error):
        if not sentence.words and not sentence.error:
            continue
        try:
            yield enhanced(sentence)
        except FormatError as error:
            if on_error == "stop":
                raise
            left += 1
            if left <= LISTED:
                say(f"{error}; left out")
    if left:
        say(f"{file}: {counted(left, 'sentence')} left out")
