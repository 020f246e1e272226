"""Several learners, each with its own order of the sentences, whose parsers become one.

What one learner owes to its order, others do not share, so that together they are more accurate.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.packing import Table, quantised
from multiplane.modelfile.part import Arrays, Part
from multiplane.modelfile.records import Many, Record
from multiplane.parsing.parser import Parser
from multiplane.training.learner import Learner
from multiplane.training.options import LARGEST_SEED

APART = LARGEST_SEED + 1  # between the seeds of members: committees of other seeds share none
MEMBERS = "members"
STATE = Part(
    "committee",
    "is the state of several trainings; the number of each and a slash stand before its arrays.",
    fields={MEMBERS: Many(Record({}))},
)
L = TypeVar("L", bound=Any)


class Committee(Generic[L]):
    """Learners of the same examples, and what makes one parser of them."""

    def __init__(self, members: Sequence[L], joined: Callable[[Sequence[L]], Parser]) -> None:
        self.members, self.joined = members, joined
        self.examples = members[0].examples
        self.gold_epochs: int = members[0].gold_epochs
        self.may_stop: bool = members[0].may_stop

    def epoch(self, exploration: float) -> Iterator[int]:
        """Let each member learn from all sentences; yield how many are done so far, on average."""
        total = len(self.examples.batch)
        for number, member in enumerate(self.members):
            for done in member.epoch(exploration):
                yield (number * total + done) // len(self.members)

    def parser(self) -> Parser:
        """Return the parser so far."""
        return self.joined(self.members)

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return all that changes in training, as data and as arrays."""
        states = [member.state() for member in self.members]
        arrays = {
            f"{number}/{name}": array
            for number, (_, every) in enumerate(states)
            for name, array in every.items()
        }
        return STATE.content({MEMBERS: [data for data, _ in states]}), arrays

    def resume(self, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned, of which nothing is sure."""
        STATE.values(data)
        found = len(data[MEMBERS])
        if found != len(self.members):
            raise MultiplaneError(f"members: found {found}; expected {len(self.members)}")
        for number, member in enumerate(self.members):
            member.resume(data[MEMBERS][number], Arrays(arrays).under(f"{number}/"))


def added_up(members: Sequence[Learner]) -> Parser:
    """Return a parser whose weights are the sums of those of perceptrons: one table, as fast."""
    averages = [member.averages for member in members]
    clocks = [int(each.clock[0]) for each in averages]
    tables = [member.table for member in members]
    weights = _sum([table.weights for table in tables], [each.totals for each in averages], clocks)
    label_weights = _sum(
        [table.label_weights for table in tables],
        [each.label_totals for each in averages],
        clocks,
    )
    return Parser(members[0].examples.design, weights, label_weights, members[0].beam)


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
