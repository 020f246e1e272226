"""Follow what training takes to be right, through all sentences of a treebank."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.table import Linear
from multiplane.guides.votes_kernel import NO_WEIGHTS
from multiplane.native import lean
from multiplane.oracles.dynamic import LossModel, loss_model, value
from multiplane.oracles.loss import errors
from multiplane.oracles.right import TreeOracle, judge, tree_oracle
from multiplane.search.rollout import decide, rollout, run, search
from multiplane.search.steps import find_open
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft
from multiplane.training.examples import Examples
from multiplane.training.options import Options
from multiplane.training.updates import next_random


class Follower(NamedTuple):
    """A pilot that takes any of the right transitions, and notes the loss at the end."""

    oracle: TreeOracle
    free: LossModel  # the loss if arcs may go on any plane
    cost: NDArray[np.int32]
    random: NDArray[np.uint64]
    least: NDArray[np.int32]  # by sentence: the loss at the start
    losses: NDArray[np.int32]  # at the end; -1 where nothing was right
    taken: NDArray[np.int32]  # transitions of the last sentence, and their number at the end


@decide.on(Follower)
@lean
def _decide(pilot, gold, c, kin, sentence, task, scorer, ended):
    code, open_ = task.code, task.work.open
    find_open(c, kin, sentence.words, code, task.classes, task.settings, ended, open_)
    if not judge(pilot.oracle, gold, c, code, open_, pilot.cost):
        pilot.losses[sentence.number] = -1
        return -1, -1, 0
    chosen, seen = -1, 0
    for t in range(code.transitions + 1):
        if open_[t] and pilot.cost[t] == 0:
            seen += 1
            if next_random(pilot.random) * seen < 1:
                chosen = t
    if chosen < code.transitions:
        pilot.taken[pilot.taken[-1]] = chosen
        pilot.taken[-1] += 1
    return chosen, 0, 0


@search.on(Follower)
@lean
def _search(pilot, gold, c, kin, sentence, task, scorer):
    pilot.taken[-1] = 0
    pilot.least[sentence.number] = value(c, task.code, gold, pilot.free, 0)
    pilot.losses[sentence.number] = 0
    rollout(pilot, gold, c, kin, sentence, task, scorer)
    if pilot.losses[sentence.number] == 0:
        pilot.losses[sentence.number] = errors(c, gold, pilot.oracle.model)


def examples_of(system: str, file, root: str = "none") -> Examples:
    design, seen = draft(system, read_corpus([file], on_error="skip"), Options(root=root, bits=14))
    return Examples.of(seen, design, design.labels)


def follow(examples: Examples, *, static: bool, order=None, seed: int = 1) -> Follower:
    """Follow the training oracle through sentences, all of them unless their numbers are given."""
    design, batch = examples.design, examples.batch
    task = design.task(batch, np.zeros(0, np.int32), NO_WEIGHTS)
    longest = int(np.diff(batch.starts).max())
    pilot = Follower(
        oracle=tree_oracle(design.system, static=static),
        free=loss_model(design.system)._replace(planned=False),
        cost=np.zeros(task.code.transitions + 1, np.int32),
        random=np.array([seed], np.uint64),
        least=np.zeros(len(batch), np.int32),
        losses=np.zeros(len(batch), np.int32),
        taken=np.zeros(60 + 20 * longest + longest**2, np.int32),
    )
    chosen = np.arange(len(batch)) if order is None else order
    scorer = Linear(NO_WEIGHTS, NO_WEIGHTS, design.shift)
    run(chosen, examples.starts, task, scorer, pilot, examples.treebank, None)
    return pilot


def written(trees, file):
    """Write trees, given as heads by word, as CoNLL-U."""
    with file.open("w") as text:
        for heads in trees:
            for word, head in enumerate(heads, 1):
                label = "dep" if head else "root"
                text.write(f"{word}\tw{word}\t_\tX{word}\t_\t_\t{head}\t{label}\t_\t_\n")
            text.write("\n")
    return file
