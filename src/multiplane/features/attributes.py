"""Attributes of words, which do not change while a sentence is parsed.

An attribute is computed from one column: all of it, its first or last characters, its shape, or one
morphological feature.
"""

import re
from dataclasses import dataclass

from multiplane.errors import UnknownName

COLUMNS = {"form": 1, "lemma": 2, "upos": 3, "xpos": 4, "feats": 5}
# How the bytes of a column are read.
WHOLE, PREFIX, SUFFIX, SHAPE, KEY = range(5)
LETTERS = re.compile(r"(prefix|suffix)([1-9])")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property of a word that can be read off its line."""

    name: str
    column: int
    kind: int = WHOLE
    letters: int = 0  # of a prefix or suffix
    key: str = ""  # of one morphological feature


def known() -> str:
    """List all attributes as a user would type them."""
    return f"{', '.join(COLUMNS)}, prefix1 … prefix9, suffix1 … suffix9, shape, feats.Case …"


def attribute(name: str) -> Attribute:
    """Return the attribute of this name."""
    if name in COLUMNS:
        return Attribute(name, COLUMNS[name])
    if name == "shape":
        return Attribute(name, COLUMNS["form"], SHAPE)
    letters = LETTERS.fullmatch(name)
    if letters:
        kind = PREFIX if letters[1] == "prefix" else SUFFIX
        return Attribute(name, COLUMNS["form"], kind, int(letters[2]))
    column, _, key = name.partition(".")
    if column == "feats" and key:
        return Attribute(name, COLUMNS["feats"], KEY, key=key)
    raise UnknownName(f"unknown attribute {name!r}; choose from {known()}")
