"""Tables for every command that prints some: in the terminal, Markdown, LaTeX, CSV and JSON.

What people read is a `Table` of texts; what programs read are records, with the keys of --json.
"""

import csv
import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from multiplane.latex import escaped

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with a title each, and rows of texts; the first column names the row."""

    caption: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """How a column is called and what it shows of a record."""

    title: str
    show: Callable[[Record], str]


def table(caption: str, columns: Sequence[Column], records: Sequence[Record]) -> Table:
    """Make a table of records."""
    rows = tuple(tuple(column.show(record) for column in columns) for record in records)
    return Table(caption, tuple(column.title for column in columns), rows)


def render(
    style: str, tables: Sequence[Table], records: Sequence[Record], *, to_screen: bool = True
) -> str:
    """Write the tables in a style for people, or the records in one for programs."""
    if style == "json":
        return json.dumps(list(records), ensure_ascii=False, indent=2) + "\n"
    if style == "csv":
        return _csv(records)
    if style == "terminal":
        on_terminal = to_screen and sys.stdout.isatty()
        return "\n".join(_terminal(each, on_terminal=on_terminal) for each in tables)
    return "\n".join(_STYLES[style](each) for each in tables)


def _terminal(table: Table, *, on_terminal: bool) -> str:
    from rich.console import Console
    from rich.table import Table as Grid

    width = Console().width if on_terminal else 1000
    grid = Grid(box=None, header_style="bold", title=table.caption, title_justify="left")
    for number, title in enumerate(table.titles):
        grid.add_column(title, justify="right" if number else "left", no_wrap=not on_terminal)
    for row in table.rows:
        grid.add_row(*row)
    text = io.StringIO()
    console = Console(file=text, force_terminal=on_terminal, width=width, markup=False)
    console.print(grid)
    return "".join(line.rstrip() + "\n" for line in text.getvalue().splitlines())


def _markdown(table: Table) -> str:
    rule = ("---", *("---:" for _ in table.titles[1:]))
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
            rf"\begin{{tabular}}{{l{'r' * (len(table.titles) - 1)}}}",
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
