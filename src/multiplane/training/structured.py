"""Training for beam search: the structured perceptron with max-violation updates.

Every derivation that loses no arc is right (Goldberg and Nivre 2012).  The update rewards the best
of them under the current weights and penalises the best item of the beam, up to the step where the
right one falls behind most (Huang, Fayong and Guo 2012).
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.classes import OTHER
from multiplane.machine.steps import most_steps
from multiplane.native import jit, lean
from multiplane.oracles.gold import GoldTree
from multiplane.oracles.right import TreeOracle, gold_label, judge
from multiplane.search.beam import (
    IDLE,
    NOBODY,
    Items,
    end_sentence,
    end_step,
    extra_item,
    is_lost,
    judge_item,
    note_item,
    other_label,
    side_by_side,
    start_sentence,
)
from multiplane.search.rollout import search
from multiplane.training.history import History, correct_weights
from multiplane.training.lessons import mark_right
from multiplane.training.updates import Averages, train_label

# Marks of a `BeamLearner`: is the best right derivation in the beam; its node; the item that it
# continues (-1: none); the number of nodes; the right node and the beam's node where it fell behind
# most (-1: never); is the first item of the beam right?
IN_BEAM, GOLD_NODE, PARENT, USED, WORST_GOLD, WORST_BEAM, FIRST_IS_RIGHT = range(7)
MARKS = 7
BEST, WORST = range(2)  # sums: the score of the best right derivation, and how far it fell behind


class BeamLearner(NamedTuple):
    """A pilot that follows a beam and, in an extra last place, the best right derivation."""

    items: Items
    oracle: TreeOracle
    averages: Averages
    good: NDArray[np.bool_]  # by item: is it right so far?
    next_good: NDArray[np.bool_]
    nodes: NDArray[np.int64]  # of the history, by item
    next_nodes: NDArray[np.int64]
    is_right: NDArray[np.bool_]  # [items, classes]
    right_labels: NDArray[np.int64]  # [items, transitions + 1], or -1
    cost: NDArray[np.int32]  # by transition
    right: NDArray[np.bool_]  # by class
    marks: NDArray[np.int64]
    sums: NDArray[np.float64]


class Kept(NamedTuple):
    """A learner's state for one sentence."""

    gold: GoldTree
    start: NDArray[np.int32]
    history: History


@start_sentence.on(BeamLearner)
@jit
def start_history(pilot, gold, start, sentence):
    room = (most_steps(sentence.words) + 1) * len(pilot.good) + 1
    last = len(pilot.good) - 1
    pilot.good[0] = pilot.good[last] = True
    pilot.nodes[0] = pilot.nodes[last] = 0
    pilot.marks[IN_BEAM], pilot.marks[USED], pilot.marks[FIRST_IS_RIGHT] = 1, 1, 0
    pilot.marks[WORST_GOLD] = pilot.marks[WORST_BEAM] = -1
    pilot.sums[WORST] = 0.0
    forget_best(pilot)
    history = History(np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int64))
    return Kept(gold, start, history)


@lean
def forget_best(pilot):
    pilot.marks[PARENT], pilot.sums[BEST] = -1, -1e300


@extra_item.on(BeamLearner)
@lean
def right_one_outside(pilot):
    return NOBODY if pilot.marks[IN_BEAM] else len(pilot.good) - 1


@lean
def note_if_best(pilot, total, i, k):
    """Note an item and a class if they are the best right ones so far."""
    if total > pilot.sums[BEST]:
        last, items = len(pilot.good) - 1, pilot.items
        pilot.sums[BEST], pilot.marks[PARENT] = total, i
        items.next_totals[last], items.parents[last], items.chosen[last] = total, i, k


