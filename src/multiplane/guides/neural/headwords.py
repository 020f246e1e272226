"""Words that have a vector of their own: found by their form, or else by its lower case."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import Spelling
from multiplane.guides.neural.spelling import FORM, spelled
from multiplane.modelfile.arrays import RISING, Array, Rule
from multiplane.modelfile.part import Part

NO_VECTOR = 0  # the row of all other words; it has only zeros
FIRST = 1

Hashes = NDArray[np.uint64]
EXACT, FOLDED, ROWS = "headwords", "headwords-folded", "headwords-rows"  # arrays of a file
_SOME = Rule("at least one", lambda array, _, __: len(array) > 0)
HEADWORDS = Part(
    "headwords",
    "are words with a given vector each; there are none in most networks.",
    items=(
        Array(EXACT, np.uint64, ("headwords",), "hashes of forms", rules=(_SOME, RISING)),
        Array(FOLDED, np.uint64, ("folded",), "hashes of lower-case forms", rules=(_SOME, RISING)),
        Array(ROWS, np.int32, ("folded",), "their rows", least=FIRST, below=f"headwords + {FIRST}"),
    ),
)


@dataclass(frozen=True, slots=True, eq=False)
class Headwords:
    """Sorted hashes; the row of a form is its place among them, after the first."""

    exact: Hashes
    folded: Hashes  # of lower-case forms, with 0 for all digits
    rows: NDArray[np.int32]  # of these

    def __len__(self) -> int:
        return len(self.exact)

    @classmethod
    def of(cls, words: Sequence[str]) -> tuple["Headwords", NDArray[np.int64]]:
        """Sort words; of those alike in lower case, the first one stands for the others.

        Returns also the order of words by row.
        """
        hashes = hashed(words)
        exact, order = np.unique(hashes.exact[1:-1], return_index=True)
        folded, first = np.unique(hashes.forms[1:-1], return_index=True)
        rows = np.empty(len(words), np.int32)
        rows[order] = np.arange(len(order)) + FIRST
        return cls(exact, folded, rows[first]), order

    def rows_of(self, spelling: Spelling) -> NDArray[np.int32]:
        """Return the row of each node of a batch."""
        found = np.full(len(spelling.exact), NO_VECTOR, np.int32)
        if len(self):
            at, known = _found(self.folded, spelling.forms)
            found[known] = self.rows[at[known]]
            at, known = _found(self.exact, spelling.exact)
            found[known] = at[known] + FIRST
        return found

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        found = {EXACT: self.exact, FOLDED: self.folded, ROWS: self.rows}
        return HEADWORDS.packed(found) if len(self) else {}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "Headwords":
        """Read what `as_arrays` wrote."""
        if EXACT not in arrays:
            return NONE
        return cls(*HEADWORDS.unpacked(arrays).values())


def hashed(words: Sequence[str]) -> Spelling:
    """Hash words as if they were the forms of one sentence."""
    written = [word.encode() for word in words]
    fields = np.zeros((len(words), FORM + 2), np.int32)
    ends = np.array(list(accumulate(len(word) + 1 for word in written)), np.int32)
    fields[1:, FORM], fields[:, FORM + 1] = ends[:-1], ends
    data = np.frombuffer(bytearray(b"\t".join([*written, b""])), np.uint8)
    return spelled(data, fields, np.array([0, len(words)]))


def _found(known: Hashes, values: Hashes) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the place of each value, and whether it is there at all."""
    at = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return at, known[at] == values


NONE = Headwords(np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.int32))
