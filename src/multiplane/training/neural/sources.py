"""What the LSTM reads beside its own tables: something given, which training leaves as it is."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from multiplane.guides.neural.headwords import FIRST, Headwords
from multiplane.guides.neural.vocabulary import VECTORS, Numbered
from multiplane.guides.neural.weights import Weights
from multiplane.training.neural.vectorfile import WordVectors

Shapes = dict[str, tuple[int, ...]]
INTO = f"{VECTORS}-into"


class Source(Protocol):
    """One more part of what the LSTM reads for a word."""

    def trained(self, shapes: Shapes) -> Shapes:
        """Return the shapes of what is trained, given those of what a parser holds."""
        ...

    def read(self, nodes: NDArray[np.int64], words: Numbered, weights: dict[str, Tensor]) -> Tensor:
        """Return the part of each node."""
        ...

    def finished(self, weights: Weights) -> Weights:
        """Return what a parser holds in the place of what was trained."""
        ...


@dataclass(frozen=True, eq=False)
class VectorTable:
    """Word vectors, times a matrix that is learnt; a parser holds the products."""

    table: Tensor  # [rows, size]

    @classmethod
    def of(cls, vectors: WordVectors) -> tuple["VectorTable", Headwords]:
        """Sort vectors by rows, and scale them so that numbers are about 1."""
        headwords, order = Headwords.of(vectors.words)
        table = np.zeros((FIRST + len(order), vectors.table.shape[1]), np.float32)
        table[FIRST:] = vectors.table[order]
        spread = np.sqrt(np.square(table[FIRST:], dtype=np.float64).mean())
        table /= max(spread, np.finfo(np.float32).tiny)
        return cls(torch.from_numpy(table)), headwords

    def trained(self, shapes: Shapes) -> Shapes:
        found = {**shapes}
        _, size = found.pop(VECTORS)
        return found | {INTO: (size, self.table.shape[1])}

    def read(self, nodes: NDArray[np.int64], words: Numbered, weights: dict[str, Tensor]) -> Tensor:
        rows = torch.from_numpy(words.looked_up[-1][nodes].astype(np.int64))
        return functional.linear(self.table[rows], weights[INTO])

    def finished(self, weights: Weights) -> Weights:
        found = {**weights}
        found[VECTORS] = self.table.numpy() @ found.pop(INTO).T
        return found
