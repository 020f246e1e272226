"""The values of a column as numbers: equal texts have the same, without making strings of all."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.treebank.interning_kernel import intern
from multiplane.treebank.scan import Chunk

UPOS, DEPREL = 3, 7  # columns that are asked for here and there


@dataclass(frozen=True, eq=False)
class Interned:
    """For each word of a chunk the number of its value, and the values by number.

    Words that stand before the chunk's first sentence have the number 0.
    """

    numbers: NDArray[np.int32]  # [words]
    places: tuple[bytes, ...]  # the values as bytes

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(place.decode("utf-8", "replace") for place in self.places)


def interned(chunk: Chunk, column: int) -> Interned:
    """Number the values of one column, in the order in which they come."""
    first, last = int(chunk.starts[0]), int(chunk.starts[-1])
    size = 1 << max(2 * (last - first), 2).bit_length()
    table = np.full(size, -1, np.int32)
    seen = np.empty(last - first + 1, np.int64)
    numbers = np.zeros(len(chunk.heads), np.int32)
    count = intern(chunk.data, chunk.fields, column, first, last, table, seen, numbers)
    data = chunk.data.tobytes()
    found = chunk.fields[seen[:count], column : column + 2].tolist()
    return Interned(numbers, tuple(data[begin : end - 1] for begin, end in found))
