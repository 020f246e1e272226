"""The averaged perceptron with a dynamic oracle (Goldberg and Nivre 2012), for greedy search."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.classes import OTHER
from multiplane.guides.scorer import look, score
from multiplane.native import lean
from multiplane.oracles.right import GraphOracle, TreeOracle, gold_label, judge
from multiplane.search.labels import close_taken, free_label
from multiplane.search.rollout import decide, rollout, search
from multiplane.search.steps import best_class, find_open
from multiplane.training.lessons import mark_right
from multiplane.training.updates import Averages, best_of, next_random, set_against, train_label


class Perceptron(NamedTuple):
    """A pilot that updates at each step: the best right class against the predicted one."""

    oracle: TreeOracle | GraphOracle
    averages: Averages
    random: NDArray[np.uint64]  # [1]
    explore: float  # probability of following a mistake
    cost: NDArray[np.int32]  # by transition
    right: NDArray[np.bool_]  # by class


@decide.on(Perceptron)
@lean
def decide_and_learn(pilot, gold, c, kin, sentence, task, scorer, ended):
    code, classes, work, settings = task.code, task.classes, task.work, task.settings
    right = pilot.right
    bits = find_open(c, kin, sentence.words, code, classes, settings, ended, work.open)
    if not judge(pilot.oracle, gold, c, code, work.open, pilot.cost):
        return -1, -1, 0
    mark_right(gold, c, classes, settings.directed, work.open, pilot.cost, right)
    count = look(scorer, c, kin, sentence, task, bits, work.found)
    score(scorer, work.found, count, task, work.open, work.scores)
    close_taken(c, code, classes.again, classes, work.open, work.scores)
    good = best_of(work.scores, right)
    guess = best_class(work.scores, work.open, classes.starts)
    averages = pilot.averages
    averages.clock[0] += 1
    if not right[guess]:
        set_against(
            scorer.weights, averages.totals, work.found, count, good, guess,
            np.float32(averages.clock[0]),
        )  # fmt: skip
    follow = guess if right[guess] or next_random(pilot.random) < pilot.explore else good
    label = classes.labels[follow]
    if classes.labels[good] == OTHER or label == OTHER:
        wanted = -1
        if classes.labels[good] == OTHER:
            wanted = gold_label(gold, c, classes.arcs, classes.transitions[good], settings.directed)
        named = train_label(scorer, averages, work.found, count, task, wanted)
        if label == OTHER:
            label = wanted
            if follow != good or wanted < 0:
                label = free_label(
                    c, code, classes.again, classes, follow, named, work.label_scores
                )
    return classes.transitions[follow], label, 0


search.on(Perceptron)(rollout)
