"""A text without its superfluous spaces: what stands between two tokens is one character."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean_entry
from multiplane.segmentation.kernel import Text
from multiplane.text.characters import LINE, SPACE, Points, kind_of, tables

GAP, BREAK = 32, 10  # a run of spaces; one with a line end
NEWLINE, RETURN = 10, 13


@dataclass(frozen=True, slots=True, eq=False)
class Compact:
    """Characters, where each was in the text, their kinds, and where each paragraph begins.

    Paragraphs, between which the text has empty lines, follow each other without a gap.
    """

    text: Points
    places: NDArray[np.int64]
    kinds: NDArray[np.uint8]
    paragraphs: NDArray[np.int64]  # and the end of the last

    def with_open(self, pairs: NDArray[np.bool_]) -> Text:
        """Return what kernels take; tokens may end between these pairs of kinds."""
        return Text(self.text, self.kinds, self.paragraphs, tables().lower, pairs)


def compact(text: Points) -> Compact:
    """Make one character of each run of spaces, and paragraphs of what is between empty lines."""
    size = len(text)
    out, places = np.empty(size, np.uint32), np.empty(size, np.int64)
    kinds, paragraphs = np.empty(size, np.uint8), np.zeros(size + 2, np.int64)
    count, many = _squeeze(text, tables().kinds, out, places, kinds, paragraphs)
    return Compact(out[:count], places[:count], kinds[:count], paragraphs[: many + 1])


@lean_entry
def _squeeze(text, table, out, places, kinds, paragraphs):
    count = many = 0
    spaces = lines = 0  # in the run before the character at hand
    for at in range(len(text)):
        point = text[at]
        kind = kind_of(table, point)
        if kind in (SPACE, LINE):
            spaces += 1
            follows_return = point == NEWLINE and at > 0 and text[at - 1] == RETURN
            lines += kind == LINE and not follows_return
            continue
        if count > paragraphs[many] or many == 0:
            if lines >= 2 and count:
                many += 1
                paragraphs[many] = count
            elif spaces and count:
                out[count], places[count] = BREAK if lines else GAP, at - 1
                kinds[count] = LINE if lines else SPACE
                count += 1
        spaces = lines = 0
        out[count], places[count], kinds[count] = point, at, kind
        count += 1
    if count > paragraphs[many]:
        many += 1
        paragraphs[many] = count
    return count, many
