"""A lexicon: from hashed words to small numbers, in a hash table for compiled functions."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.modelfile.arrays import RISING, Array
from multiplane.modelfile.group import Group
from multiplane.modelfile.sizes import Size
from multiplane.native import lean, lean_entry

ABSENT = -1
FARTHEST = 1000  # slots from where a key belongs: hashes that nobody has chosen are a few away


class Slots(NamedTuple):
    """A hash table with open addressing: a power of two of slots, at most half of them used."""

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
        """The hash table of the lexicon."""
        size = 1 << max(4, (2 * len(self.keys)).bit_length())
        table = Slots(np.zeros(size, np.uint64), np.full(size, ABSENT, np.int32))
        if not _fill(self.keys, self.values, table):
            raise MultiplaneError(
                "lexicon: too many words with the same hash; lookup would be slow"
            )
        return table


def lexicon(name: str, below: Size = 1 << 16) -> Group:
    """Describe a lexicon in a model file, whose values are less than `below`."""
    parts = (
        Array("keys", np.uint64, ("entries",), "hashes of words", rules=(RISING,)),
        Array("values", np.uint16, ("entries",), "their numbers", below=below),
    )

    return Group(
        name,
        parts,
        make=lambda found, _: Lexicon(found["keys"], found["values"]),
        split=lambda made: {"keys": made.keys, "values": made.values},
    )


@lean_entry
def _fill(keys, values, table):
    """Fill the table; return whether every key is near the slot where it belongs."""
    mask = np.uint64(len(table.keys) - 1)
    for k in range(len(keys)):
        at = keys[k] & mask
        far = 0
        while table.values[at] >= 0:
            at = (at + np.uint64(1)) & mask
            far += 1
            if far > FARTHEST:
                return False
        table.keys[at] = keys[k]
        table.values[at] = values[k]
    return True


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
