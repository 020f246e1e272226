"""Greedy search: choose the best-scoring class at each step."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.classes import OTHER
from multiplane.guides.scorer import look, name_label, score
from multiplane.machine.walk import BACK, close_others, go, step_forth
from multiplane.native import inlined, lean
from multiplane.search.labels import close_taken, free_label
from multiplane.search.rollout import decide, rollout, search
from multiplane.search.steps import best_class, find_open, only_class


class Best(NamedTuple):
    """A pilot that chooses the best-scoring class."""

    times: NDArray[np.int64]  # by transition: how often it was done


@lean
def forced_class(walk, open_, starts):
    """Return the only open class, or -1; members of families always have alternatives."""
    return only_class(open_, starts) if walk is None else -1


@decide.on(Best)
@inlined
def decide_by_score(pilot, gold, c, kin, sentence, task, scorer, ended):  # noqa: ARG001 - as others
    code, classes, work = task.code, task.classes, task.work
    far, chosen, label, most = 0, -1, -1, work.scores[0]
    passed = 0
    while True:  # runs once, except for families, whose members are scored where they act
        bits = find_open(
            c, kin, sentence.words, code, classes, task.settings, ended and not passed, work.open
        )
        if passed:
            close_others(task.walk, work.open)
        count = 0
        k = forced_class(task.walk, work.open, classes.starts)
        if k < 0 or classes.labels[k] == OTHER:
            count = look(scorer, c, kin, sentence, task, bits, work.found)
        if k < 0:
            score(scorer, work.found, count, task, work.open, work.scores)
            close_taken(c, code, classes.again, classes, work.open, work.scores)
            k = best_class(work.scores, work.open, classes.starts)
        if k >= 0 and (chosen < 0 or work.scores[k] > most):
            far, chosen, label, most = passed, k, classes.labels[k], work.scores[k]
            if label == OTHER:
                named = name_label(scorer, work.found, count, task)
                label = free_label(c, code, classes.again, classes, k, named, work.label_scores)
        if not step_forth(c, code, task.walk):
            break
        passed += 1
    go(c, code, task.walk, BACK, passed)
    if chosen < 0:
        return -1, -1, 0
    transition = classes.transitions[chosen]
    pilot.times[transition] += 1
    return transition, label, far


search.on(Best)(rollout)
