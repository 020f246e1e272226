"""The decisions of a static oracle on a treebank: what a classifier learns from."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.machine.kernel import is_terminal
from multiplane.native import entry, jit
from multiplane.oracles.dynamic import loss_model
from multiplane.search.greedy import most_steps
from multiplane.search.state import DIRECTED, NO_WEIGHTS, STOPS, do, extract, find_open, only_class
from multiplane.training.correct import dependent_of, right_classes
from multiplane.training.learner import Examples
from multiplane.training.tree import gold_tree

NO_LABEL = -1


@jit
def _longer(array, size):
    """Return the array with room for so many more numbers than it has."""
    found = np.zeros(size, array.dtype)
    found[: len(array)] = array
    return found


@entry
def _follow(
    starts, trees, loss_tables, blocks, tables, features, classes, data, options, room, prefer
):
    """Do what the oracle says; return the rows of all decisions, their ends, classes, labels."""
    count = len(tables[1]) - 1
    open_, nodes, atoms, indices = room[0], room[1], room[2], room[3]
    cost = np.zeros(count + 1, np.int32)
    right = np.zeros(len(classes[0]), np.bool_)
    rows, used = np.zeros(1 << 16, np.int32), 0
    ends, chosen, wanted = np.zeros((3, 1 << 10), np.int64)
    decisions = 0
    for s in range(len(starts) - 1):
        words = starts[s + 1] - starts[s]
        if words == 0:
            continue
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        clear_kin(kin, words)
        scratch = np.zeros((3, len(c)), np.int32)
        labels, args, here = gold_tree(s, starts, trees, loss_tables)
        for _ in range(most_steps(words)):
            ended = is_terminal(c, tables[5])
            if ended and not options[STOPS]:
                break
            bits = find_open(c, kin, words, tables, classes, options, ended, open_)
            if not right_classes(
                c, tables, args, scratch, classes, options, ended, open_, labels, cost, right,
                prefer, here,
            ):  # fmt: skip
                break
            k = np.argmax(right)  # the first
            label = classes[1][k]
            if label == OTHER:
                word = dependent_of(
                    c, tables[5], classes[4], classes[0][k], args[0], options[DIRECTED]
                )
                label = labels[word - 1]
            # Where there is no choice a parser does not ask, unless for the label.
            if only_class(open_, classes[2]) < 0 or classes[1][k] == OTHER:
                found = extract(
                    c, kin, words, here[0], bits, tables, features, data, options, NO_WEIGHTS,
                    nodes, atoms, indices,
                )  # fmt: skip
                if used + found > len(rows):
                    rows = _longer(rows, 2 * (used + found))
                if decisions == len(ends):
                    ends = _longer(ends, 2 * decisions)
                    chosen, wanted = _longer(chosen, 2 * decisions), _longer(wanted, 2 * decisions)
                for at in range(found):
                    rows[used + at] = indices[at]
                used += found
                ends[decisions], chosen[decisions] = used, k
                wanted[decisions] = label if classes[1][k] == OTHER else NO_LABEL
                decisions += 1
            if classes[0][k] == count:
                break
            do(c, kin, words, tables, classes, classes[0][k], label)
    return rows[:used], ends[:decisions], chosen[:decisions], wanted[:decisions]


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """Configurations as the rows of weights that their features have, and what was right there."""

    rows: NDArray[np.int32]  # of all decisions, one after the other
    ends: NDArray[np.int64]  # where those of each decision end
    classes: NDArray[np.int64]
    labels: NDArray[np.int64]  # where the class is OTHER, else NO_LABEL

    @classmethod
    def of(cls, examples: Examples) -> "Decisions":
        """Follow the oracle through all trees."""
        design, model = examples.design, loss_model(examples.design.system)
        arguments: Any = (
            examples.batch.starts,
            examples.trees,
            (model.reach.kinds, model.reach.can, model.flags),
            examples.blocks,
            design.machine,
            design.program.tables,
            design.classes.tables,
            examples.batch.data,
            design.options(),
            design.room(NO_WEIGHTS, NO_WEIGHTS),
            examples.preferences(static=True),
        )
        return cls(*_follow(*arguments))

    def __len__(self) -> int:
        return len(self.ends)

    def part(self, which: NDArray[np.int64]) -> "Decisions":
        """Return some of them, by number."""
        starts = np.concatenate(([0], self.ends[:-1]))
        sizes = (self.ends - starts)[which]
        ends = np.cumsum(sizes)
        at = np.repeat(starts[which] - (ends - sizes), sizes) + np.arange(sizes.sum())
        return Decisions(self.rows[at], ends, self.classes[which], self.labels[which])
