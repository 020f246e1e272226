"""The hashed attributes of the words of some sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.attributes import Attribute
from multiplane.features.hashing import AttributeTables, hash_morphology, hash_words
from multiplane.treebank.scan import Chunk

MOST_MORPHS = 10  # of a word; more are ignored


class BatchTables(NamedTuple):
    """A batch as kernels take it; see `Batch` for the fields."""

    starts: NDArray[np.int64]
    values: NDArray[np.uint64]
    morph_starts: NDArray[np.int32]
    morphs: NDArray[np.uint64]


class Spelling(NamedTuple):
    """Hashes of forms, and the sequences of letters that words have, by number."""

    forms: NDArray[np.uint64]  # by node, in lower case
    starts: NDArray[np.int64]  # by node: where its sequences begin
    grams: NDArray[np.int32]
    exact: NDArray[np.uint64]  # by node: forms as they are


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Sentences prepared for feature extraction.

    Nodes are numbered through all sentences: in each the root, its words, and one for "no word".
    The words of sentence s are `starts[s]` to `starts[s + 1]`, so its nodes begin at
    `starts[s] + 2 * s`.
    """

    starts: NDArray[np.int64]
    values: NDArray[np.uint64]  # [attributes, nodes]
    morph_starts: NDArray[np.int32]  # [nodes + 1]
    morphs: NDArray[np.uint64]
    spelling: Spelling | None = None  # for neural guides
    forms: tuple[str, ...] = ()  # by word, for pretrained encoders

    @property
    def tables(self) -> BatchTables:
        return BatchTables(self.starts, self.values, self.morph_starts, self.morphs)

    @property
    def words(self) -> int:
        return int(self.starts[-1])

    def __len__(self) -> int:
        return len(self.starts) - 1


def batch(chunk: Chunk, attributes: Sequence[Attribute], *, positional: bool = False) -> Batch:
    """Hash the attributes of the words of a chunk."""
    begin = int(chunk.starts[0])
    words, sentences = int(chunk.starts[-1]) - begin, len(chunk)
    nodes = words + 2 * sentences
    keys = [a.key.encode() for a in attributes]
    values = np.empty((len(attributes), nodes), np.uint64)
    tables = AttributeTables(
        kinds=np.array([a.kind for a in attributes], np.int32),
        letters=np.array([a.letters for a in attributes], np.int32),
        columns=np.array([a.column for a in attributes], np.int32),
        keys=np.frombuffer(b"".join(keys) or b" ", np.uint8),
        key_starts=np.cumsum([0, *map(len, keys)]),
    )
    hash_words(chunk.data, chunk.fields, chunk.starts, tables, values)
    morph_starts = np.empty(nodes + 1, np.int32)
    items = np.empty(words * MOST_MORPHS, np.uint64)
    count = hash_morphology(
        chunk.data, chunk.fields, chunk.starts, positional, MOST_MORPHS, morph_starts, items
    )
    return Batch(chunk.starts - begin, values, morph_starts, items[:count])


def joined(batches: Sequence[Batch]) -> Batch:
    """Concatenate batches."""
    starts, morph_starts = [np.zeros(1, np.int64)], [np.zeros(1, np.int32)]
    for part in batches:
        starts.append(part.starts[1:] + starts[-1][-1])
        morph_starts.append(part.morph_starts[1:] + morph_starts[-1][-1])
    return Batch(
        np.concatenate(starts),
        np.concatenate([part.values for part in batches], axis=1),
        np.concatenate(morph_starts),
        np.concatenate([part.morphs for part in batches]),
        _joined_spelling([part.spelling for part in batches if part.spelling]),
        tuple(chain.from_iterable(part.forms for part in batches)),
    )


def _joined_spelling(parts: Sequence[Spelling]) -> Spelling | None:
    if not parts:
        return None
    starts = [np.zeros(1, np.int64)]
    for part in parts:
        starts.append(part.starts[1:] + starts[-1][-1])
    forms, grams, exact = (np.concatenate([part[at] for part in parts]) for at in (0, 2, 3))
    return Spelling(forms, np.concatenate(starts), grams, exact)
