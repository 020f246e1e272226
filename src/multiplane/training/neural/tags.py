"""Right tags, which a network learns to predict along with trees; its parser does not hold them.

A pipeline's parser reads predicted tags, some of them wrong.  What predicts the right ones from the
same vectors of words helps it to find out which.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from multiplane.guides.neural.weights import Weights
from multiplane.tagging.tagset import Tag
from multiplane.training.neural.sources import Shapes

NAMES = ("tags-upos", "tags-xpos", "tags-feats")  # of the weights, in the order of a tag


@dataclass(frozen=True, eq=False)
class RightTags:
    """For each column that differs between words, its value in each word, by number."""

    columns: dict[str, Tensor]
    sizes: dict[str, int]  # how many values there are

    @classmethod
    def of(cls, tags: Sequence[Tag], words: int) -> "RightTags":
        """Number the values of each column, for so many words."""
        assert len(tags) == words
        columns, sizes = dict[str, Tensor](), dict[str, int]()
        for name, values in zip(NAMES, zip(*tags, strict=True), strict=True):
            known = {value: number for number, value in enumerate(sorted(set(values)))}
            if len(known) > 1:
                columns[name] = torch.as_tensor([known[value] for value in values])
                sizes[name] = len(known)
        return cls(columns, sizes)

    def trained(self, shapes: Shapes, vector: int) -> Shapes:
        """Return the shapes of what is trained: for each value, numbers as of a word's vector."""
        return {**shapes, **{name: (size, vector) for name, size in self.sizes.items()}}

    def loss(self, vectors: Tensor, words: NDArray[np.int64], weights: dict[str, Tensor]) -> Tensor:
        """Return −log of the probability of the right values of these words, on average."""
        at = torch.as_tensor(words)
        losses = [
            functional.cross_entropy(functional.linear(vectors, weights[name]), column[at])
            for name, column in self.columns.items()
        ]
        return torch.stack(losses).mean() if losses else torch.zeros(())

    def finished(self, weights: Weights) -> Weights:
        """Return the weights without those that only predict tags."""
        return {name: array for name, array in weights.items() if name not in self.sizes}
