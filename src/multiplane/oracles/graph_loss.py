"""The loss for graphs in which words may have several heads, for any system.

The loss counts the gold arcs that can no longer be built, each considered alone (`reach`), and the
arcs built that are not gold.  An arc with a wrong label counts as built: otherwise, where another
label is another arc, parsers would learn to correct a label by a second one.  The loss is a lower
bound, because arcs may exclude each other (`ways` knows some that do).  So only one transition is
right at a time, as in the oracles of the papers: those that the system itself prefers; then arcs,
first those that reduce a word; then transitions that shorten the buffer, then REDUCE, and SWITCH
last.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import rule
from multiplane.calculus.stores import β
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.calculus.wholes import only_drops
from multiplane.machine.kernel import (
    apply,
    arc_field,
    copy_to,
    field,
    has_arc,
    lies,
    node_at,
)
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, WHERE
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN
from multiplane.oracles.gold_graph import is_built
from multiplane.oracles.loss import can_build, describe
from multiplane.oracles.ways import find_ways, is_cut_off
from multiplane.remembered import by_system

Array = NDArray[np.int32]
NEEDLESS = FORBIDDEN // 2  # more than any loss


@by_system
def graph_order(system: System) -> Array:
    """Return the transitions by number, best first; the second column marks a plain REDUCE.

    Other than in `preferences`, an arc that drops a word comes before one that does not, since for
    trees `wholes` sees to that; and nothing is known of exchanging words and setting them aside.
    """
    ranked = []
    for position, (name, transition) in enumerate(system.actions(0)):
        normal = rule(transition, system.stores)
        words = effect(normal).words
        drops = only_drops(normal) and not normal.rotates
        if normal.arcs:
            rank = 1 if sum(words.values()) >= 0 else 0
        elif words.get(β, 0) < 0:
            rank = 2
        else:
            rank = 4 if normal.rotates else 3
        stated = system.prefer.index(name) if name in system.prefer else len(system.prefer)
        ranked.append((stated, rank, position, bool(system.rotating) and rank == 3 and drops))
    return np.array([entry[2:] for entry in sorted(ranked)], np.int32)


@lean
def graph_loss(c, code, gold, oracle):
    """Count the gold arcs that are lost, and the arcs that are not gold."""
    reach, w = oracle.reach, gold.work
    describe(c, code, reach.kinds, w)
    if oracle.moves_with_arcs:
        find_ways(c, gold)
    right, lost = 0, 0
    for arc in range(len(gold.heads)):
        if is_built(c, gold, arc):
            right += 1
        elif not can_build(gold.heads[arc], gold.dependents[arc], reach, w, True) or (
            oracle.moves_with_arcs and is_cut_off(gold, arc)
        ):
            lost += 1
    return lost + c[ARCS] - right


@lean
def graph_errors(c, gold):
    """Count the gold arcs that are missing, and the arcs that are not gold."""
    right = 0
    for arc in range(len(gold.heads)):
        right += is_built(c, gold, arc)
    return len(gold.heads) + c[ARCS] - 2 * right


@lean
def adds_needlessly(c, gold):
    """Does the trial add an arc beside another that is not gold?

    This is right only if nothing else is open.  Where everything else loses an arc, it would lose
    no more, and come first; but the loss comes all the same.
    """
    new = c[ARCS]
    if gold.trial[ARCS] == new:
        return False
    head = gold.trial[arc_field(c, HEAD, new)]
    dependent = gold.trial[arc_field(c, DEPENDENT, new)]
    if not has_arc(c, head, dependent):
        return False
    for arc in range(len(gold.heads)):
        same = gold.heads[arc] == head and gold.dependents[arc] == dependent
        if same and not is_built(c, gold, arc):
            return False
    return True


@lean
def waits_below(c, code, gold):
    """Is there an arc to build between the front word and a word of the active stack?"""
    front = node_at(c, code.stores - 1, 0)
    active = lies(c, code.first_stack)
    for arc in range(len(gold.heads)):
        head, dependent = gold.heads[arc], gold.dependents[arc]
        if head == front or dependent == front:  # noqa: PLR1714 - faster in compiled code
            other = head + dependent - front
            if c[field(c, WHERE, other)] >> active & 1 and not is_built(c, gold, arc):
                return True
    return False


@lean
def right_transition(c, code, gold, oracle, open_, losses):
    """Return the first transition with the least loss; the one after the last is to stop; or -1."""
    count = code.transitions
    least = FORBIDDEN
    for t in range(count):
        losses[t] = FORBIDDEN
        if open_[t]:
            copy_to(gold.trial, c)
            apply(gold.trial, code, t, 0)
            losses[t] = graph_loss(gold.trial, code, gold, oracle)
            if adds_needlessly(c, gold):
                losses[t] += NEEDLESS
            least = min(least, losses[t])
    if open_[count] and graph_errors(c, gold) <= least:
        return count
    chosen = -1
    for at in range(len(oracle.order)):
        t = oracle.order[at, 0]
        if open_[t] and losses[t] == least:
            if not oracle.order[at, 1] or waits_below(c, code, gold):
                return t
            if chosen < 0:
                chosen = t
    return chosen
