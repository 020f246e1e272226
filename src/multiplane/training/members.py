"""The averaged perceptron for systems with families of transitions.

Any member that loses no arc is right (2013, Example 5; Goldberg and Elhadad 2010).  The update
rewards the best-scoring right member and penalises the one that would be chosen.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.classes import OTHER
from multiplane.guides.scorer import look, score
from multiplane.guides.task import Task
from multiplane.machine.walk import BACK, close_others, go, step_forth
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN
from multiplane.oracles.members import member_losses
from multiplane.oracles.right import TreeOracle, gold_label
from multiplane.search.rollout import decide, rollout, search
from multiplane.search.steps import find_open
from multiplane.training.updates import Averages, move_weights, next_random, train_label


class MemberPerceptron(NamedTuple):
    """A pilot that learns which member of a family to choose; arrays are by place on the walk."""

    oracle: TreeOracle
    averages: Averages
    random: NDArray[np.uint64]  # [1]
    explore: float  # probability of following a mistake
    counts: NDArray[np.int64]  # numbers of features in `found`
    found: NDArray[np.int64]  # [places, _]
    scores: NDArray[np.float32]  # [places, classes]
    losses: NDArray[np.int32]  # [places, transitions + 1]
    wanted: NDArray[np.int32]  # [places, transitions + 1]: the label of the arc, or -1


def room_along(task: Task, starts: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Make the arrays that `look_along` fills in, for sentences whose words begin at `starts`."""
    places = int(np.diff(starts).max(initial=0)) + 2
    transitions = task.code.transitions
    return {
        "counts": np.zeros(places, np.int64),
        "found": np.zeros((places, len(task.work.found)), np.int64),
        "scores": np.zeros((places, len(task.work.scores)), np.float32),
        "losses": np.zeros((places, transitions + 1), np.int32),
        "wanted": np.zeros((places, transitions + 1), np.int32),
    }


@lean
def look_along(pilot, gold, c, kin, sentence, task, scorer, ended):
    """Fill in losses, labels and scores at all places; return the last place and the least loss."""
    code, classes, settings, open_ = task.code, task.classes, task.settings, task.work.open
    passed, least = 0, FORBIDDEN
    while True:
        bits = find_open(
            c, kin, sentence.words, code, classes, settings, ended and not passed, open_
        )
        if passed:
            close_others(task.walk, open_)
        losses = pilot.losses[passed]
        best = member_losses(pilot.oracle, gold, c, code, task.walk, passed, open_, losses)
        least = min(least, best)
        for t in range(code.transitions + 1):
            label = gold_label(gold, c, classes.arcs, t, settings.directed)
            pilot.wanted[passed, t] = label
        if best < FORBIDDEN:
            count = look(scorer, c, kin, sentence, task, bits, pilot.found[passed])
            score(scorer, pilot.found[passed], count, task, open_, pilot.scores[passed])
            pilot.counts[passed] = count
        if not step_forth(c, code, task.walk):
            break
        passed += 1
    go(c, code, task.walk, BACK, passed)
    return passed, least


@lean
def compare(pilot, classes, passed, least):
    """Return the best right choice and the best of all, with their places, and if they agree."""
    good, good_far, guess, guess_far, agree = -1, 0, -1, 0, False
    scores, wanted = pilot.scores, pilot.wanted
    for far in range(passed + 1):
        for t in range(pilot.losses.shape[1]):
            if pilot.losses[far, t] == FORBIDDEN:
                continue
            for k in range(classes.starts[t], classes.starts[t + 1]):
                fits = wanted[far, t] < 0 or classes.by_label[t, wanted[far, t]] == k
                fits = fits and pilot.losses[far, t] == least
                if guess < 0 or scores[far, k] > scores[guess_far, guess]:
                    guess, guess_far, agree = k, far, fits
                if fits and (good < 0 or scores[far, k] > scores[good_far, good]):
                    good, good_far = k, far
    return good, good_far, guess, guess_far, agree


@decide.on(MemberPerceptron)
@lean
def decide_member(pilot, gold, c, kin, sentence, task, scorer, ended):
    classes, averages = task.classes, pilot.averages
    passed, least = look_along(pilot, gold, c, kin, sentence, task, scorer, ended)
    if least == FORBIDDEN:
        return -1, -1, 0
    good, good_far, guess, guess_far, agree = compare(pilot, classes, passed, least)
    averages.clock[0] += 1
    now = np.float32(averages.clock[0])
    if not agree:
        for k, at, by in ((good, good_far, np.float32(1)), (guess, guess_far, np.float32(-1))):
            move_weights(
                scorer.weights, averages.totals, pilot.found[at], pilot.counts[at], k, by, now
            )
    follow, far = good, good_far
    if agree or next_random(pilot.random) < pilot.explore:
        follow, far = guess, guess_far
    transition, label = classes.transitions[follow], classes.labels[follow]
    if classes.labels[good] == OTHER:
        wanted = pilot.wanted[good_far, classes.transitions[good]]
        found, count = pilot.found[good_far], pilot.counts[good_far]
        train_label(scorer, averages, found, count, task, wanted)
    if label == OTHER:
        found, count = pilot.found[far], pilot.counts[far]
        label = train_label(scorer, averages, found, count, task, -1)
        if follow == good and far == good_far:
            label = pilot.wanted[far, transition]
    return transition, label, far


search.on(MemberPerceptron)(rollout)
