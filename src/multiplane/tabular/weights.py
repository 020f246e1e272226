"""The transitions of a model on one sentence, by positions: what the chart reads."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.tabular.forest import Done

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-probabilities of the transitions of degree up to 2; node 0 is the root.

    shift[h, j]: the word j, where h is on top of the stack.  la1[x, y], ra1[x, y] where y is on
    top and x below it.  la2[x, y, z], ra2[x, y, z] where z is on top, y below, and x below that.
    """

    shift: Floats
    la1: Floats
    ra1: Floats
    la2: Floats
    ra2: Floats
    stop: float = 0.0

    @property
    def words(self) -> int:
        return len(self.shift) - 1

    @classmethod
    def uniform(cls, words: int, degree: int = 2) -> "Weights":
        """Every transition has the weight 1 (degree 1: those of degree 2 have none)."""
        n = words + 1
        deep = np.full((n, n, n), 0.0 if degree > 1 else -np.inf)
        return cls(np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n)), deep, deep.copy()).legal()

    @classmethod
    def random(cls, words: int, seed: int) -> "Weights":
        """Any weights at all, of no model."""
        n, rng = words + 1, np.random.default_rng(seed)
        shift, la1, ra1, la2, ra2 = (rng.normal(size=(n,) * k) for k in (2, 2, 2, 3, 3))
        return cls(shift, la1, ra1, la2, ra2, float(rng.normal())).legal()

    def legal(self) -> "Weights":
        """Let the root never be a dependent."""
        self.la1[0], self.la2[0] = -np.inf, -np.inf
        return self

    def only(self, heads: dict[int, int]) -> "Weights":
        """Keep the arcs of one tree, given as the head of each word."""
        h, d = np.array(list(heads.values()), int), np.array(list(heads), int)
        right = np.full((self.words + 1,) * 2, -np.inf)  # [head, dependent]
        right[h, d] = 0.0
        left = right.T
        parts = (
            self.la1 + left,
            self.ra1 + right,
            self.la2 + left[:, None],
            self.ra2 + right[:, None],
        )
        return Weights(self.shift, *parts, self.stop)

    def logp(self, done: Done) -> float:
        """Return the log-probability of a transition of a forest (width 1 or more)."""
        if done.name == "sh":
            return (
                float(self.shift[done.stack[-1], done.dependent]) if done.dependent else self.stop
            )
        table: Floats = getattr(self, done.name)
        return float(table[done.stack[-table.ndim :]])
