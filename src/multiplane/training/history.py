"""The derivations of a beam as a tree of nodes, and the update from two of them."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.scorer import look
from multiplane.machine.kernel import copy_to
from multiplane.native import jit, lean
from multiplane.search.beam import IDLE
from multiplane.search.rollout import decide, rollout
from multiplane.search.steps import find_open
from multiplane.training.updates import move_weights


class History(NamedTuple):
    """All items that were ever in a beam, by node; node 0 is the start."""

    parents: NDArray[np.int64]
    classes: NDArray[np.int64]
    labels: NDArray[np.int64]


class Replay(NamedTuple):
    """A pilot that repeats a derivation, and updates weights from step `skip` on."""

    history: History
    path: NDArray[np.int64]  # nodes
    skip: int  # number of steps without updates
    by: np.float32
    totals: NDArray[np.float32]
    now: np.float32
    at: NDArray[np.int64]  # [1]: the number of the step


@jit
def trace_back(history, node):
    """List the nodes on the path to a node, in order, without idle ones."""
    count, at = 0, node
    while at > 0:
        count += history.classes[at] != IDLE
        at = history.parents[at]
    path, at = np.zeros(count, np.int64), node
    while at > 0:
        if history.classes[at] != IDLE:
            count -= 1
            path[count] = at
        at = history.parents[at]
    return path


@decide.on(Replay)
@lean
def decide_as_before(pilot, gold, c, kin, sentence, task, scorer, ended):  # noqa: ARG001 - as others
    step = pilot.at[0]
    if step == len(pilot.path):
        return -1, -1, 0
    pilot.at[0] += 1
    node = pilot.path[step]
    k = pilot.history.classes[node]
    if step >= pilot.skip:
        work = task.work
        bits = find_open(
            c, kin, sentence.words, task.code, task.classes, task.settings, ended, work.open
        )
        count = look(scorer, c, kin, sentence, task, bits, work.found)
        move_weights(scorer.weights, pilot.totals, work.found, count, k, pilot.by, pilot.now)
    return task.classes.transitions[k], pilot.history.labels[node], 0


@jit
def correct_weights(nodes, averages, kept, c, kin, sentence, task, scorer):
    """Reward the steps that led to the first node, and penalise those that led to the second.

    Steps that both share are left alone.
    """
    history, now = kept.history, np.float32(averages.clock[0])
    right, wrong = trace_back(history, nodes[0]), trace_back(history, nodes[1])
    shared = 0
    while shared < min(len(right), len(wrong)) and right[shared] == wrong[shared]:
        shared += 1
    for path, by in ((right, np.float32(1)), (wrong, np.float32(-1))):
        copy_to(c, kept.start)
        at = np.zeros(1, np.int64)
        pilot = Replay(history, path, shared, by, averages.totals, now, at)
        rollout(pilot, None, c, kin, sentence, task, scorer)
