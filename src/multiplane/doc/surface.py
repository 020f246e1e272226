"""The text that words stand in."""

from collections.abc import Sequence
from dataclasses import dataclass

from multiplane.doc.row import Row, attributes

# How MISC writes white space (SpacesAfter, SpacesBefore), as UDPipe does.
_ESCAPES = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "p": "|", "\\": "\\"}
_LETTERS = {char: letter for letter, char in _ESCAPES.items()}


@dataclass(frozen=True, slots=True)
class Surface:
    """A piece of text between spaces: a word, or a multiword token that stands for several.

    `start` is its place in the text of the sentence, `after` the white space that follows it there,
    if the text is known; else MISC says which.
    """

    row: Row
    first: int
    last: int
    start: int
    after: str | None = None

    @property
    def form(self) -> str:
        return self.row.form

    @property
    def end(self) -> int:
        return self.start + len(self.form)

    @property
    def is_multiword(self) -> bool:
        return not self.row.is_word

    @property
    def misc(self) -> dict[str, str]:
        return attributes(self.row.misc)

    @property
    def space_after(self) -> str:
        return space_after(self.row.misc) if self.after is None else self.after


def space_after(misc: str) -> str:
    r"""Return the white space that MISC says to follow: a blank if it says nothing.

    >>> space_after("_"), space_after("SpaceAfter=No"), space_after(r"SpacesAfter=\s\n")
    (' ', '', ' \n')
    """
    said = attributes(misc)
    if "SpacesAfter" in said:
        return unescaped(said["SpacesAfter"])
    return "" if said.get("SpaceAfter") == "No" else " "


def space_before(misc: str) -> str:
    return unescaped(attributes(misc).get("SpacesBefore", ""))


def unescaped(text: str) -> str:
    """Read white space as MISC writes it."""
    chars, result = iter(text), ""
    for char in chars:
        result += _ESCAPES.get(next(chars, ""), "") if char == "\\" else char
    return result


def escaped(space: str) -> str:
    """Write white space so that it can stand in MISC."""
    return "".join("\\" + _LETTERS[char] if char in _LETTERS else char for char in space)


def surfaces(rows: Sequence[Row]) -> tuple[Surface, ...]:
    """Cut a sentence into pieces of text."""
    found: list[Surface] = []
    last = at = 0
    for row in rows:
        if "." in row.id or (row.is_word and int(row.id) <= last):
            continue
        first, _, end = row.id.partition("-")
        last = int(end or first)
        found.append(Surface(row, int(first), last, at))
        at = found[-1].end + len(found[-1].space_after)
    return tuple(found)
