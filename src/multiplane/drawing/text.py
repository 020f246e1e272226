"""Pictures in characters: each plane has its own kind of line."""

from collections.abc import Sequence
from unicodedata import category, east_asian_width

from multiplane.drawing.layout import Link, Metrics, Row, Run, Word, lay_out
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


METRICS = Metrics(cells, gap=2, port=2, label=2, edge=4)


def as_text(
    words: Sequence[Word], links: Sequence[Link], width: int | None, *, colour: bool
) -> str:
    """Draw rows of characters from top to bottom."""
    rows = lay_out(words, links, METRICS, width)
    margin = METRICS.edge - 1 if len(rows) < 2 else 0  # one row needs no room beside it
    return "\n".join(_Canvas(row).drawn(margin, colour=colour) for row in rows)


def _style(word: Word, line: int) -> str:
    """Return the style of one of the lines of a word."""
    if line == 0:
        return REVERSE if word.mark else BOLD if word.root else ""
    return BOLD if line == 3 else DIM


def _colour(link: Link) -> str:
    colour = COLOURS[(link.plane - 1) % len(COLOURS)]
    return f"{BOLD};{colour}" if link.marked else colour


class _Canvas:
    """The characters of a row, each with its style, by line and column."""

    def __init__(self, row: Row) -> None:
        self.levels = row.levels
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}
        for run in sorted(row.runs, key=lambda run: run.level):
            self._lines(run)
        for run in row.runs:
            for x in row.crossed_at(run):
                line = self.levels - run.level
                self.cells[line, x] = ("┼", self.cells[line, x][1])
            self._label(run, row)
        for slot in row.slots:
            for k, text in enumerate(slot.word.texts):
                style = _style(slot.word, k)
                self._write(1 + k, slot.left + (slot.width - cells(text)) // 2, text, style)

    def _lines(self, run: Run) -> None:
        left, right, along, down = LINES[min(run.link.plane, len(LINES)) - 1]
        style = _colour(run.link)
        top = self.levels - run.level
        for x in range(run.begin, run.end + 1):
            self.cells[top, x] = (along, style)
        for x, word, corner, open_end in (
            (run.begin, run.link.left, left, run.from_before),
            (run.end, run.link.right, right, run.goes_on),
        ):
            if open_end:
                continue
            self.cells[top, x] = (corner, style)
            for line in range(top + 1, self.levels + 1):
                self.cells.setdefault((line, x), (down, style))
            if word == run.link.dependent:
                self.cells[self.levels, x] = ("▼", style)

    def _label(self, run: Run, row: Row) -> None:
        """Draw the label on its line; at an open end, the number of the word at the other end."""
        style = _colour(run.link)
        number = str(run.link.left)
        if run.from_before:
            self._write(-run.level, run.begin, number, style)
        number = str(run.link.right)
        if run.goes_on:
            self._write(-run.level, run.end - len(number) + 1, number, style)
        long = cells(run.link.label)
        middle = row.label_at(run, long + 2, METRICS.edge)
        if middle is not None:
            self._write(-run.level, middle - long // 2, run.link.label, style)

    def _write(self, below: int, x: int, text: str, style: str) -> None:
        """Write a text some lines below the arrow heads (above them, if negative)."""
        line = self.levels + below
        for char in harmless(text):
            if _cells(char):
                self.cells[line, x] = (char, style)
                for k in range(1, _cells(char)):
                    self.cells[line, x + k] = ("", style)
                x += _cells(char)
            elif (line, x - 1) in self.cells:
                at = x - 1 if self.cells[line, x - 1][0] else x - 2
                self.cells[line, at] = (self.cells[line, at][0] + char, style)

    def drawn(self, margin: int, *, colour: bool) -> str:
        """Return all lines, without the first `margin` columns."""
        lines = []
        final = dict.fromkeys(range(max(line for line, _ in self.cells) + 1), -1)
        for line, x in self.cells:
            final[line] = max(final[line], x)
        for line in final:
            text, last = "", ""
            for x in range(margin, final[line] + 1):
                char, style = self.cells.get((line, x), (" ", ""))
                if colour and style != last:
                    text += f"\x1b[0;{style}m" if style else "\x1b[0m"
                    last = style
                text += char
            lines.append(text.rstrip() + ("\x1b[0m" if last else ""))
        return "\n".join(lines) + "\n"
