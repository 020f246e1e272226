"""A trained segmenter: sentences and tokens of a plain text."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import Table, weights
from multiplane.guides.rows import ROWS
from multiplane.modelfile.arrays import Array
from multiplane.modelfile.part import Part
from multiplane.segmentation.compact import compact
from multiplane.segmentation.kernel import CLASSES, WIDTH, cut, find_boundaries
from multiplane.text.characters import KINDS, Points
from multiplane.text.words import Words

SEGMENTER = Part(
    "segmenter",
    "finds the tokens and sentences of a plain text.",
    fields={"rows": ROWS},
    items=(
        Array(
            "open",
            np.uint8,
            (KINDS, KINDS),
            "1 for two kinds of characters between which a token may end",
            below=2,
        ),
        weights("weights", "rows", WIDTH),
    ),
)


@dataclass(frozen=True, slots=True, eq=False)
class Tokens(Words):
    """Tokens of a text, which may be several words, and which sentences begin a paragraph."""

    paragraphs: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class Segmenter:
    """Weights, and the pairs of kinds of characters between which a token may end."""

    open: NDArray[np.bool_]  # [KINDS, KINDS]
    weights: Table

    @cached_property
    def shift(self) -> np.uint64:
        return np.uint64(65 - len(self.weights).bit_length())

    def split(self, text: Points) -> Tokens:
        """Find the tokens and sentences of a text; an empty line always ends a sentence."""
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
        """Return the parts that are not arrays, as data for a file."""
        return SEGMENTER.content({"rows": len(self.weights)})

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return SEGMENTER.packed({"open": self.open.astype(np.uint8), "weights": self.weights})

    @classmethod
    def from_file(cls, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Segmenter":
        """Read what `as_dict` and `as_arrays` wrote."""
        found = SEGMENTER.unpacked(arrays, **SEGMENTER.values(data))
        return cls(found["open"].astype(np.bool_), found["weights"])
