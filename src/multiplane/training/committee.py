"""Several learners, each with its own order of the sentences, whose weights are added up.

What one learner owes to its order, others do not share, so that the sum is more accurate than its
members.  It is one table of weights, and so parsing is as fast as with one of them.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import Table, quantised
from multiplane.parsing.parser import Parser
from multiplane.training.learner import Learner
from multiplane.training.options import LARGEST_SEED

APART = LARGEST_SEED + 1  # between the seeds of members: committees of other seeds share none


class Committee:
    """Learners of the same examples."""

    gold_epochs, may_stop = Learner.gold_epochs, Learner.may_stop

    def __init__(self, members: Sequence[Learner]) -> None:
        self.members = members
        self.examples = members[0].examples

    def epoch(self, exploration: float) -> Iterator[int]:
        """Let each member learn from all sentences; yield how many are done so far, on average."""
        total = len(self.examples.batch)
        for number, member in enumerate(self.members):
            for done in member.epoch(exploration):
                yield (number * total + done) // len(self.members)

    def parser(self) -> Parser:
        """Return the parser so far."""
        averages = [member.averages for member in self.members]
        clocks = [int(each.clock[0]) for each in averages]
        tables = [member.table for member in self.members]
        weights = _sum(
            [table.weights for table in tables], [each.totals for each in averages], clocks
        )
        label_weights = _sum(
            [table.label_weights for table in tables],
            [each.label_totals for each in averages],
            clocks,
        )
        return Parser(self.examples.design, weights, label_weights, self.members[0].beam)


def _sum(
    weights: Sequence[NDArray[np.float32]],
    totals: Sequence[NDArray[np.float32]],
    clocks: Sequence[int],
) -> Table:
    """Add up averaged weights, and round them to bytes."""
    sums = np.zeros_like(weights[0])
    for table, changes, now in zip(weights, totals, clocks, strict=True):
        sums += table
        sums -= changes / np.float32(now)
    return quantised(sums, np.zeros_like(sums), 1)
