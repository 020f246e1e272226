"""Expected costs: what a transition loses on average, if heads are known by their probabilities.

The dynamic oracle asks how many gold arcs a transition makes unreachable.  Here every arc (h, d) has
a probability in the place of gold arcs.  The expected loss of a configuration is the sum of the
probabilities of all arcs that are neither built nor can still be built, each considered alone
(`reach`).  The expected cost of a transition is how much it adds to the expected loss.

Expectations add up, so this is the mean of the losses of trees drawn with these probabilities, heads
independent or not, where arcs that can be built one by one can be built together.  Elsewhere,
as for trees with crossing arcs, it is a lower bound, like the reachability of single arcs itself.

- Without an artificial root, a word becomes a root if it gets no head: an arc from 0 is lost as
  soon as the word gets one.
- Where words may have several heads, or arcs no direction, an arc that is built costs the
  probability that it is not right.
- Where rotations in a row are limited, rotating costs what the best step after it costs.
"""

# mypy: disable-error-code="no-untyped-def"

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.machine.explore import ends_are_final
from multiplane.machine.kernel import (
    apply,
    arc_field,
    component,
    copy_to,
    field,
    has_arc,
    is_terminal,
    permitted,
)
from multiplane.machine.layout import ARCS, DEPENDENT, FIRST, HEAD, NODES, SWITCHES, machine
from multiplane.native import lean, lean_entry
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.loss import can_build, describe
from multiplane.oracles.reach import Reach, reach_table

CLOSED = np.float32(-1)  # the cost of a transition that is not open


class Prospects(NamedTuple):
    """What the expected loss depends on in a system."""

    reach: Reach
    directed: bool
    single: bool  # do words have at most one head?
    acyclic: bool  # is no arc built between linked words?
    root: bool  # is the artificial root a node?
    final: bool  # nothing can be added in a terminal configuration


class Room(NamedTuple):
    """Arrays to work in; not shared between threads."""

    work: NDArray[np.int32]
    trials: NDArray[np.int32]


@cache
def prospects(system: System) -> Prospects:
    """Return what the expected loss depends on in a system."""
    keeps = analyse(system)
    return Prospects(
        reach=reach_table(system).reach,
        directed=system.directed,
        single=system.directed and keeps.keeps_single_heads,
        acyclic=keeps.keeps_acyclic or not system.directed,
        root=system.has_root,
        final=ends_are_final(system),
    )


def cost_room(system: System, words: int) -> Room:
    """Return room to work in, for sentences of up to so many words."""
    size = len(machine(system, words).start)
    return Room(np.zeros((WORK, words + 2), np.int32), np.zeros((3, size), np.int32))


@lean_entry
def expected_loss(c, code, prospects, beliefs, first, room):
    """Sum the probabilities of the arcs that are not built and can no longer be built.

    `first` is the number of the sentence's first node in the beliefs.
    """
    ended = prospects.final and is_terminal(c, code)
    describe(c, code, prospects.reach.kinds, room.work)
    newest, lost = field(c, FIRST, 0), 0.0
    for d in range(1, c[NODES]):
        for at in range(beliefs.head_starts[first + d], beliefs.head_starts[first + d + 1]):
            h = beliefs.heads[at]
            if h == 0 and not prospects.root:
                gone = prospects.single and c[newest + d] >= 0
            elif _is_built(c, h, d, prospects):
                gone = False
            elif ended or (prospects.single and c[newest + d] >= 0):
                gone = True
            elif prospects.acyclic and component(c, h) == component(c, d):
                gone = True
            else:
                gone = not can_build(h, d, prospects.reach, room.work, prospects.directed)
            if gone:
                lost += beliefs.head_chances[at]
    if not prospects.single:
        for arc in range(c[ARCS]):
            lost += 1 - _chance_of(c, arc, beliefs, first, prospects)
    return np.float32(lost)


@lean
def _is_built(c, h, d, prospects):
    return has_arc(c, h, d) if prospects.directed else has_arc(c, min(h, d), max(h, d))


@lean
def _chance_of(c, arc, beliefs, first, prospects):
    """Return the probability of an arc; of one without direction, that of either direction."""
    head, dependent = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
    chance = believed(beliefs, first, head, dependent)
    return chance if prospects.directed else chance + believed(beliefs, first, dependent, head)


@lean
def believed(beliefs, first, head, dependent):
    """Return the probability of an arc; 0 if it is not among the likely ones."""
    begin, end = beliefs.head_starts[first + dependent], beliefs.head_starts[first + dependent + 1]
    for at in range(begin, end):
        if beliefs.heads[at] == head:
            return beliefs.head_chances[at]
    return np.float32(0)


@lean
def _after(c, code, prospects, beliefs, first, room):
    """Return the expected loss; right after a rotation, that of the best step that may follow."""
    if c[SWITCHES] == 0:
        return expected_loss(c, code, prospects, beliefs, first, room)
    best = np.float32(np.inf)
    while True:
        again = -1
        for t in range(code.transitions):
            if permitted(c, code, t):
                trial = room.trials[1, : len(c)]
                copy_to(trial, c)
                apply(trial, code, t, 0)
                if trial[SWITCHES]:
                    again = t
                else:
                    best = min(
                        best, expected_loss(trial, code, prospects, beliefs, first, room)
                    )
        if again < 0:
            return best
        apply(c, code, again, 0)


@lean_entry
def expected_costs(c, code, prospects, beliefs, first, open_, room, out):
    """Fill in what each open transition adds to the expected loss; `CLOSED` for others."""
    before = expected_loss(c, code, prospects, beliefs, first, room)
    trial = room.trials[0, : len(c)]
    for t in range(code.transitions):
        out[t] = CLOSED
        if open_[t]:
            copy_to(trial, c)
            apply(trial, code, t, 0)
            after = _after(trial, code, prospects, beliefs, first, room)
            out[t] = max(np.float32(0), after - before)
