"""The decisions of a static oracle on a treebank, which classifiers learn from."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.classes import OTHER
from multiplane.guides.scorer import look
from multiplane.guides.table import Linear
from multiplane.guides.votes_kernel import NO_WEIGHTS
from multiplane.native import lean
from multiplane.oracles.right import TreeOracle, gold_label, judge, tree_oracle
from multiplane.search.rollout import decide, rollout, run, search
from multiplane.search.steps import find_open, only_class
from multiplane.training.examples import Examples
from multiplane.training.lessons import mark_right

NO_LABEL = -1
ROWS, DECISIONS = range(2)


class OracleFollower(NamedTuple):
    """A pilot that follows the oracle, and records its decisions while there is room."""

    oracle: TreeOracle
    cost: NDArray[np.int32]  # by transition
    right: NDArray[np.bool_]  # by class
    rows: NDArray[np.int32]
    ends: NDArray[np.int64]
    classes: NDArray[np.int64]
    labels: NDArray[np.int64]
    counts: NDArray[np.int64]  # numbers of rows and decisions, recorded or not


@decide.on(OracleFollower)
@lean
def decide_by_oracle(pilot, gold, c, kin, sentence, task, scorer, ended):
    code, classes, work, settings = task.code, task.classes, task.work, task.settings
    bits = find_open(c, kin, sentence.words, code, classes, settings, ended, work.open)
    if not judge(pilot.oracle, gold, c, code, work.open, pilot.cost):
        return -1, -1, 0
    mark_right(gold, c, classes, settings.directed, work.open, pilot.cost, pilot.right)
    k = 0
    while not pilot.right[k]:  # one of them is
        k += 1
    label, wanted = classes.labels[k], NO_LABEL
    if label == OTHER:
        label = gold_label(gold, c, classes.arcs, classes.transitions[k], settings.directed)
        wanted = label
    # Without a choice a parser asks its classifier only for the label.
    if only_class(work.open, classes.starts) < 0 or wanted != NO_LABEL:
        count = look(scorer, c, kin, sentence, task, bits, work.found)
        note_decision(pilot, work.found, count, k, wanted)
    return classes.transitions[k], label, 0


@lean
def note_decision(pilot, found, count, k, label):
    used, number = pilot.counts[ROWS], pilot.counts[DECISIONS]
    pilot.counts[ROWS] += count
    pilot.counts[DECISIONS] += 1
    if number < len(pilot.ends):
        for at in range(count):
            pilot.rows[used + at] = found[at]
        pilot.ends[number], pilot.classes[number] = used + count, k
        pilot.labels[number] = label


search.on(OracleFollower)(rollout)


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """Configurations, as rows of weights for their features, and the right classes."""

    rows: NDArray[np.int32]  # of all decisions, concatenated
    ends: NDArray[np.int64]  # where the rows of each decision end
    classes: NDArray[np.int64]
    labels: NDArray[np.int64]  # where the class is OTHER, else NO_LABEL

    @classmethod
    def of(cls, examples: Examples) -> "Decisions":
        """Follow the oracle through all trees, once to count decisions and once to record them."""
        counts = _follow(examples, 0, 0).counts
        notes = _follow(examples, *counts.tolist())
        return cls(notes.rows, notes.ends, notes.classes, notes.labels)

    def __len__(self) -> int:
        return len(self.ends)

    def part(self, which: NDArray[np.int64]) -> "Decisions":
        """Return some of them, by number."""
        starts = np.concatenate(([0], self.ends[:-1]))
        sizes = (self.ends - starts)[which]
        ends = np.cumsum(sizes)
        at = np.repeat(starts[which] - (ends - sizes), sizes) + np.arange(sizes.sum())
        return Decisions(self.rows[at], ends, self.classes[which], self.labels[which])


def _follow(examples: Examples, rows: int, decisions: int) -> OracleFollower:
    design, batch = examples.design, examples.batch
    task = design.task(batch, np.zeros(0, np.int32), NO_WEIGHTS)
    notes = OracleFollower(
        oracle=tree_oracle(design.system, static=True),
        cost=np.zeros(task.code.transitions + 1, np.int32),
        right=np.zeros(len(task.classes.transitions), np.bool_),
        rows=np.zeros(rows, np.int32),
        ends=np.zeros(decisions, np.int64),
        classes=np.zeros(decisions, np.int64),
        labels=np.zeros(decisions, np.int64),
        counts=np.zeros(2, np.int64),
    )
    scorer = Linear(NO_WEIGHTS, NO_WEIGHTS, design.shift)
    run(np.arange(len(batch)), examples.starts, task, scorer, notes, examples.treebank, None)
    return notes
