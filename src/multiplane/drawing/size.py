"""How large a picture will be: what nobody could see is refused before it is drawn."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

from multiplane.counted import counted
from multiplane.errors import MultiplaneError

MOST_PAIRS = 30_000_000  # of lines that lie above each other in a row: about half a minute
MOST_CELLS = 30_000_000  # of a text, lines times columns: some 200 MB while it is drawn

IN_ONE_ROW = "it can be drawn in one row: multiplane draw --width 0, or width=None in Python"
AS_SVG = (
    "it can be drawn in one row as SVG: multiplane draw --style svg --width 0,"
    " or svg(width=None) in Python"
)
IN_PART = "in Python, draw(sentence, heads=...) draws some of its words"


class TooLarge(MultiplaneError):  # noqa: N818 - it says what happened
    """A picture that cannot be drawn in this way; the message says in which it can."""


class Span(Protocol):
    """What leads from one word to another."""

    @property
    def left(self) -> int: ...
    @property
    def right(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Line:
    """A row before there are arcs above it: the numbers of its words, and its width."""

    words: Sequence[int]
    width: int


def check_size(rows: Sequence[Line], links: Sequence[Span], most_cells: float) -> None:
    """Refuse what takes too long, or too much memory, and say what does not.

    The levels of arcs that overlap are found pair by pair; a row has as many as there are arcs
    above any one place, or more.
    """
    pairs, cells = _size(rows, links)
    if pairs <= MOST_PAIRS and cells <= most_cells:
        return
    whole = Line([word for row in rows for word in row.words], sum(row.width for row in rows))
    advice = IN_PART
    if _size([whole], links)[0] <= MOST_PAIRS:
        # One row is no wider than all of them, and has a level for each arc at most.
        fits = len(rows) > 1 and whole.width * len(links) <= most_cells
        advice = IN_ONE_ROW if fits else AS_SVG if most_cells < inf else IN_PART
    words = counted(len(whole.words), "word")
    raise TooLarge(f"found {words} with too many arcs above each other for such rows; {advice}")


def _size(rows: Sequence[Line], links: Sequence[Span]) -> tuple[int, int]:
    """Count the pairs of arcs that share a row, about, and the least cells."""
    begun, ended = Counter(link.left for link in links), Counter(link.right for link in links)
    above = pairs = cells = 0
    for row in rows:
        pairs += above * above // 2  # of those that come from the row before
        highest = above
        for word in row.words:
            above -= ended[word]
            pairs += begun[word] * above + begun[word] * begun[word] // 2
            above += begun[word]
            highest = max(highest, above)
        cells += highest * row.width
    return pairs, cells
