"""The layout of a picture of a sentence, in pixels or in characters.

An arc rises from a port above one word to a level, runs along it and comes down to the port of
the other.  Ports and levels are chosen so that lines meet exactly where arcs cross.  A long
sentence takes several rows; an arc may continue from one row to the next.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from multiplane.drawing.size import Line, check_size


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its tag, its label if it is a root, and a mark if somebody looks for it."""

    number: int
    form: str
    tag: str
    root: str | None
    mark: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines of text in its place, from top to bottom."""
        lines = (self.form, self.tag, f"{self.number} {self.root or ''}".rstrip())
        return (*lines, self.mark) if self.mark else lines


@dataclass(frozen=True, slots=True)
class Link:
    """An arc with its label, its plane, whether another crosses it, and if it is looked for."""

    head: int
    dependent: int
    label: str
    plane: int
    crossed: bool
    marked: bool = False

    @property
    def left(self) -> int:
        return min(self.head, self.dependent)

    @property
    def right(self) -> int:
        return max(self.head, self.dependent)

    def inside(self, other: "Link") -> bool:
        return other.left <= self.left and self.right <= other.right


@dataclass(frozen=True, slots=True)
class Metrics:
    """The sizes of a medium."""

    width: Callable[[str], int]  # of a text
    gap: int  # between words
    port: int  # between the lines that end at a word
    label: int  # around a label
    edge: int  # beside a row, for arcs that continue
    most_cells: float = inf  # of all rows, levels times width, where each takes memory


@dataclass(frozen=True, slots=True)
class Slot:
    """A word in its place: the columns from `left` to `left + width`."""

    word: Word
    left: int
    width: int


@dataclass(frozen=True, slots=True)
class Run:
    """The part of a link in one row, from `begin` to `end` on a level; 1 is the lowest."""

    link: Link
    begin: int
    end: int
    level: int
    from_before: bool
    goes_on: bool

    @property
    def passes(self) -> bool:
        """Does the link neither begin nor end in this row?"""
        return self.from_before and self.goes_on


@dataclass(frozen=True, slots=True)
class Row:
    """One line of words with the runs above it."""

    slots: tuple[Slot, ...]
    runs: tuple[Run, ...]
    width: int
    ends: tuple[tuple[int, int], ...]  # where lines come down, from left to right; their levels

    @property
    def levels(self) -> int:
        return max((run.level for run in self.runs), default=0)

    def crossed_at(self, low: Run) -> list[int]:
        """List where lines come down through a run: at ends of higher runs."""
        first = bisect_right(self.ends, low.begin, key=_place)
        final = bisect_left(self.ends, low.end, key=_place)
        return [x for x, level in self.ends[first:final] if level > low.level]

    def label_at(self, run: Run, room: int, edge: int) -> int | None:
        """Return the middle of the best place for a label of width `room`, clear of crossings.

        None if there is no room; `edge` is kept free where a line leaves the row.
        """
        begin, end = run.begin + edge * run.from_before, run.end - edge * run.goes_on
        if end - begin < room:
            return None
        stops = [begin, *(x for x in self.crossed_at(run) if begin < x < end), end]
        wide = [(a, b) for a, b in pairwise(stops) if b - a >= room] or [(begin, end)]
        middle = (begin + end) // 2
        # As close to the middle of the line as a gap allows.
        places = [min(max(middle, a + room // 2), b - room // 2) for a, b in wide]
        return min(places, key=lambda x: abs(x - middle))


def lay_out(
    words: Sequence[Word], links: Sequence[Link], metrics: Metrics, width: int | None
) -> list[Row]:
    """Put words and links into rows no wider than `width`, unless a single word is wider.

    The steps are about as many as what is drawn.  Where lines lie above each other by the
    thousand, that is too much for anybody to see, and an error.
    """
    ports = _ports(words, links, metrics)
    rows: list[list[Slot]] = [[]]
    at: dict[tuple[int, Link], int] = {}  # where each link meets each of its words
    for word in words:
        slot = _placed(word, rows[-1], ports, at, metrics)
        if width and rows[-1] and slot.left + slot.width + metrics.edge > width:
            rows.append([])
            slot = _placed(word, rows[-1], ports, at, metrics)
        rows[-1].append(slot)
        for link, offset in ports[word.number].items():
            at[word.number, link] = slot.left + offset
    if not words:
        return []
    lines = [Line([s.word.number for s in row], _row_width(row, metrics)) for row in rows]
    check_size(lines, links, metrics.most_cells)
    touching = _by_row(rows, links)
    return [_row(slots, touch, at, metrics) for slots, touch in zip(rows, touching, strict=True)]


def _by_row(rows: list[list[Slot]], links: Sequence[Link]) -> list[list[Link]]:
    """Return for each row the links that begin, end or pass there, inner ones first."""
    row_of = {slot.word.number: k for k, slots in enumerate(rows) for slot in slots}
    touching: list[list[Link]] = [[] for _ in rows]
    for link in sorted(links, key=_inner_first):
        for k in range(row_of[link.left], row_of[link.right] + 1):
            touching[k].append(link)
    return touching


def _ports(
    words: Sequence[Word], links: Sequence[Link], metrics: Metrics
) -> dict[int, dict[Link, int]]:
    """Return for each word its links, from left to right, with their places above it.

    Lines to the left come first, the shortest of them first; then those to the right, the longest
    first.  So lines meet only if they cross.
    """
    meeting: dict[int, list[Link]] = {word.number: [] for word in words}
    for link in links:
        meeting[link.left].append(link)
        meeting[link.right].append(link)
    ports: dict[int, dict[Link, int]] = {}
    for word in words:
        inner_first = sorted(meeting[word.number], key=_inner_first)
        to_left = [link for link in inner_first if link.right == word.number]
        to_right = [link for link in reversed(inner_first) if link.left == word.number]
        lines = to_left + to_right
        begin = (_width(word, len(lines), metrics) - metrics.port * (len(lines) - 1)) // 2
        ports[word.number] = {link: begin + metrics.port * k for k, link in enumerate(lines)}
    return ports


def _inner_first(link: Link) -> tuple[int, int, int]:
    """Return a sort key that puts links before those around them; ties have a fixed order."""
    return link.right, -link.left, link.head


def _width(word: Word, lines: int, metrics: Metrics) -> int:
    return max(*map(metrics.width, word.texts), metrics.port * lines)


def _placed(
    word: Word,
    row: list[Slot],
    ports: dict[int, dict[Link, int]],
    at: dict[tuple[int, Link], int],
    metrics: Metrics,
) -> Slot:
    """Place a word after the others of its row, with room for the labels of links that end here."""
    left = row[-1].left + row[-1].width + metrics.gap if row else metrics.edge
    first = row[0].word.number if row else word.number
    for link, offset in ports[word.number].items():
        if link.right == word.number:
            begin = at[link.left, link] if link.left >= first else metrics.edge
            room = metrics.width(link.label) + 2 * metrics.label
            room *= 1 + link.crossed  # for a crossing and the label beside it
            left = max(left, begin + room - offset)
    return Slot(word, left, _width(word, len(ports[word.number]), metrics))


def _row_width(slots: list[Slot], metrics: Metrics) -> int:
    return slots[-1].left + slots[-1].width + metrics.edge


def _row(
    slots: list[Slot],
    links: Sequence[Link],
    at: dict[tuple[int, Link], int],
    metrics: Metrics,
) -> Row:
    first, final = slots[0].word.number, slots[-1].word.number
    width = _row_width(slots, metrics)
    runs: list[Run] = []
    for link in links:
        before, after = link.left < first, link.right > final
        begin = 0 if before else at[link.left, link]
        end = width if after else at[link.right, link]
        taken, least = set(), 1
        for run in reversed(runs):
            if run.link.right < link.left:  # as all do that come before it
                break
            if run.begin < end and begin < run.end:
                taken.add(run.level)
                # Links that end later lie higher at the edges, so that none cross between two rows.
                at_edge = (before and run.from_before) or (after and run.goes_on)
                if at_edge or run.link.inside(link):
                    least = max(least, run.level + 1)
        level = next(level for level in range(least, len(runs) + 2) if level not in taken)
        runs.append(Run(link, begin, end, level, before, after))
    begins = ((run.begin, run.level) for run in runs if not run.from_before)
    ends = ((run.end, run.level) for run in runs if not run.goes_on)
    return Row(tuple(slots), tuple(runs), width, tuple(sorted([*begins, *ends])))


def _place(end: tuple[int, int]) -> int:
    return end[0]
