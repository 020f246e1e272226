"""Learning: the weights while they change, and one pass after the other over the examples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import Batch, joined
from multiplane.guides.packing import Table, quantised
from multiplane.guides.rows import aligned
from multiplane.oracles.dynamic import costs_are_exact, loss_model, root_last
from multiplane.oracles.preference import (
    REORDER,
    preferences,
    projective_order,
    projective_parts,
)
from multiplane.parsing.design import Blocks, Design
from multiplane.training.corpus import Corpus
from multiplane.training.families import train_with_families
from multiplane.training.perceptron import train_greedily
from multiplane.training.planes import all_crossings, assign_planes
from multiplane.training.structured import train_with_beam

PIECE = 4000  # words between two looks at what the user wants
ANY_PLANE = (1 << 30) - 1


@dataclass(frozen=True)
class Examples:
    """A corpus as a design sees it."""

    design: Design
    batch: Batch
    heads: NDArray[np.int32]
    labels: NDArray[np.int32]  # by number; -1 for those that the design does not know

    @classmethod
    def of(cls, corpus: Corpus, design: Design, names: Sequence[str]) -> "Examples":
        """Number labels: by those of a parser's classes to learn, of its trees to be scored."""
        numbers = {name: at for at, name in enumerate(names)}
        known = np.array([numbers.get(name, -1) for name in corpus.label_names], np.int32)
        batches = joined([design.batch(chunk) for chunk in corpus.chunks])
        return cls(design, batches, corpus.heads, known[corpus.labels])

    @cached_property
    def blocks(self) -> Blocks:
        return self.design.blocks(self.batch.starts)

    @cached_property
    def crossings(self) -> Any:
        return all_crossings(self.heads, self.batch.starts, root_last(self.design.system))

    @cached_property
    def planes(self) -> NDArray[np.int32]:
        """The planes that each arc may go on, as bits."""
        stacks = int(self.design.machine[5][2])  # that rotate
        if stacks > 1:
            known: Any = self.heads, self.batch.starts, *self.crossings, stacks
            planes: NDArray[np.int32] = assign_planes(*known)
            return planes
        return np.full(self.batch.words + 2 * len(self.batch), ANY_PLANE, np.int32)

    @property
    def trees(self) -> Any:
        """The gold trees as `training.tree` takes them."""
        return self.heads, self.labels, *self.crossings, self.planes

    def preferences(self, *, static: bool) -> Any:
        """What an oracle does first, where not everything that costs nothing is right.

        The order of transitions (none: all are right), their policies, the buffer; by node the
        order of words in a projective tree, with their projective parts, where words are exchanged;
        the transitions that the system says it prefers; and pairs of a transition and one that
        does more at once, which is right alone.
        """
        chosen = preferences(self.design.system, 0)
        order = chosen.order if static else chosen.order[:0]
        nodes = self.batch.words + 2 * len(self.batch)
        places, parts = np.zeros((2, nodes), np.int32)
        if static and (chosen.policies[:, 0] == REORDER).any():
            for s, (begin, end) in enumerate(pairwise(self.batch.starts.tolist())):
                heads, at = self.heads[begin:end].tolist(), begin + 2 * s
                places[at : at + len(heads) + 1] = projective_order(heads)
                parts[at : at + len(heads) + 1] = projective_parts(heads)
        buffer = np.array([chosen.buffer])
        return order, chosen.policies, buffer, places, parts, chosen.stated, chosen.parts


def pieces(order: NDArray[np.int64], starts: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Cut an order of sentences where there are enough words."""
    ends = np.cumsum(np.diff(starts)[order])
    begin = 0
    while begin < len(order):
        so_far = ends[begin - 1] if begin else 0
        end = max(int(np.searchsorted(ends, so_far + PIECE)), begin + 1)
        yield begin, min(end, len(order))
        begin = end


class Learner:
    """Weights that change; all randomness comes from the seed."""

    def __init__(self, examples: Examples, beam: int, seed: int, *, static: bool) -> None:
        self.examples, self.beam = examples, beam
        design = examples.design
        model = loss_model(design.system)
        self.loss = model.reach.kinds, model.reach.can, model.flags
        self.options = design.options()
        self.explores = costs_are_exact(design.system)  # by default: bounds mislead after mistakes
        self.prefer = examples.preferences(static=static or not self.explores)
        # Each table of weights with the totals that averages are made from.
        self.weights = tuple(aligned(*s, np.float32) for s in design.shapes for _ in range(2))
        self.clock = np.ones(1, np.int64)
        self.order = np.random.default_rng(seed)
        self.random = np.array([seed * 7919 + 12345], np.uint64)

    def epoch(self, exploration: float) -> Iterator[int]:
        """Learn from all sentences once, in a new order; say after each piece how many are done."""
        order = self.order.permutation(len(self.examples.batch))
        for begin, end in pieces(order, self.examples.batch.starts):
            self._learn(order[begin:end], exploration)
            yield end

    def _learn(self, order: NDArray[np.int64], exploration: float) -> None:
        examples, design = self.examples, self.examples.design
        known = order, examples.batch.starts, examples.trees, self.loss, examples.blocks
        tables = design.machine, design.program.tables, design.classes.tables
        rest = examples.batch.data, self.options, self.weights, design.room(*self.weights[::2])
        how: tuple[Any, ...] = self.beam, self.clock, self.prefer
        learn: Any = train_with_beam
        if self.beam == 1:
            learn, how = train_greedily, (exploration, self.clock, self.random, self.prefer)
        if design.families:  # searched greedily, whatever the beam
            learn = train_with_families
            how = exploration, self.clock, self.random, design.families.tables
        arguments: Any = *known, *tables, *rest, *how
        learn(*arguments)

    def averaged(self) -> tuple[Table, Table]:
        """Return what a parser needs of the weights as they are now."""
        table, totals, labels, label_totals = self.weights
        now = int(self.clock[0])
        return quantised(table, totals, now), quantised(labels, label_totals, now)
