"""Tables for every command that prints some: in the terminal, Markdown, LaTeX, CSV and JSON.

What people read is a `Table` of texts; what programs read are records, with the keys of --json.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import click

from multiplane.cli.choice import Choice
from multiplane.cli.console import screen_width
from multiplane.cli.suffixes import format_of
from multiplane.errors import UnknownName
from multiplane.latex import escaped
from multiplane.nearest import choices

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with a title each, and rows of texts; the first column names the row.

    The shape has a letter for each column: l (to the left), r (to the right), c (a mark in the
    centre) or p (prose, which may take several lines); by default, all but the first are numbers.
    A style is the one of a cell, by row and column.
    """

    caption: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shape: str = ""
    styles: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.shape:
            object.__setattr__(self, "shape", "l" + "r" * (len(self.titles) - 1))

    def only(self, columns: Sequence[int]) -> "Table":
        """Return a table with some of the columns."""
        styles = {
            (r, columns.index(k)): style for (r, k), style in self.styles.items() if k in columns
        }
        return replace(
            self,
            titles=tuple(self.titles[k] for k in columns),
            rows=tuple(tuple(row[k] for k in columns) for row in self.rows),
            shape="".join(self.shape[k] for k in columns),
            styles=styles,
        )


@dataclass(frozen=True, slots=True)
class Column:
    """How a column is called and what it shows of a record."""

    title: str
    show: Callable[[Record], str]


SUFFIXES = {
    ".txt": "terminal",
    ".md": "markdown",
    ".tex": "latex",
    ".csv": "csv",
    ".json": "json",
}


def style_of(style: str | None, output: str, *, as_json: bool) -> str:
    """Return the style asked for, by an option or by the name of the output."""
    if as_json:
        return "json"
    return style or format_of(output, SUFFIXES, "choose one with --style") or "terminal"


def style_option(styles: Sequence[str]) -> Callable[[Any], Any]:
    """Return the option `--style` of commands that write tables to a file."""
    said = "Output format.  Default: by the suffix of the output, else terminal."
    return click.option("--style", type=Choice(styles), help=said)


def table(
    caption: str, columns: Sequence[Column], records: Sequence[Record], shape: str = ""
) -> Table:
    """Make a table of records."""
    rows = tuple(tuple(column.show(record) for column in columns) for record in records)
    return Table(caption, tuple(column.title for column in columns), rows, shape)


COLUMNS = click.option(
    "--columns",
    metavar="NAMES",
    help="Show only these columns of the table: their titles, separated by commas.",
)


def check_columns(names: str | None, titles: Iterable[str]) -> list[str]:
    """Return the columns asked for, as they may be typed, or say which there are."""
    there = {_plain(title): title for title in titles if title}
    wanted = [_plain(name) for name in _COMMA.split(names or "") if name.strip()]
    for name in wanted:
        if name not in there:
            known = list(dict.fromkeys(there.values()))
            raise UnknownName(f"--columns: unknown column {name!r}; {choices(name, known)}")
    return wanted


def chosen(tables: Sequence[Table], names: str | None) -> list[Table]:
    """Return tables with only the columns asked for, in this order, after the first.

    A table that has none of them is left out.
    """
    if names is None:
        return list(tables)
    wanted = check_columns(names, (title for each in tables for title in each.titles))
    found = []
    for each in tables:
        titles = [_plain(title) for title in each.titles]
        places = [titles.index(name) for name in wanted if name in titles]
        if places:
            found.append(each.only(list(dict.fromkeys([0, *places]))))
    return found


_COMMA = re.compile(r",(?![^\[]*\])")  # not one between the constraints of a system


def _plain(title: str) -> str:
    """Spell a title as it may be typed: `left_out` and `left-out` are `left out`."""
    return re.sub(r"[\s_-]+", " ", title.strip().casefold())


def render(
    style: str,
    tables: Sequence[Table],
    records: Sequence[Record] = (),
    *,
    to_screen: bool = True,
    columns: str | None = None,
) -> str:
    """Write the tables in a style for people, or the records in one for programs."""
    if columns is not None and style in ("json", "csv"):
        raise click.UsageError(f"--columns is for tables to read; {style} has all columns")
    tables = chosen(tables, columns)
    if style == "json":
        return json.dumps(list(records), ensure_ascii=False, indent=2) + "\n"
    if style == "csv":
        return _csv(records)
    if style == "terminal":
        from multiplane.cli.screen import printed

        width = screen_width() if to_screen else None
        return "\n".join(printed(each, width) for each in tables)
    return "\n".join(_STYLES[style](each) for each in tables)


_RULES = {"l": "---", "r": "---:", "c": ":-:", "p": "---"}


def _markdown(table: Table) -> str:
    rule = tuple(_RULES[kind] for kind in table.shape)
    lines = (table.titles, rule, *table.rows)
    body = "".join(
        f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines
    )
    return f"**{table.caption}**\n\n{body}"


def _latex(table: Table) -> str:
    lines = [" & ".join(map(escaped, line)) + r" \\" for line in (table.titles, *table.rows)]
    return "\n".join(
        [
            f"% {table.caption}",
            rf"\begin{{tabular}}{{{table.shape.replace('p', 'l')}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _csv(records: Sequence[Record]) -> str:
    """One line for each record; what is nested gets a column for each key, lists get none."""
    keys: dict[str, set[str]] = {}
    for record in records:
        for key, value in record.items():
            if not isinstance(value, list):
                keys.setdefault(key, set()).update(value if isinstance(value, Mapping) else ())
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    nested = {key: sorted(inner, key=lambda k: (len(k), k)) for key, inner in keys.items()}
    writer.writerow(f"{key}_{k}" if k else key for key in keys for k in nested[key] or [""])
    for record in records:
        cells = ((record[key], k) for key in keys for k in nested[key] or [""])
        writer.writerow(
            value.get(k, 0) if isinstance(value, Mapping) else value for value, k in cells
        )
    return text.getvalue()


_STYLES: dict[str, Callable[[Table], str]] = {
    "markdown": _markdown,
    "latex": _latex,
}
STYLES = ("terminal", *_STYLES, "csv", "json")
