"""Templates of a tagger: a text with one per line, each a list of attributes of nearby words."""

import re
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import UnknownName
from multiplane.modelfile.fields import Text

# Attributes of every word, in the order of the kernel's table.
ATTRIBUTES = (
    "form", "lower", "class", "lower_class", "shape", "signs", "word",
    "prefix1", "prefix2", "prefix3", "prefix4",
    "suffix1", "suffix2", "suffix3", "suffix4", "suffix5",
)  # fmt: skip
# Attributes of words that are tagged already.
TAGS = ("upos", "xpos", "tag")
MOST_ATOMS = 3
NOTHING = 127  # instead of an attribute: no more atoms
FARTHEST = 4  # words to either side
_ATOM = re.compile(r"(-?[0-9])\.(\w+)")
TEXT = Text(most=100_000, column=False)  # of templates


@dataclass(frozen=True, slots=True)
class Templates:
    """A text of templates, and the same as numbers: [templates, atoms, (place, attribute)].

    Attributes of tags are negative.
    """

    text: str
    table: NDArray[np.int64]

    @classmethod
    def read(cls, text: str, last: int = -1) -> "Templates":
        """Read a text of templates; words up to `last` have tags already."""
        lines = [line.partition("#")[0].split() for line in text.splitlines()]
        rows = [[_atom(word, last) for word in line] for line in lines if line]
        table = np.full((len(rows), MOST_ATOMS, 2), NOTHING, np.int64)
        for k, row in enumerate(rows):
            if len(row) > MOST_ATOMS:
                raise UnknownName(f"{len(row)} atoms; a template has at most {MOST_ATOMS}")
            table[k, : len(row)] = row
        return cls(text, table)


def _atom(text: str, last: int) -> tuple[int, int]:
    found = _ATOM.fullmatch(text)
    if found and abs(int(found[1])) <= FARTHEST:
        place, name = int(found[1]), found[2]
        if name in ATTRIBUTES:
            return place, ATTRIBUTES.index(name)
        if name in TAGS and place <= last:
            return place, -1 - TAGS.index(name)
    raise UnknownName(
        f"unknown {text!r} in templates of a tagger; choose from {', '.join(ATTRIBUTES)} from"
        f" -{FARTHEST}. to {FARTHEST}., and {', '.join(TAGS)} from -{FARTHEST}. to {last}."
    )


def default_templates() -> Templates:
    """Return the default templates of a tagger."""
    path = files("multiplane.tagging").joinpath("default.txt")
    return Templates.read(path.read_text(encoding="utf-8"))
