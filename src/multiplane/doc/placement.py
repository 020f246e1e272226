"""Where the words of a document are in the text that it was made from."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from multiplane.doc.surface import Surface

BOM = "\ufeff"


class Placed(NamedTuple):
    """Where a sentence begins in a text, and its pieces with the white space after them."""

    start: int
    surfaces: tuple[Surface, ...]


def placed(text: str, sentences: Iterable[Sequence[Surface]]) -> tuple[Placed, ...] | None:
    """Find sentences in a text; None if their words are not those of the text, in order.

    Between pieces, only white space may be left.

    >>> from multiplane.doc.row import Row
    >>> word = Surface(Row("1", "Hi"), 1, 1, 0)
    >>> first, second = placed(" Hi  Hi", [[word], [word]])
    >>> first.start, second.start, first.surfaces[0].space_after
    (1, 5, '  ')
    >>> placed("Hello", [[word]])
    """
    pieces = list(sentences)
    starts = _starts(text, chain.from_iterable(pieces))
    if starts is None:
        return None
    found, at = [], 0
    for each in pieces:
        first = starts[at]
        surfaces = []
        for piece in each:
            after = text[starts[at] + len(piece.form) : starts[at + 1]]
            # Not by `replace`, which takes several times as long.
            start = starts[at] - first
            surfaces.append(Surface(piece.row, piece.first, piece.last, start, after))
            at += 1
        found.append(Placed(first, tuple(surfaces)))
    return tuple(found)


def _starts(text: str, pieces: Iterable[Surface]) -> list[int] | None:
    """Return where each piece begins, and the end of the text."""
    # As long as before, with what a model is given for characters that cannot be encoded.
    plain = text.encode("utf-32-le", "replace").decode("utf-32-le")
    at = len(text) - len(text.removeprefix(BOM))
    found = []
    for piece in pieces:
        start = plain.find(piece.form, at)
        if start < 0 or not _is_space(plain[at:start]):
            return None
        found.append(start)
        at = start + len(piece.form)
    return [*found, len(text)] if _is_space(plain[at:]) else None


def _is_space(text: str) -> bool:
    return all(c.isspace() or c < " " for c in text)
