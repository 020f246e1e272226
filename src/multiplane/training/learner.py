"""The weights while they are trained, and the passes over the examples."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import Batch
from multiplane.guides.packing import Table, quantised
from multiplane.guides.rows import aligned
from multiplane.guides.task import Task
from multiplane.oracles.right import GraphOracle, TreeOracle
from multiplane.parsing.design import Design, sums_of
from multiplane.parsing.parser import Parser
from multiplane.search.beam import make_items
from multiplane.search.rollout import run
from multiplane.training.examples import Examples
from multiplane.training.frequent import Frequent
from multiplane.training.graphs import GraphExamples
from multiplane.training.members import MemberPerceptron, room_along
from multiplane.training.oracle import oracle_for
from multiplane.training.perceptron import Perceptron
from multiplane.training.structured import BeamLearner, beam_learner
from multiplane.training.updates import Averages, new_random

PIECE = 4000  # words between two progress reports and checks for Ctrl-C

Pilot = Perceptron | MemberPerceptron | BeamLearner


def pieces(order: NDArray[np.int64], starts: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Cut an order of sentences into pieces of about `PIECE` words."""
    ends = np.cumsum(np.diff(starts)[order])
    begin = 0
    while begin < len(order):
        so_far = ends[begin - 1] if begin else 0
        end = max(int(np.searchsorted(ends, so_far + PIECE)), begin + 1)
        yield begin, min(end, len(order))
        begin = end


class Learner:
    """Weights in training; all randomness comes from the seed.

    `static` selects a static oracle; graphs ignore it.
    """

    oracle: TreeOracle | GraphOracle
    gold_epochs = 1  # in which mistakes are not followed
    may_stop = True  # when scores get no better

    def __init__(
        self,
        examples: Examples | GraphExamples,
        beam: int,
        seed: int,
        *,
        static: bool,
        cutoff: int = 1,
    ) -> None:
        self.examples, self.beam = examples, beam
        design = examples.design
        self.oracle = oracle_for(design, static=static)
        least = cutoff if cutoff > 1 else 0
        times = np.zeros(1 << design.bits, np.int32)
        self.table = Frequent(*_weights(design), design.shift, times, least, counting=least > 0)
        self.averages = Averages(*_weights(design), np.ones(1, np.int64))
        self.order = np.random.default_rng(seed)
        self.random = new_random(seed)

    def epoch(self, exploration: float) -> Iterator[int]:
        """Learn from all sentences once, in random order; yield how many are done so far."""
        batch, design, table = self.examples.batch, self.examples.design, self.table
        order = self.order.permutation(len(batch))
        task = design.task(batch, sums_of(table.weights), table.label_weights)
        pilot = self._pilot(task, batch, exploration)
        for begin, end in pieces(order, batch.starts):
            run(
                order[begin:end], self.examples.starts, task, table, pilot,
                self.examples.treebank, None,
            )  # fmt: skip
            yield end
        self.table = table._replace(counting=False)

    def _pilot(self, task: Task, batch: Batch, exploration: float) -> Pilot:
        transitions, classes = task.code.transitions, len(task.classes.transitions)
        if task.walk is not None:  # families are always searched greedily
            assert isinstance(self.oracle, TreeOracle)
            room = room_along(task, batch.starts)
            return MemberPerceptron(self.oracle, self.averages, self.random, exploration, **room)
        if self.beam > 1:
            assert isinstance(self.oracle, TreeOracle)
            items = make_items(self.beam, task.work)
            return beam_learner(items, self.oracle, self.averages, transitions, classes)
        return Perceptron(
            self.oracle,
            self.averages,
            self.random,
            exploration,
            cost=np.zeros(transitions + 1, np.int32),
            right=np.zeros(classes, np.bool_),
        )

    def parser(self) -> Parser:
        """Return the parser so far."""
        return Parser(self.examples.design, *self.averaged(), self.beam)

    def averaged(self) -> tuple[Table, Table]:
        """Return the averaged weights so far, rounded to bytes."""
        table, averages = self.table, self.averages
        now = int(averages.clock[0])
        return (
            quantised(table.weights, averages.totals, now),
            quantised(table.label_weights, averages.label_totals, now),
        )


def _weights(design: Design) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    classes, labels = design.shapes
    return aligned(*classes, np.float32), aligned(*labels, np.float32)
