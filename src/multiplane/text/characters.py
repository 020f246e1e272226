"""Characters: the kind of each, and its lower case, in tables that compiled functions read."""

# mypy: disable-error-code="no-untyped-def"

import unicodedata
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean, lean_entry

# The kinds of characters.  Line ends are no SPACE; LETTER is one without case; MARK joins others.
OTHER, LOWER, UPPER, LETTER, DIGIT, PUNCTUATION, SYMBOL, SPACE, LINE, MARK = range(10)
KINDS = 10
PLANE = 1 << 16  # characters beyond the basic plane are taken by ranges

Points = NDArray[np.uint32]
_BY_CATEGORY = {
    "Ll": LOWER,
    "Lu": UPPER,
    "Lt": UPPER,
    "Lm": LETTER,
    "Lo": LETTER,
    "N": DIGIT,
    "P": PUNCTUATION,
    "S": SYMBOL,
    "Z": SPACE,
    "M": MARK,
}
LINES = "\n\r\v\f\x85\u2028\u2029"


class Tables(NamedTuple):
    """The kind and the lower case of each character of the basic plane."""

    kinds: NDArray[np.uint8]
    lower: Points


@cache
def tables() -> Tables:
    """Return what is known of characters."""
    characters = list(map(chr, range(PLANE)))
    categories = list(map(unicodedata.category, characters))
    by = {c: _BY_CATEGORY.get(c, _BY_CATEGORY.get(c[0], OTHER)) for c in set(categories)}
    kinds = np.array([by[category] for category in categories], np.uint8)
    kinds[: ord(" ")] = SPACE  # tabs, and what no text should have
    kinds[list(map(ord, LINES))] = LINE
    lower = [ord(low) if len(low) == 1 else at for at, low in enumerate(map(str.lower, characters))]
    return Tables(kinds, np.array(lower, np.uint32))


def points(text: str) -> Points:
    """Return the code points of a text; what cannot be encoded is replaced."""
    # Writable, as all arrays of code points are: for others kernels would be compiled again.
    return np.frombuffer(bytearray(text.encode("utf-32-le", "replace")), np.uint32)


def characters(numbers: Points) -> str:
    """Return the text that code points stand for."""
    return numbers.tobytes().decode("utf-32-le", "replace")


@lean
def kind_of(kinds, point):
    if point < PLANE:
        return np.int64(kinds[point])
    if 0x1F000 <= point < 0x20000:  # pictures and emoji
        return np.int64(SYMBOL)
    return np.int64(LETTER)


@lean_entry
def lower_of(lower, point):
    """Return the lower case; all digits are 0, so that numbers look alike."""
    if 48 <= point <= 57:
        return np.uint32(48)
    return lower[point] if point < PLANE else np.uint32(point)
