"""Expected costs: what a transition loses on average, if heads are known by their probabilities.

The dynamic oracle counts the gold arcs that a transition makes unreachable.  Here every arc has a
probability instead (`beliefs`).  The expected cost of a transition is the sum of the probabilities
of all arcs that can still be built before it, each considered alone (`reach`), and neither can be
built nor are built after it.

Expectations add up.  So if trees are drawn at random, and these are the probabilities of their
arcs, this is how many arcs of the tree become unreachable on average, whether the heads of words
depend on each other or not.  In arc-decomposable systems (Goldberg and Nivre 2013) it is the mean
growth of the dynamic oracle's loss.  Elsewhere arcs may exclude each other, which is not counted;
and where the table of `reach` is not exact, some arcs count as lost too late.

- Without an artificial root, a word without a head is a root: an arc from 0 becomes unreachable
  when the word gets a head.
- Where words may have several heads, or arcs no direction, an arc that is built costs the
  probability that it is wrong.
- Rotating stacks costs what the best step after it costs, as rotations in a row are limited.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    node_at,
)
from multiplane.machine.layout import (
    ARCS,
    DEPENDENT,
    FIRST,
    HEAD,
    LIES,
    NODES,
    SWITCHES,
    machine,
)
from multiplane.machine.permission import permitted
from multiplane.native import lean, lean_entry
from multiplane.oracles.beliefs import believed
from multiplane.oracles.changes import DEPTH, ENTERS, LEAVES, STORE, Changes, changes
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.local import local_cost
from multiplane.oracles.loss import can_build, describe
from multiplane.oracles.properties import properties
from multiplane.oracles.reach import Reach, reach_table
from multiplane.oracles.sums import Sums, forget, new_sums, sum_up
from multiplane.remembered import by_length

CLOSED = np.float32(-1)  # in place of the cost of a transition that is not open


class Prospects(NamedTuple):
    """What expected costs depend on in a system."""

    reach: Reach
    changes: Changes
    directed: bool  # from here to `root`, see `properties`
    single: bool
    acyclic: bool
    root: bool
    final: bool  # nothing can be added in a terminal configuration


class Room(NamedTuple):
    """Arrays to work in; not shared between threads."""

    sums: Sums
    before: NDArray[np.int32]  # [WORK, words + 2]: descriptions of all words
    after: NDArray[np.int32]
    trial: NDArray[np.int32]  # a configuration that transitions are tried on
    lies: NDArray[np.int32]  # [stores]: where stores lie before rotations


@by_length
def prospects(system: System, nodes: int = 0) -> Prospects:
    """Return what expected costs depend on in a system.

    `nodes` is that of the program: 0, unless it has members of families for each length.
    """
    return Prospects(
        reach=reach_table(system).reach,
        changes=changes(system, nodes),
        final=ends_are_final(system),
        **properties(system)._asdict(),
    )


def cost_room(system: System, words: int, nodes: int = 0) -> Room:
    """Return room to work in, for sentences of up to so many words."""
    return Room(
        sums=new_sums(system, words, nodes),
        before=np.zeros((WORK, words + 2), np.int32),
        after=np.zeros((WORK, words + 2), np.int32),
        trial=np.zeros(len(machine(system, words).start), np.int32),
        lies=np.zeros(len(system.stores), np.int32),
    )


@lean_entry
def expected_costs(c, code, prospects, beliefs, first, open_, room, out):
    """Fill in the expected cost of each open transition, and `CLOSED` for others.

    `first` is the number of the sentence's first node in the beliefs.
    """
    rotates = prospects.changes.rotates
    pairs = sum_up(c, prospects, beliefs, first, room.sums)
    for t in range(code.transitions):
        out[t] = CLOSED
        if open_[t] and not rotates[t]:
            out[t] = _cost(c, code, prospects, beliefs, first, room, pairs, t)
    for t in range(code.transitions):
        if open_[t] and rotates[t]:
            out[t] = _cost_of_rotating(c, code, prospects, beliefs, first, room, pairs, t)
    forget(room.sums)


@lean
def _cost(c, code, prospects, beliefs, first, room, pairs, t):
    """Return the expected cost of a transition that does not rotate."""
    if _is_local(c, code, prospects, t):
        return local_cost(c, prospects, beliefs, first, room.sums, pairs, t)
    return _trial_cost(c, code, prospects, beliefs, first, room, t)


@lean
def _cost_of_rotating(c, code, prospects, beliefs, first, room, pairs, rotation):
    """Return the cost of the best step after one rotation or more, and rotate back."""
    for store in range(code.stores):
        room.lies[store] = c[LIES + store]
    switches, again, best = c[SWITCHES], rotation, np.float32(np.inf)
    while again >= 0:
        apply(c, code, again, 0)
        again = -1
        for t in range(code.transitions):
            if permitted(c, code, t):
                if prospects.changes.rotates[t]:
                    again = t
                else:
                    best = min(best, _cost(c, code, prospects, beliefs, first, room, pairs, t))
    for store in range(code.stores):
        c[LIES + store] = room.lies[store]
    c[SWITCHES] = switches
    return best if best < np.inf else np.float32(0)


@lean
def _is_local(c, code, prospects, t):
    """Can the cost be found from the words that the transition changes?

    Not where it leads to an end at which some words look as if they could be linked, nor where the
    root enters or leaves the first store, if it matters whether it lies above others there.
    """
    changes = prospects.changes
    if not changes.local[t]:
        return False
    if changes.near and prospects.root:
        for row in range(changes.starts[t], changes.starts[t + 1]):
            moves = (changes.words[row, LEAVES] | changes.words[row, ENTERS]) & 1
            if moves and node_at(c, changes.words[row, STORE], changes.words[row, DEPTH]) == 0:
                return False
    if not (prospects.final and changes.ends):
        return True
    for store in range(code.stores):
        size = c[c[LIES + store]] + changes.sizes[t, store]
        if code.ends[store] >= 0 and size != code.ends[store]:
            return True
    return False


@lean
def _trial_cost(c, code, prospects, beliefs, first, room, t):
    trial = room.trial[: len(c)]
    copy_to(trial, c)
    apply(trial, code, t, 0)
    return full_cost(c, trial, code, prospects, beliefs, first, room)


@lean_entry
def full_cost(c, then, code, prospects, beliefs, first, room):
    """Return the expected cost of coming from one configuration to another: look at all words."""
    describe(c, code, prospects.reach.kinds, room.before)
    describe(then, code, prospects.reach.kinds, room.after)
    cost = np.float32(0)
    for d in range(1, c[NODES]):
        for at in range(beliefs.head_starts[first + d], beliefs.head_starts[first + d + 1]):
            h = beliefs.heads[at]
            if not is_lost(c, code, h, d, prospects, room.before) and is_lost(
                then, code, h, d, prospects, room.after
            ):
                cost += beliefs.head_chances[at]
    if not prospects.single:
        for arc in range(c[ARCS], then[ARCS]):
            head, dependent = (
                then[arc_field(then, HEAD, arc)],
                then[arc_field(then, DEPENDENT, arc)],
            )
            cost += 1 - believed(beliefs, first, head, dependent, prospects.directed)
    return cost


@lean
def is_lost(c, code, h, d, prospects, work):
    """Is an arc neither built nor can it be built?  `describe` must have filled in `work`."""
    headed = prospects.single and c[field(c, FIRST, d)] >= 0
    if h == 0 and not prospects.root:
        return headed
    if has_arc(c, h, d) if prospects.directed else has_arc(c, min(h, d), max(h, d)):
        return False
    if headed or (prospects.final and is_terminal(c, code)):
        return True
    if prospects.acyclic and component(c, h) == component(c, d):
        return True
    return not can_build(h, d, prospects.reach, work, prospects.directed)
