"""What an encoder knows by number: forms, lemmas, tags, morphological features, word vectors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import Batch
from multiplane.guides.neural.headwords import FIRST as FIRST_VECTOR
from multiplane.guides.neural.headwords import NONE, Headwords
from multiplane.guides.neural.nodes import first_nodes, word_nodes
from multiplane.guides.neural.recipe import Recipe
from multiplane.modelfile.arrays import RISING, Array
from multiplane.modelfile.part import Part

# What a word is looked up by; all but the first are attributes of the batch, in this order.
LOOKED_UP = ("form", "lemma", "upos", "xpos")
MORPH = "morph"
VECTORS = "vectors"
# Numbers of forms, lemmas and tags; known ones follow.  Of morphological features, only 0 is used.
UNKNOWN, ROOT = 0, 1
FIRST = {**dict.fromkeys(LOOKED_UP, 2), MORPH: 1}
SEVERAL = {"form": 2, "lemma": 2}  # known from this many occurrences on; others from one

Hashes = NDArray[np.uint64]
NO_HASHES: Hashes = np.zeros(0, np.uint64)


class Numbered(NamedTuple):
    """The words of a batch as numbers, by node."""

    looked_up: NDArray[np.int32]  # [5, nodes], in the order of LOOKED_UP; last are VECTORS
    morph_starts: NDArray[np.int32]
    morphs: NDArray[np.int32]
    gram_starts: NDArray[np.int64]
    grams: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Sorted hashes; the number of a hash is its place among them, after the first few."""

    hashes: Mapping[str, Hashes]
    headwords: Headwords = NONE  # which words have given vectors

    def rows(self, name: str) -> int:
        """The number of rows of a table for these."""
        if name == VECTORS:
            return FIRST_VECTOR + len(self.headwords)
        return FIRST[name] + len(self.hashes[name])

    @classmethod
    def of(cls, batch: Batch, recipe: Recipe, headwords: Headwords = NONE) -> "Vocabulary":
        """Collect what a treebank has, and often enough."""
        words = word_nodes(np.diff(batch.starts))
        given = {name: values[words] for name, values in _values(batch, recipe).items()}
        if recipe.morph:
            given[MORPH] = batch.morphs
        found = {}
        for name in FIRST:
            known, counts = np.unique(given.get(name, NO_HASHES), return_counts=True)
            found[name] = known[counts >= SEVERAL.get(name, 1)]
        return cls(found, headwords)

    def numbered(self, batch: Batch, recipe: Recipe) -> Numbered:
        """Look up the words of a batch."""
        assert batch.spelling is not None
        nodes = len(batch.spelling.forms)
        looked_up = np.zeros((len(LOOKED_UP) + 1, nodes), np.int32)
        roots = first_nodes(np.diff(batch.starts))
        for name, values in _values(batch, recipe).items():
            row = looked_up[LOOKED_UP.index(name)]
            row[:] = _places(self.hashes[name], values, FIRST[name])
            row[roots] = ROOT
        morphs = _places(self.hashes[MORPH], batch.morphs, FIRST[MORPH])
        spelling = batch.spelling
        if recipe.vectors:
            looked_up[-1] = self.headwords.rows_of(spelling)
        return Numbered(looked_up, batch.morph_starts, morphs, spelling.starts, spelling.grams)

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        found = VOCABULARY.packed({_key(name): hashes for name, hashes in self.hashes.items()})
        return found | self.headwords.as_arrays()

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "Vocabulary":
        """Read what `as_arrays` wrote."""
        hashes = VOCABULARY.unpacked(arrays)
        return cls({name: hashes[_key(name)] for name in FIRST}, Headwords.from_arrays(arrays))


def _key(name: str) -> str:
    return f"known-{name}"


VOCABULARY = Part(
    "vocabulary",
    "is what a network knows: the hashes of forms, lemmas, tags and morphological features.",
    items=tuple(
        Array(_key(name), np.uint64, (f"known_{name}",), f"hashes of {name}", rules=(RISING,))
        for name in FIRST
    ),
)


def columns(recipe: Recipe) -> tuple[str, ...]:
    """Name the attributes that a batch must have, in this order."""
    return tuple(name for name in LOOKED_UP[1:] if getattr(recipe, name))


def _values(batch: Batch, recipe: Recipe) -> dict[str, Hashes]:
    """The hashes of a batch's nodes, for each thing that is looked up."""
    assert batch.spelling is not None
    forms = {"form": batch.spelling.forms} if recipe.form else {}
    return {**forms, **{name: batch.values[at] for at, name in enumerate(columns(recipe))}}


def _places(known: Hashes, values: Hashes, first: int) -> NDArray[np.int32]:
    """Return the numbers of values; UNKNOWN if they are not known."""
    if not len(known):
        return np.zeros(len(values), np.int32)
    at = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return np.where(known[at] == values, at + first, UNKNOWN).astype(np.int32)
