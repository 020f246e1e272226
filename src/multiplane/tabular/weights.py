"""The weights of transitions on one sentence, by positions, for the chart."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from multiplane.tabular.forest import SHIFT, Done
from multiplane.tabular.rules import Reduce, reductions

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-probabilities of the transitions; node 0 is the root, and -1, the last, is ¢.

    `shift` is indexed by the nodes on top of the stack, the topmost last, and the word; a rule by
    as many nodes as its probability depends on, in the same order.
    """

    shift: Floats
    rules: tuple[Floats, ...]  # in the order of `reductions`
    stop: float = 0.0

    @property
    def words(self) -> int:
        return int(self.shift.shape[-1]) - 2

    @property
    def degree(self) -> int:
        return len(self.rules) // 2

    @property
    def width(self) -> int:
        """The number of stack nodes that an item of the chart must know."""
        return max(self.degree - 1, self.shift.ndim - 1, *(c - 2 for c in self.contexts))

    @property
    def contexts(self) -> tuple[int, ...]:
        return tuple(table.ndim for table in self.rules)

    @property
    def tables(self) -> tuple[Floats, ...]:
        return (self.shift, *self.rules)

    def __getitem__(self, name: str) -> Floats:
        """Return a table by the name of its transition."""
        return self.tables[_names(self.degree).index(name)]

    @classmethod
    def uniform(cls, words: int, degree: int = 2) -> "Weights":
        """Return weights of 1 for all transitions."""
        return cls._made(words, degree, None, np.zeros)

    @classmethod
    def random(
        cls, words: int, seed: int, degree: int = 2, context: int | None = None
    ) -> "Weights":
        """Return random weights; with `context`, all depend on that many nodes."""
        rng = np.random.default_rng(seed)
        weights = cls._made(words, degree, context, lambda shape: rng.normal(size=shape))
        return replace(weights, stop=float(rng.normal()))

    @classmethod
    def _made(
        cls,
        words: int,
        degree: int,
        context: int | None,
        table: Callable[[tuple[int, ...]], Floats],
    ) -> "Weights":
        size, rules = words + 2, reductions(degree)
        shift = table((size,) * ((context or 1) + 1))
        weights = cls(shift, tuple(table((size,) * (context or r.degree + 1)) for r in rules))
        arcs = np.zeros((size, size))
        arcs[-1] = arcs[:, 0] = arcs[:, -1] = -np.inf  # ¢ takes part in no arc, 0 has no head
        return weights.with_arcs(arcs)

    def with_arcs(self, scores: Floats) -> "Weights":
        """Add to each rule the score of its arc, [head, dependent]."""
        rules = zip(self.rules, reductions(self.degree), strict=True)
        return replace(self, rules=tuple(t + _along(t.ndim, rule, scores) for t, rule in rules))

    def only(self, heads: dict[int, int]) -> "Weights":
        """Keep only the arcs of one tree, given as the head of each word."""
        scores = np.full((self.words + 2,) * 2, -np.inf)
        scores[np.array(list(heads.values()), int), np.array(list(heads), int)] = 0.0
        return self.with_arcs(scores)

    def logp(self, done: Done) -> float:
        """Return the log-probability of a transition of a forest or a chart."""
        if done.name == SHIFT and not done.dependent:
            return self.stop
        table = self[done.name]
        word = (done.dependent,) if done.name == SHIFT else ()
        stack = (-1,) * table.ndim + done.stack
        return float(table[stack[len(stack) + len(word) - table.ndim :] + word])


@lru_cache
def _names(degree: int) -> tuple[str, ...]:
    return (SHIFT, *(rule.name for rule in reductions(degree)))


def _along(dimensions: int, rule: Reduce, scores: Floats) -> Floats:
    """Return scores of arcs for a table by nodes on the stack."""
    head, dependent = dimensions - 1 - rule.head, dimensions - 1 - rule.dependent
    found = scores if head < dependent else scores.T
    axes = [slice(None) if at in (head, dependent) else None for at in range(dimensions)]
    return found[tuple(axes)]


def arcs_of(tables: tuple[Floats, ...]) -> Floats:
    """Sum tables shaped like those of the rules by their arcs, [head, dependent]."""
    size = tables[0].shape[0]
    arcs = np.zeros((size, size))
    for rule, table in zip(reductions(len(tables) // 2), tables, strict=True):
        ends = (table.ndim - 1 - rule.head, table.ndim - 1 - rule.dependent)
        found = table.sum(tuple(at for at in range(table.ndim) if at not in ends))
        arcs += found if ends[0] < ends[1] else found.T
    return arcs[:-1, :-1]
