"""What a transition loses of a graph in which words may have several heads, for any system.

The loss counts the gold arcs that cannot be built any more, each by itself (`reach`), and the arcs
there are that are not gold.  It is a lower bound: arcs may be in each other's way.  So one
transition is right at a time, as in the oracles of the papers: arcs first, those that reduce a word
before others; then what shortens the buffer, then REDUCE, and SWITCH last.
"""

# mypy: disable-error-code="no-untyped-def"

from functools import cache

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import rule
from multiplane.calculus.stores import β
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.machine.kernel import (
    S_FIRST,
    S_STORES,
    apply,
    copy_to,
    field,
    has_arc,
    lies,
    node_at,
)
from multiplane.machine.layout import ARCS, WHERE
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN
from multiplane.oracles.loss import can_build, describe


@cache
def graph_order(system: System) -> NDArray[np.int32]:
    """Return the transitions by number, best first; with a second column: is it a mere REDUCE?"""
    ranked = []
    for position, (_, transition) in enumerate(system.actions(0)):
        normal = rule(transition, system.stores)
        words = effect(normal).words
        drops = all(change <= 0 for change in words.values()) and not normal.rotates
        if normal.arcs:
            rank = 1 if sum(words.values()) >= 0 else 0
        elif words.get(β, 0) < 0:
            rank = 2
        else:
            rank = 4 if normal.rotates else 3
        ranked.append((rank, position, bool(system.rotating) and rank == 3 and drops))
    return np.array([entry[1:] for entry in sorted(ranked)], np.int32)


@lean
def graph_loss(c, settings, heads, dependents, reach, w):
    """Count the gold arcs that are lost, and the arcs that are not gold."""
    kinds, can, codes = reach
    describe(c, settings, kinds, w)
    right, lost = 0, 0
    for arc in range(len(heads)):
        if has_arc(c, heads[arc], dependents[arc]):
            right += 1
        elif not can_build(heads[arc], dependents[arc], can, codes, w, True):
            lost += 1
    return lost + c[ARCS] - right


@lean
def graph_errors(c, heads, dependents):
    """Count the gold arcs that are not there, and the arcs that are not gold."""
    right = 0
    for arc in range(len(heads)):
        right += has_arc(c, heads[arc], dependents[arc])
    return len(heads) + c[ARCS] - 2 * right


@lean
def waits_below(c, settings, heads, dependents):
    """Does an arc of the front word wait for a word of the active stack?"""
    front = node_at(c, settings, settings[S_STORES] - 1, 0)
    active = lies(c, settings, settings[S_FIRST])
    for arc in range(len(heads)):
        if heads[arc] == front or dependents[arc] == front:
            other = heads[arc] + dependents[arc] - front
            if c[field(c, WHERE, other)] >> active & 1 and not has_arc(
                c, heads[arc], dependents[arc]
            ):
                return True
    return False


@lean
def right_transition(c, tables, heads, dependents, reach, order, open_, scratch, w, losses):
    """Return the first transition that loses least, the number after the last for stopping; -1."""
    rows, starts, _, _, _, settings = tables
    count = len(starts) - 1
    least = FORBIDDEN
    for t in range(count):
        losses[t] = FORBIDDEN
        if open_[t]:
            copy_to(scratch, c)
            apply(scratch, rows, starts, settings, t, 0)
            losses[t] = graph_loss(scratch, settings, heads, dependents, reach, w)
            least = min(least, losses[t])
    if open_[count] and graph_errors(c, heads, dependents) <= least:
        return count
    chosen = -1
    for at in range(len(order)):
        t = order[at, 0]
        if open_[t] and losses[t] == least:
            if not order[at, 1] or waits_below(c, settings, heads, dependents):
                return t
            if chosen < 0:
                chosen = t
    return chosen
