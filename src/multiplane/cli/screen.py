"""Tables on a screen of any width, where nothing is ever cut.

Columns that fit stand side by side; if need be, titles and prose take several lines.  Marks, which
are narrower than their titles, may be titled by letters that a legend explains.  If that does not
fit either, each row becomes a block: its name, and below it titles with values.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import NamedTuple

from rich.cells import cell_len as _size

from multiplane.cli.tables import Table

PROSE = 24  # columns that prose gets at least, unless it is shorter
BETWEEN_PAIRS = "   "  # the pairs of title and value in a line of a block
BOLD = "bold"
_WORDS = re.compile(r"(?<=\s)(?=\S)")
_PARTS = re.compile(r"(?<=\s)(?=\S)|(?=\[)|(?<=,)(?=\D)")  # a title also ends lines at [ and ,

Piece = tuple[str, str]  # a text and its style
Line = list[Piece]


def printed(table: Table, width: int | None) -> str:
    """Write a table for a screen of some width, in colours; or as wide as it is, without."""
    caption: list[Line] = [[(table.caption, "italic")]] if table.caption else []
    lines = [*caption, *laid_out(table, width)]
    if width is None:
        return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)
    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, markup=False, highlight=False, emoji=False)
    for line in lines:
        text = Text.assemble(*line)
        text.rstrip()
        console.print(text, soft_wrap=True)  # the layout is ours
    return out.getvalue()


def laid_out(table: Table, width: int | None) -> Iterator[Line]:
    """Lay out a table; nothing is wider than the width, if that can be."""
    lettered, legend = _lettered(table)
    for candidate, gap, more in ((table, 2, []), (lettered, 2, legend), (lettered, 1, legend)):
        widths = _widths(candidate, width, gap)
        if widths is not None:
            yield from _side_by_side(candidate, widths, gap)
            yield from more if width is None else _paragraph(more, width)
            return
    assert width is not None
    yield from _blocks(table, width)


def _wrapped(text: str, width: int, ends: re.Pattern[str] = _WORDS) -> list[str]:
    """Cut a text into lines where it may end; a longer piece stays whole."""
    lines = [""]
    for piece in ends.split(text):
        if lines[-1] and _size(f"{lines[-1]}{piece}".rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _widest(texts: Iterable[str]) -> int:
    return max(map(_size, texts), default=0)


def _widths(table: Table, width: int | None, gap: int) -> list[int] | None:
    """Return the widths of columns, or None if they do not fit."""
    columns = [[row[k] for row in table.rows] for k in range(len(table.titles))]
    natural = [_widest(column) for column in columns]
    if width is None:
        return [max(pair) for pair in zip(natural, map(_size, table.titles), strict=True)]
    least = [
        _least_prose(column, whole) if kind == "p" else whole
        for column, whole, kind in zip(columns, natural, table.shape, strict=True)
    ]
    room = width - 1 - gap * (len(columns) - 1)
    tallest = max((len(_PARTS.split(title)) for title in table.titles), default=1)
    for height in range(1, tallest + 1):  # as few lines of titles as possible
        titles = [_title_width(title, height) for title in table.titles]
        widths = [max(pair) for pair in zip(least, titles, strict=True)]
        left = room - sum(widths)
        if left >= 0:
            for k, kind in enumerate(table.shape):
                more = min(left, max(natural[k] - widths[k], 0)) if kind == "p" else 0
                widths[k] += more
                left -= more
            return widths
    return None


def _least_prose(cells: Sequence[str], natural: int) -> int:
    words = _widest(word.rstrip() for cell in cells for word in _WORDS.split(cell))
    return min(max(PROSE, words), natural)


def _title_width(title: str, height: int) -> int:
    """Return the least width at which a title takes no more than some lines."""
    longest = _widest(part.rstrip() for part in _PARTS.split(title))
    fitting = range(longest, _size(title))
    return next((w for w in fitting if len(_wrapped(title, w, _PARTS)) <= height), _size(title))


def _lettered(table: Table) -> tuple[Table, list[Line]]:
    """Return a table whose columns of marks are titled by letters, and a legend."""
    marks = [k for k, kind in enumerate(table.shape) if kind == "c"]
    letters = dict(zip(marks, ascii_uppercase, strict=False))
    titles = tuple(letters.get(k, title) for k, title in enumerate(table.titles))
    legend: Line = [(f"{letter} {table.titles[k]}", "") for k, letter in letters.items()]
    return replace(table, titles=titles), [[], legend] if legend else []


def _paragraph(legend: Sequence[Line], width: int) -> Iterator[Line]:
    """Write a legend in as many lines as it needs; its entries stay whole."""
    for line in legend:
        row: Line = []
        for text, style in line:
            if row and sum(_size(t) for t, _ in row) + 2 + _size(text) > width:
                yield row
                row = []
            row.append((f"  {text}" if row else f" {text}", style))
        yield row


def _side_by_side(table: Table, widths: Sequence[int], gap: int) -> Iterator[Line]:
    titles = [_wrapped(title, w, _PARTS) for title, w in zip(table.titles, widths, strict=True)]
    if any(table.titles):
        height = max(map(len, titles))
        cells = [[""] * (height - len(lines)) + lines for lines in titles]
        yield from _lines(cells, [BOLD] * len(titles), table.shape, widths, gap)
    for r, row in enumerate(table.rows):
        parts = [
            _wrapped(cell, w) if kind == "p" else [cell]
            for cell, w, kind in zip(row, widths, table.shape, strict=True)
        ]
        styles = [table.styles.get((r, k), "") for k in range(len(row))]
        yield from _lines(parts, styles, table.shape, widths, gap)


def _lines(
    cells: Sequence[list[str]], styles: Sequence[str], shape: str, widths: Sequence[int], gap: int
) -> Iterator[Line]:
    """Put cells of several lines side by side."""
    for height in range(max(map(len, cells))):
        line: Line = [(" ", "")]
        for k, lines in enumerate(cells):
            text = lines[height] if height < len(lines) else ""
            before, after = _padding(widths[k] - _size(text), shape[k])
            line += [(" " * (gap * (k > 0) + before), ""), (text, styles[k]), (after * " ", "")]
        yield line


def _padding(room: int, kind: str) -> tuple[int, int]:
    before = {"r": room, "c": room // 2}.get(kind, 0)
    return before, room - before


def _blocks(table: Table, width: int) -> Iterator[Line]:
    """Write a block for each row: values in as many columns as fit, then prose."""
    prose = [k for k, kind in enumerate(table.shape) if kind == "p" and k]
    short = [k for k in range(1, len(table.titles)) if k not in prose]
    stacks = _pairs(table, short, width)
    for r, row in enumerate(table.rows):
        if r:
            yield []
        if row[0]:
            yield [(f" {row[0]}", BOLD)]
        for at in range(max((len(stack.columns) for stack in stacks), default=0)):
            line: Line = [("   ", "")]
            for stack in stacks:
                line += stack.line(table, r, at) if at < len(stack.columns) else []
            yield line
        for k in prose:
            indent = " " * (5 + _size(table.titles[k]))
            for n, text in enumerate(_wrapped(row[k], width - len(indent)) if row[k] else ()):
                head = indent if n else f"   {table.titles[k]}  "
                yield [(head, ""), (text, table.styles.get((r, k), ""))]


class _Pairs(NamedTuple):
    """Titles with values that stand below each other, and how wide both are."""

    columns: Sequence[int]
    title: int
    value: int

    def line(self, table: Table, r: int, at: int) -> Line:
        k = self.columns[at]
        title, value = table.titles[k], table.rows[r][k]
        kind = "r" if table.shape[k] == "r" else "l"
        before, after = _padding(self.value - _size(value), kind)
        filled = " " * (self.title - _size(title) + 2 + before)
        pair: Line = [(title, ""), (filled, ""), (value, table.styles.get((r, k), ""))]
        return [*pair, (" " * after + BETWEEN_PAIRS, "")]


def _pairs(table: Table, short: Sequence[int], width: int) -> list[_Pairs]:
    """Put columns of a table below each other, in as many stacks as fit."""
    titles = [_size(title) for title in table.titles]
    values = [_widest(row[k] for row in table.rows) for k in range(len(titles))]
    for many in range(len(short), 0, -1):
        height = -(-len(short) // many)
        stacks = [short[at : at + height] for at in range(0, len(short), height)]
        found = [
            _Pairs(stack, max(titles[k] for k in stack), max(values[k] for k in stack))
            for stack in stacks
        ]
        taken = sum(stack.title + 2 + stack.value + len(BETWEEN_PAIRS) for stack in found)
        if taken <= width or many == 1:
            return found
    return []
