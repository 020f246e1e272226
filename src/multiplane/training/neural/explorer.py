"""Run sentences by a network's own choices, and note what it should have chosen."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.scorer import look, score
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN
from multiplane.oracles.right import GraphOracle, TreeOracle, judge
from multiplane.search.rollout import decide, rollout, search
from multiplane.search.steps import best_class, find_open, only_class
from multiplane.training.lessons import mark_right
from multiplane.training.members import compare, look_along
from multiplane.training.neural.notes import Notes, next_row
from multiplane.training.updates import best_of, next_random


class Explorer(NamedTuple):
    """A pilot that follows the network's choices, or the best right one."""

    oracle: TreeOracle | GraphOracle
    random: NDArray[np.uint64]  # [1]
    explore: float  # probability of following a mistake
    cost: NDArray[np.int32]  # by transition
    right: NDArray[np.bool_]  # by class
    notes: Notes


class MemberExplorer(NamedTuple):
    """The same for systems with families; arrays are by place on the walk, as for perceptrons."""

    oracle: TreeOracle
    random: NDArray[np.uint64]
    explore: float
    counts: NDArray[np.int64]
    found: NDArray[np.int64]
    scores: NDArray[np.float32]
    losses: NDArray[np.int32]
    wanted: NDArray[np.int32]
    notes: Notes


@lean
def note_choice(notes, found, count, open_, starts, right):
    at = next_row(notes, found, count)
    notes.used[1] += 1
    if at >= 0:
        for t in range(len(starts) - 1):
            for k in range(starts[t], starts[t + 1]):
                notes.open[at, k] = open_[t]
                notes.right[at, k] = right[k] and open_[t]


@decide.on(Explorer)
@lean
def decide_and_note(pilot, gold, c, kin, sentence, task, scorer, ended):
    code, classes, work, settings = task.code, task.classes, task.work, task.settings
    right = pilot.right
    bits = find_open(c, kin, sentence.words, code, classes, settings, ended, work.open)
    if not judge(pilot.oracle, gold, c, code, work.open, pilot.cost):
        return -1, -1, 0
    only = only_class(work.open, classes.starts)
    if only >= 0:  # nothing to learn
        return classes.transitions[only], classes.labels[only], 0
    mark_right(gold, c, classes, settings.directed, work.open, pilot.cost, right)
    count = look(scorer, c, kin, sentence, task, bits, work.found)
    score(scorer, work.found, count, task, work.open, work.scores)
    note_choice(pilot.notes, work.found, count, work.open, classes.starts, right)
    good = best_of(work.scores, right)
    guess = best_class(work.scores, work.open, classes.starts)
    follow = guess if right[guess] or next_random(pilot.random) < pilot.explore else good
    return classes.transitions[follow], classes.labels[follow], 0


@lean
def note_members(pilot, classes, passed, least):
    """Note all members of all places."""
    notes, losses, wanted = pilot.notes, pilot.losses, pilot.wanted
    for far in range(passed + 1):
        at = -1
        for t in range(losses.shape[1]):
            if losses[far, t] == FORBIDDEN:
                continue
            if at < 0:
                at = next_row(notes, pilot.found[far], pilot.counts[far])
                if at < 0:
                    break
            for k in range(classes.starts[t], classes.starts[t + 1]):
                fits = wanted[far, t] < 0 or classes.by_label[t, wanted[far, t]] == k
                notes.open[at, k] = True
                notes.right[at, k] = fits and losses[far, t] == least
    notes.used[1] += 1


@decide.on(MemberExplorer)
@lean
def decide_member_and_note(pilot, gold, c, kin, sentence, task, scorer, ended):
    classes = task.classes
    passed, least = look_along(pilot, gold, c, kin, sentence, task, scorer, ended)
    if least == FORBIDDEN:
        return -1, -1, 0
    good, good_far, guess, guess_far, agree = compare(pilot, classes, passed, least)
    note_members(pilot, classes, passed, least)
    follow, far = good, good_far
    if agree or next_random(pilot.random) < pilot.explore:
        follow, far = guess, guess_far
    return classes.transitions[follow], classes.labels[follow], far


search.on(Explorer)(rollout)
search.on(MemberExplorer)(rollout)
