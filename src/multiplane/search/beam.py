"""Beam search: the best few derivations side by side, for any system.

Parsers and learners share the search.  A learner also keeps the best right derivation beside the
beam (`training.structured`); what a pilot does at each point is registered by its type.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import clear_kin
from multiplane.guides.classes import OTHER
from multiplane.guides.scorer import look, name_label, score
from multiplane.guides.task import Work
from multiplane.machine.kernel import copy_to, is_terminal
from multiplane.machine.steps import most_steps
from multiplane.native import inlined, jit, lean
from multiplane.native.bytype import by_type
from multiplane.search.rollout import search
from multiplane.search.steps import do, find_open

IDLE = -1  # the class of an item whose derivation has ended
NOBODY = -1


class Items(NamedTuple):
    """The items of a beam; the last place is for a learner."""

    totals: NDArray[np.float64]
    next_totals: NDArray[np.float64]
    done: NDArray[np.bool_]
    next_done: NDArray[np.bool_]
    parents: NDArray[np.int64]  # of the next items
    chosen: NDArray[np.int64]  # classes of the next items
    labels: NDArray[np.int64]  # the label that OTHER stands for
    counts: NDArray[np.int64]  # numbers of features in `found`
    found: NDArray[np.int64]  # [items, _]
    open: NDArray[np.bool_]  # [items, transitions + 1]


class Beam(NamedTuple):
    """A pilot that follows several derivations and returns the best."""

    items: Items


def make_items(width: int, work: Work) -> Items:
    """Make the items of a beam for a search with this work space."""
    places = width + 1
    totals, next_totals = np.zeros((2, places))
    done, next_done = np.zeros((2, places), np.bool_)
    parents, chosen, labels, counts = np.zeros((4, places), np.int64)
    found = np.zeros((places, len(work.found)), np.int64)
    open_ = np.zeros((places, len(work.open)), np.bool_)
    return Items(
        totals, next_totals, done, next_done, parents, chosen, labels, counts, found, open_
    )


# What a pilot that follows a beam must define.


@by_type
def start_sentence(pilot, gold, start, sentence):
    """Prepare for a sentence; return the pilot's state for it."""


@by_type
def extra_item(pilot):
    """Return the place of an item outside the beam that is searched along with it, or NOBODY."""


@by_type
def judge_item(pilot, kept, c, i, task, scorer):
    """Inspect an item, done or scored; return the label that OTHER stands for."""


@by_type
def is_lost(pilot):
    """Is it useless to go on?"""


@by_type
def other_label(pilot, i, k, t):
    """Return the label for class k of item i, whose label is OTHER."""


@by_type
def note_item(pilot, kept, place, i, k, label):
    """Record which item and class the next item at a place comes from."""


@by_type
def end_step(pilot, size):
    """Called at the end of each step."""


@by_type
def end_sentence(pilot, kept, c, kin, sentence, task, scorer):
    """Called at the end of the sentence; `c` and `kin` are free to use."""


@lean
def offer(ranked, parents, chosen, count, score, parent, k):
    """Put a candidate among the best; return how many there are."""
    width = len(ranked) - 1
    if count == width:
        if score <= ranked[width - 1]:
            return count
        count -= 1
    at = count
    while at > 0 and ranked[at - 1] < score:
        ranked[at], parents[at], chosen[at] = ranked[at - 1], parents[at - 1], chosen[at - 1]
        at -= 1
    ranked[at], parents[at], chosen[at] = score, parent, k
    return count + 1


@inlined
def offer_all(items, count, parent, scores, starts):
    """Offer everything that an item may do, or to stay as it is if it may do nothing."""
    ranked, parents, chosen = items.next_totals, items.parents, items.chosen
    idle, total = True, items.totals[parent]
    for t in range(len(starts) - 1):
        if items.open[parent, t]:
            idle = False
            for k in range(starts[t], starts[t + 1]):
                count = offer(ranked, parents, chosen, count, total + scores[k], parent, k)
    return offer_idle(items, count, parent) if idle else count


@inlined
def offer_idle(items, count, parent):
    """Offer that an item stays as it is."""
    ranked, parents, chosen = items.next_totals, items.parents, items.chosen
    return offer(ranked, parents, chosen, count, items.totals[parent], parent, IDLE)


@lean
def start_item(items, place, start, c, kin, words):
    """Put the start configuration at a place."""
    copy_to(c, start)
    clear_kin(kin, words)
    items.totals[place], items.done[place] = 0.0, False


