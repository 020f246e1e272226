"""`multiplane census FILE...`: how non-projective are treebanks, and in which way?"""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import Choice
from multiplane.cli.damage import note
from multiplane.cli.progress import progress
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
from multiplane.conllu import FORMATS
from multiplane.errors import MultiplaneError
from multiplane.treebank.fields import FIELDS

if TYPE_CHECKING:
    from multiplane.treebank.census import Census
    from multiplane.treebank.survey import Surveyed

LISTED = 10  # sentences left out of a file that are named on standard error


def _columns(*keys: str) -> tuple[Column, ...]:
    return tuple(Column(FIELDS[key].column, FIELDS[key].text) for key in keys)


def _degrees(title: str, least: int, most: int | None = None) -> Column:
    def show(row: Record) -> str:
        counts = row["attardi_degree"].items()
        return f"{sum(n for d, n in counts if least <= int(d) <= (most or int(d))):,}"

    return Column(title, show)


NAME = Column(FIELDS["name"].column, lambda row: row["title"])
TREES = (
    NAME,
    *_columns("trees", "words", "non_projective"),
    *_columns("not_planar", "not_2_planar", "not_3_planar", "not_4_planar", "ill_nested"),
    *_columns("max_planes", "max_gap_degree", "max_edge_degree"),
    Column("left out", lambda row: f"{row['left_out_count']:,}"),
)
ARCS = (
    NAME,
    *_columns("arcs", "left", "right", "left_1", "right_1", "mean_length"),
    *_columns("crossings", "non_projective_arcs"),
    _degrees("degree 2", 2, 2),
    _degrees("degree 3", 3, 3),
    _degrees("degree 4", 4, 4),
    _degrees("degree 5 or more", 5),
)


@click.command("census")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=Choice(FORMATS), help="Format of the files.")
@click.option(
    "--on-error",
    type=Choice(("stop", "skip")),
    callback=note,
    help="stop: also stop at a sentence that is not a tree; skip: also skip malformed ones.",
)
@style_option(STYLES)
@click.option("--json", "as_json", is_flag=True, help="Same as --style json.")
@COLUMNS
@click.option("--total", "with_total", is_flag=True, help="Add a row for all files together.")
@click.option("--witnesses", metavar="DIR", help="Write the sentences of rare classes to DIR.")
@click.option("--plot", "picture", metavar="FILE", help="Plot the shares (.svg, .png, .pdf).")
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
def command(
    files: tuple[str, ...],
    *,
    form: str | None,
    on_error: str | None,
    style: str | None,
    as_json: bool,
    columns: str | None,
    with_total: bool,
    witnesses: str | None,
    picture: str | None,
    output: str,
) -> None:
    """Measure how non-projective treebanks are, and in what ways.

    Files are CoNLL-U or CoNLL-X, plain or compressed; - is standard input.  By default, a
    sentence that is not a tree is left out, counted and listed, and a malformed one stops the
    census; --on-error changes this.

    \b
    multiplane census train.conllu dev.conllu --total
    multiplane census */train.conllu --style markdown --plot shares.svg
    multiplane census train.conllu --columns trees,non-projective,planes
    multiplane census train.conllu --witnesses found/
    xzcat corpus.xz | multiplane census - --json
    """
    shown = style_of(style, output, as_json=as_json)
    check_columns(columns, (column.title for column in (*TREES, *ARCS)))
    try:
        rows = _rows(files, form, on_error, witnesses, with_total=with_total)
        titles = _titles([row.name for row in rows])
        if picture:
            from multiplane.treebank.plot import plot

            plot(rows, picture, titles)
        text = _rendered(rows, titles, shown, columns, to_screen=output == "-")
        with created(output) as file:
            file.write(text)
    except OSError as error:
        raise MultiplaneError(f"{error.filename or output}: {error.strerror}") from error


def _rendered(
    rows: Sequence["Census"],
    titles: Sequence[str],
    style: str,
    columns: str | None,
    *,
    to_screen: bool,
) -> str:
    records = [row.as_dict() for row in rows]
    titled = [
        {**record, "title": title, "left_out_count": row.left_out_count}
        for row, record, title in zip(rows, records, titles, strict=True)
    ]
    tables = (table("Trees", TREES, titled), table("Arcs between words", ARCS, titled))
    return render(style, tables, records, to_screen=to_screen, columns=columns)


def _rows(
    files: Sequence[str],
    form: str | None,
    on_error: str | None,
    folder: str | None,
    *,
    with_total: bool,
) -> list["Census"]:
    from multiplane.treebank.census import census, total

    with ExitStack() as stack:
        sizes = sum(Path(file).stat().st_size for file in files if Path(file).is_file())
        advance = stack.enter_context(progress("census", sizes or 1))
        done = [1]

        def see(surveyed: "Surveyed") -> None:
            done[0] += len(surveyed.chunk.data)
            advance(done[0])

        watch: list[Any] = [see]
        written = None
        if folder:
            from multiplane.treebank.witnesses import Witnesses

            written = stack.enter_context(Witnesses(folder))
            watch.append(written.take)
        rows = census(*files, format=form, on_error=on_error, watch=watch)
    for row in rows:
        _report(row)
    if written:
        _say(f"{folder}: " + ", ".join(f"{many:,} {kind}" for kind, many in written.counts.items()))
    return [*rows, total(rows)] if with_total else rows


def _report(row: "Census") -> None:
    """Name the sentences that were left out, the first few, and say what stays open."""
    for error in row.left_out[:LISTED]:
        _say(f"{error}; left out")
    if many := row.left_out_count:
        kinds = f"{row.malformed:,} malformed, {row.not_trees:,} not trees"
        _say(f"{row.name}: {many:,} left out: {kinds}")
    if row.undecided:
        trees = f"{row.undecided:,} trees with only bounds for the number of planes"
        _say(f"{row.name}: {trees}; see --json")


def _titles(names: Sequence[str]) -> list[str]:
    """Names without the folder that all files share."""
    paths = [Path(name) for name in names if name not in ("total", "<stdin>")]
    try:
        shared = os.path.commonpath([path.parent for path in paths])
    except ValueError:  # none, or of some the whole path is given and of others not
        shared = ""
    return [name.removeprefix(f"{shared}/") if shared else name for name in names]


def _say(text: str) -> None:
    print(f"multiplane: {text}", file=sys.stderr)
