"""Pictures in characters: each plane has its own kind of line."""

from collections.abc import Sequence
from itertools import groupby
from unicodedata import category, east_asian_width

from multiplane.drawing.layout import Link, Metrics, Row, Run, Word, lay_out
from multiplane.drawing.size import MOST_CELLS
from multiplane.harmless import harmless

# Corners, horizontal, vertical: plane 1 light, plane 2 heavy, the others double.
LINES = (("╭", "╮", "─", "│"), ("┏", "┓", "━", "┃"), ("╔", "╗", "═", "║"))
COLOURS = ("34", "31", "32", "35", "36", "33")  # by plane, as terminals number them
DIM, BOLD, REVERSE = "2", "1", "7"


def cells(text: str) -> int:
    """Return the width of a text in columns: two for wide characters, none for combining marks."""
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


METRICS = Metrics(cells, gap=2, port=2, label=2, edge=4, most_cells=MOST_CELLS)


def as_text(
    words: Sequence[Word], links: Sequence[Link], width: int | None, *, colour: bool
) -> str:
    """Draw rows of characters from top to bottom."""
    rows = lay_out(words, links, METRICS, width)
    margin = METRICS.edge - 1 if len(rows) < 2 else 0  # one row needs no room beside it
    return "\n".join(_drawn(row, margin, colour=colour) for row in rows)


def _style(word: Word, line: int) -> str:
    """Return the style of one of the lines of a word."""
    if line == 0:
        return REVERSE if word.mark else BOLD if word.root else ""
    return BOLD if line == 3 else DIM


def _colour(link: Link) -> str:
    colour = COLOURS[(link.plane - 1) % len(COLOURS)]
    return f"{BOLD};{colour}" if link.marked else colour


def _kind(run: Run) -> tuple[str, str, str, str]:
    return LINES[min(run.link.plane, len(LINES)) - 1]


class _Line:
    """The characters of a line, each with its style, which is None where nothing was written."""

    def __init__(self, width: int) -> None:
        self.chars = [" "] * width
        self.styles: list[str | None] = [None] * width

    def copy(self) -> "_Line":
        other = _Line(0)
        other.chars, other.styles = self.chars.copy(), self.styles.copy()
        return other

    def put(self, x: int, char: str, style: str | None) -> None:
        beyond = x + 1 - len(self.chars)
        if beyond > 0:
            self.chars += [" "] * beyond
            self.styles += [None] * beyond
        self.chars[x], self.styles[x] = char, style

    def fill(self, begin: int, end: int, char: str, style: str) -> None:
        """Put a character everywhere between two places, both included."""
        self.chars[begin : end + 1] = [char] * (end + 1 - begin)
        self.styles[begin : end + 1] = [style] * (end + 1 - begin)

    def write(self, x: int, text: str, style: str) -> None:
        for char in harmless(text):
            if _cells(char):
                self.put(x, char, style)
                for k in range(1, _cells(char)):
                    self.put(x + k, "", style)
                x += _cells(char)
            elif 0 < x <= len(self.styles) and self.styles[x - 1] is not None:
                self.chars[x - 1 if self.chars[x - 1] else x - 2] += char

    @property
    def is_empty(self) -> bool:
        return all(style is None for style in self.styles)

    def drawn(self, margin: int, *, colour: bool) -> str:
        """Return the line without its first `margin` columns, and without spaces at its end."""
        if not colour:
            return "".join(self.chars[margin:]).rstrip()
        final = len(self.styles)
        while final and self.styles[final - 1] is None:
            final -= 1
        text, last = "", ""
        cells = zip(self.styles[margin:final], self.chars[margin:final], strict=True)
        for style, part in groupby(cells, key=lambda cell: cell[0] or ""):
            if style != last:
                text += f"\x1b[0;{style}m" if style else "\x1b[0m"
                last = style
            text += "".join(char for _, char in part)
        return text.rstrip() + ("\x1b[0m" if last else "")


def _drawn(row: Row, margin: int, *, colour: bool) -> str:
    """Draw a row line by line, from its highest level to its words.

    No more than a line is in memory beside what is drawn, and the lines that come down.
    """
    on_level: list[list[Run]] = [[] for _ in range(row.levels + 1)]
    for run in row.runs:
        on_level[run.level].append(run)
    down = _Line(row.width + 1)
    lines = []
    for runs in reversed(on_level[1:]):
        line = down.copy()
        for run in runs:
            _along(line, run)
        for run in runs:
            for x in row.crossed_at(run):
                line.put(x, "┼", line.styles[x])
            _label(line, run, row)
            _come_down(down, run)
        lines.append(line.drawn(margin, colour=colour))
    for run in row.runs:
        for x, word, _ in _ends(run):
            if word == run.link.dependent:
                down.put(x, "▼", _colour(run.link))
    lines.append(down.drawn(margin, colour=colour))
    below = _words(row)
    while below[-1].is_empty:
        below.pop()
    lines += [line.drawn(margin, colour=colour) for line in below]
    return "\n".join([*lines, ""])


def _ends(run: Run) -> list[tuple[int, int, int]]:
    """List where a run comes down: the column, the word there, and which end: 0 is the left."""
    ends = []
    if not run.from_before:
        ends.append((run.begin, run.link.left, 0))
    if not run.goes_on:
        ends.append((run.end, run.link.right, 1))
    return ends


def _along(line: _Line, run: Run) -> None:
    *corners, along, _ = _kind(run)
    style = _colour(run.link)
    line.fill(run.begin, run.end, along, style)
    for x, _, side in _ends(run):
        line.put(x, corners[side], style)


def _come_down(down: _Line, run: Run) -> None:
    """Draw the ends of a run, as they are on all lines below it."""
    style = _colour(run.link)
    for x, _, _ in _ends(run):
        down.put(x, _kind(run)[3], style)


def _label(line: _Line, run: Run, row: Row) -> None:
    """Draw the label on its line; at an open end, the number of the word at the other end."""
    style = _colour(run.link)
    if run.from_before:
        line.write(run.begin, str(run.link.left), style)
    if run.goes_on:
        number = str(run.link.right)
        line.write(run.end - len(number) + 1, number, style)
    long = cells(run.link.label)
    middle = row.label_at(run, long + 2, METRICS.edge)
    if middle is not None:
        line.write(middle - long // 2, run.link.label, style)


def _words(row: Row) -> list[_Line]:
    lines = [_Line(row.width + 1) for _ in range(max(len(s.word.texts) for s in row.slots))]
    for slot in row.slots:
        for k, text in enumerate(slot.word.texts):
            left = slot.left + (slot.width - cells(text)) // 2
            lines[k].write(left, text, _style(slot.word, k))
    return lines
