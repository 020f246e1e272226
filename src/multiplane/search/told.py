"""Do what is told, then say how good each way to go on is: for those who look at a parser."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.scorer import look, score
from multiplane.native import lean
from multiplane.search.rollout import decide, rollout, search
from multiplane.search.steps import find_open

CLOSED = np.float32(-np.inf)  # the score of what may not be done


class Told(NamedTuple):
    """A pilot that follows given transitions, each with its best label; not for families."""

    given: NDArray[np.int32]
    done: NDArray[np.int64]  # [1]: how many of them were possible
    scores: NDArray[np.float32]  # by transition, of its best class, after all given ones


@decide.on(Told)
@lean
def decide_as_told(pilot, gold, c, kin, sentence, task, scorer, ended):  # noqa: ARG001 - as others
    code, classes, work = task.code, task.classes, task.work
    bits = find_open(c, kin, sentence.words, code, classes, task.settings, ended, work.open)
    count = look(scorer, c, kin, sentence, task, bits, work.found)
    score(scorer, work.found, count, task, work.open, work.scores)
    at = pilot.done[0]
    if at < len(pilot.given):
        t = pilot.given[at]
        if not work.open[t]:
            return -1, -1, 0
        pilot.done[0] += 1
        return t, classes.labels[best_of(work.scores, classes.starts, t)], 0
    for t in range(code.transitions):
        if work.open[t]:
            pilot.scores[t] = work.scores[best_of(work.scores, classes.starts, t)]
    return -1, -1, 0


@lean
def best_of(scores, starts, t):
    """Return the best class of a transition."""
    best = starts[t]
    for k in range(starts[t] + 1, starts[t + 1]):
        if scores[k] > scores[best]:
            best = k
    return best


search.on(Told)(rollout)