@judge_item.on(BeamLearner)
@lean
def weigh_and_learn(pilot, kept, c, i, task, scorer):
    """Find the right classes and the best of them; learn the label that OTHER stands for."""
    items, code, classes = pilot.items, task.code, task.classes
    total = items.totals[i]
    if items.done[i]:
        if pilot.good[i]:
            note_if_best(pilot, total, i, IDLE)
        return -1
    wanted = -1
    if pilot.good[i]:
        open_, directed, scores = items.open[i], task.settings.directed, task.work.scores
        known = judge(pilot.oracle, kept.gold, c, code, open_, pilot.cost)
        mark_right(kept.gold, c, classes, directed, open_, pilot.cost, pilot.right)
        for k in range(len(pilot.right)):
            pilot.is_right[i, k] = known and pilot.right[k]
            if pilot.is_right[i, k]:
                note_if_best(pilot, total + scores[k], i, k)
        for t in range(code.transitions):
            pilot.right_labels[i, t] = -1
            if open_[t]:
                label = gold_label(kept.gold, c, classes.arcs, t, directed)
                pilot.right_labels[i, t] = label
                if classes.has_other and label >= 0:
                    k = classes.by_label[t, label]
                    if pilot.is_right[i, k] and classes.labels[k] == OTHER:
                        wanted = label
        pilot.good[i] = known
    if not classes.has_other:
        return -1
    return train_label(scorer, pilot.averages, items.found[i], items.counts[i], task, wanted)


@is_lost.on(BeamLearner)
@lean
def nothing_is_right(pilot):
    pilot.marks[IN_BEAM] = 0  # `keep_node` sets it again
    return pilot.marks[PARENT] < 0


@lean
def stays_right(pilot, i, k):
    return pilot.good[i] and (k == IDLE or pilot.is_right[i, k])


@other_label.on(BeamLearner)
@lean
def label_to_follow(pilot, i, k, t):
    return pilot.right_labels[i, t] if stays_right(pilot, i, k) else pilot.items.labels[i]


@note_item.on(BeamLearner)
@lean
def keep_node(pilot, kept, place, i, k, label):
    marks, history, last = pilot.marks, kept.history, len(pilot.good) - 1
    node = marks[USED]
    marks[USED] += 1
    history.parents[node], history.classes[node], history.labels[node] = pilot.nodes[i], k, label
    pilot.next_good[place], pilot.next_nodes[place] = stays_right(pilot, i, k), node
    if i == marks[PARENT] and k == pilot.items.chosen[last]:
        marks[GOLD_NODE] = node
        if place < last:
            marks[IN_BEAM] = 1


@end_step.on(BeamLearner)
@lean
def compare_with_best(pilot, size):
    marks, last = pilot.marks, len(pilot.good) - 1
    for place in range(size):
        pilot.good[place], pilot.nodes[place] = pilot.next_good[place], pilot.next_nodes[place]
    if not marks[IN_BEAM]:
        pilot.good[last], pilot.nodes[last] = True, pilot.next_nodes[last]
    marks[FIRST_IS_RIGHT] = pilot.good[0]
    behind = pilot.items.totals[0] - pilot.sums[BEST]
    if not pilot.good[0] and behind >= pilot.sums[WORST]:
        pilot.sums[WORST] = behind
        marks[WORST_GOLD], marks[WORST_BEAM] = marks[GOLD_NODE], pilot.nodes[0]
    forget_best(pilot)


@end_sentence.on(BeamLearner)
@jit
def learn_from_worst(pilot, kept, c, kin, sentence, task, scorer):
    marks = pilot.marks
    pilot.averages.clock[0] += 1
    if not marks[FIRST_IS_RIGHT] and marks[WORST_GOLD] >= 0:
        nodes = marks[WORST_GOLD], marks[WORST_BEAM]
        correct_weights(nodes, pilot.averages, kept, c, kin, sentence, task, scorer)


search.on(BeamLearner)(side_by_side)


def beam_learner(
    items: Items, oracle: TreeOracle, averages: Averages, transitions: int, classes: int
) -> BeamLearner:
    """Make a learner with its work space."""
    places = len(items.totals)
    return BeamLearner(
        items,
        oracle,
        averages,
        good=np.zeros(places, np.bool_),
        next_good=np.zeros(places, np.bool_),
        nodes=np.zeros(places, np.int64),
        next_nodes=np.zeros(places, np.int64),
        is_right=np.zeros((places, classes), np.bool_),
        right_labels=np.zeros((places, transitions + 1), np.int64),
        cost=np.zeros(transitions + 1, np.int32),
        right=np.zeros(classes, np.bool_),
        marks=np.zeros(MARKS, np.int64),
        sums=np.zeros(2),
    )
