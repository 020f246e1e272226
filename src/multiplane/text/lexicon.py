"""A lexicon: from hashed words to small numbers, in an open table that compiled functions read."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean, lean_entry

ABSENT = -1


class Slots(NamedTuple):
    """An open table: a power of two of slots, at most half of them in use."""

    keys: NDArray[np.uint64]
    values: NDArray[np.int32]  # ABSENT where there is no key


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Keys in ascending order, each with its value."""

    keys: NDArray[np.uint64]
    values: NDArray[np.uint16]

    @classmethod
    def of(cls, entries: Mapping[int, int]) -> "Lexicon":
        keys = sorted(entries)
        found = [entries[key] for key in keys]
        return cls(np.array(keys, np.uint64), np.array(found, np.uint16))

    @cached_property
    def table(self) -> Slots:
        """The same, to be looked up."""
        size = 1 << max(4, (2 * len(self.keys)).bit_length())
        table = Slots(np.zeros(size, np.uint64), np.full(size, ABSENT, np.int32))
        _fill(self.keys, self.values, table)
        return table

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return {"keys": self.keys, "values": self.values}


@lean_entry
def _fill(keys, values, table):
    mask = np.uint64(len(table.keys) - 1)
    for k in range(len(keys)):
        at = keys[k] & mask
        while table.values[at] >= 0:
            at = (at + np.uint64(1)) & mask
        table.keys[at] = keys[k]
        table.values[at] = values[k]


@lean
def look_up(table, key):
    """Return the value of a key, or -1."""
    mask = np.uint64(len(table.keys) - 1)
    at = key & mask
    while table.values[at] >= 0:
        if table.keys[at] == key:
            return np.int64(table.values[at])
        at = (at + np.uint64(1)) & mask
    return np.int64(-1)