@inlined
def look_around(items, i, c, kin, sentence, task, scorer):
    """Find the open transitions of an item, and prefetch its weights."""
    ended = is_terminal(c, task.code)
    items.done[i] = items.done[i] or (ended and not task.settings.stops)
    if not items.done[i]:
        bits = find_open(
            c, kin, sentence.words, task.code, task.classes, task.settings, ended, items.open[i]
        )
        items.counts[i] = look(scorer, c, kin, sentence, task, bits, items.found[i])


@lean
def beam_steps(pilot, kept, start, states, kins, sentence, task, scorer):
    """Run a sentence to its end; return which of the two sets of states has the best item first."""
    items, code, classes, scores = pilot.items, task.code, task.classes, task.work.scores
    width, words = len(items.totals) - 1, sentence.words
    start_item(items, 0, start, states[0, 0], kins[0, 0], words)
    start_item(items, width, start, states[0, width], kins[0, width], words)
    now, size = 0, 1
    for _ in range(most_steps(words)):
        others = extra_item(pilot)
        for n in range(size + 1):  # prefetch all rows before the first is used
            i = n if n < size else others
            if i != NOBODY:
                look_around(items, i, states[now, i], kins[now, i], sentence, task, scorer)
        found, running = 0, False
        for n in range(size + 1):
            i = n if n < size else others
            if i == NOBODY:
                continue
            if items.done[i]:
                judge_item(pilot, kept, states[now, i], i, task, scorer)
                if i < width:
                    found = offer_idle(items, found, i)
                continue
            score(scorer, items.found[i], items.counts[i], task, items.open[i], scores)
            items.labels[i] = judge_item(pilot, kept, states[now, i], i, task, scorer)
            if i < width:
                found = offer_all(items, found, i, scores, classes.starts)
        if is_lost(pilot):
            break
        then = 1 - now
        for n in range(found + 1):
            place = n if n < found else extra_item(pilot)
            if place == NOBODY:
                continue
            i, k = items.parents[place], items.chosen[place]
            copy_to(states[then, place], states[now, i])
            copy_to(kins[then, place], kins[now, i])
            t = code.transitions if k == IDLE else classes.transitions[k]
            items.next_done[place] = t == code.transitions
            label = -1
            if not items.next_done[place]:
                running = running or place < width
                label = classes.labels[k]
                if label == OTHER:
                    label = other_label(pilot, i, k, t)
                do(states[then, place], kins[then, place], words, code, classes, t, label)
            note_item(pilot, kept, place, i, k, label)
        for place in range(width + 1):
            items.totals[place], items.done[place] = (
                items.next_totals[place],
                items.next_done[place],
            )
        end_step(pilot, found)
        size, now = found, then
        if not running:
            break
    return now


@jit
def side_by_side(pilot, gold, c, kin, sentence, task, scorer):
    """Search for pilots that follow several derivations."""
    places = len(pilot.items.totals)
    states = np.empty((2, places, len(c)), np.int32)
    kins = np.empty((2, places, len(kin)), np.int32)
    kept = start_sentence(pilot, gold, c, sentence)
    now = beam_steps(pilot, kept, c, states, kins, sentence, task, scorer)
    end_sentence(pilot, kept, states[1 - now, 0], kins[1 - now, 0], sentence, task, scorer)
    copy_to(c, states[now, 0])
    copy_to(kin, kins[now, 0])


# A parser's beam has no item outside, and records nothing.


@start_sentence.on(Beam)
@lean
def begin_nothing(pilot, gold, start, sentence):  # noqa: ARG001 - as the others
    return None


@extra_item.on(Beam)
@lean
def nobody_outside(pilot):  # noqa: ARG001 - as the others
    return NOBODY


@judge_item.on(Beam)
@inlined
def name_other(pilot, kept, c, i, task, scorer):  # noqa: ARG001 - as the others
    items = pilot.items
    if items.done[i] or not task.classes.has_other:
        return -1
    return name_label(scorer, items.found[i], items.counts[i], task)


@is_lost.on(Beam)
@lean
def never_lost(pilot):  # noqa: ARG001 - as the others
    return False


@other_label.on(Beam)
@inlined
def named_label(pilot, i, k, t):  # noqa: ARG001 - as the others
    return pilot.items.labels[i]


@note_item.on(Beam)
@inlined
def keep_nothing(pilot, kept, place, i, k, label):
    pass


@end_step.on(Beam)
@lean
def conclude_nothing(pilot, size):
    pass


@end_sentence.on(Beam)
@inlined
def finish_nothing(pilot, kept, c, kin, sentence, task, scorer):
    pass


search.on(Beam)(side_by_side)
