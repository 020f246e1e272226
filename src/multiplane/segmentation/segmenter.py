"""A trained segmenter: sentences and tokens of a plain text."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import Table
from multiplane.guides.stored import stored, taken
from multiplane.segmentation.compact import compact
from multiplane.segmentation.kernel import CLASSES, WIDTH, cut, find_boundaries
from multiplane.text.characters import KINDS, Points
from multiplane.text.words import Words


@dataclass(frozen=True, slots=True, eq=False)
class Tokens(Words):
    """Tokens of a text, which may be several words each; which sentences begin a paragraph."""

    paragraphs: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Segmenter:
    """Weights, and between which kinds of characters a token may end."""

    open: NDArray[np.bool_]  # [KINDS, KINDS]
    weights: Table

    @cached_property
    def shift(self) -> np.uint64:
        return np.uint64(65 - len(self.weights).bit_length())

    def split(self, text: Points) -> Tokens:
        """Find the tokens and sentences of a text; an empty line ends a sentence in any case."""
        squeezed = compact(text)
        classes = np.zeros(len(squeezed.text), np.uint8)
        totals = np.zeros(CLASSES, np.int32)
        find_boundaries(squeezed.with_open(self.open), self.weights, totals, self.shift, classes)
        begins, ends, starts = np.empty((3, len(classes) + 1), np.int64)
        tokens, sentences = cut(squeezed.kinds, squeezed.places, classes, begins, ends, starts)
        starts = starts[: sentences + 1]
        firsts = squeezed.places[squeezed.paragraphs[:-1]]
        paragraphs = np.zeros(sentences, np.bool_)
        paragraphs[np.searchsorted(begins[starts[:-1]], firsts)] = True
        return Tokens(text, begins[:tokens], ends[:tokens], starts, paragraphs)

    def as_dict(self) -> dict[str, Any]:
        """Write down for a file what is not an array."""
        return {"rows": len(self.weights)}

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return {"open": self.open.astype(np.uint8)} | stored(self.weights)

    @classmethod
    def from_file(cls, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Segmenter":
        """Read what `as_dict` and `as_arrays` wrote."""
        weights = taken(arrays, int(data["rows"]), WIDTH)
        return cls(arrays["open"].astype(np.bool_).reshape(KINDS, KINDS), weights)
