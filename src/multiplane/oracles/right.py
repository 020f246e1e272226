"""Which transitions are right in a configuration: the interface of the oracles for learners.

Every transition that loses no arc is right (Goldberg and Nivre 2012), with five exceptions:

- Almost any rotation of stacks loses nothing, so one is right only if the next arc waits on another
  plane.
- If a system itself prefers some transitions, only the preferred one is right (`choice`).
- A transition is not right if another one does the same and more.
- Setting words aside on another stack often loses nothing, so it is right only if nothing else is.
- If costs are only rough bounds, or a static oracle is asked for, only the choice of the papers'
  oracle is right.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import ROTATE
from multiplane.machine.kernel import active_plane, component, field, node_at
from multiplane.machine.layout import FIRST, NODES, WHERE
from multiplane.native import lean
from multiplane.native.bytype import by_type
from multiplane.oracles.choice import NOT_NOW, keep_first, put_off, use_preferred, use_wholes
from multiplane.oracles.dynamic import FORBIDDEN, LossModel, costs, costs_are_close, loss_model
from multiplane.oracles.gold import GoldTree
from multiplane.oracles.gold_graph import GoldGraph, next_label
from multiplane.oracles.graph_loss import graph_order, right_transition
from multiplane.oracles.loss import errors
from multiplane.oracles.preference import Preferences, preferences
from multiplane.oracles.reach import Reach, reach_table
from multiplane.oracles.ways import moves_with_arcs


class DynamicTreeOracle(NamedTuple):
    """The oracle for a `GoldTree` by which every transition that loses nothing may be right."""

    model: LossModel
    prefer: Preferences
    free: LossModel  # the same if planes are not planned
    free_cost: NDArray[np.int32]  # work space


class StaticTreeOracle(NamedTuple):
    """The papers' oracle for a `GoldTree`: one transition is right."""

    model: LossModel  # planes are not planned, but found on the way (2010, section 5.2)
    prefer: Preferences


TreeOracle = DynamicTreeOracle | StaticTreeOracle


class GraphOracle(NamedTuple):
    """The oracle for a `GoldGraph`."""

    reach: Reach
    order: NDArray[np.int32]  # see `graph_order`
    moves_with_arcs: bool  # see `ways`


def tree_oracle(system: System, *, static: bool) -> TreeOracle:
    """Return the oracle of a system: dynamic, unless costs are not close or static is asked for."""
    prefer, model = preferences(system, 0), loss_model(system)
    free = model._replace(planned=False)
    if static or not costs_are_close(system):
        return StaticTreeOracle(free, prefer)
    return DynamicTreeOracle(model, prefer, free, np.zeros(len(prefer.policies), np.int32))


def graph_oracle(system: System) -> GraphOracle:
    return GraphOracle(reach_table(system).reach, graph_order(system), moves_with_arcs(system))


@by_type
def judge(oracle, gold, c, code, open_, cost):
    """Fill in the cost of each transition and, last, of stopping; return if any is right.

    A transition is right if it is open and costs 0.
    """


@by_type
def gold_label(gold, c, arcs, t, directed):
    """Return the label that the arc of a transition should have, by number; -1 if it has none.

    `arcs` has the places of each transition's arc, as in `ClassTables`.  In a tree, an arc that is
    not gold gets the gold label of its dependent.
    """


@judge.on(DynamicTreeOracle)
@lean
def judge_dynamically(oracle, gold, c, code, open_, cost):
    prefer, model = oracle.prefer, oracle.model
    best = costs(c, code, gold, model, cost)
    if best > 0 and code.stacks > 1:
        best = judge_freely(c, code, gold, oracle, cost)
    consider_stopping(c, code, gold, model, open_, cost, best)
    allow_for_closed(open_, cost)
    if not use_preferred(c, prefer, gold, open_, cost) and code.stacks > 1:
        rotate_for_arcs(c, code, gold, model.directed, open_, cost)
    use_wholes(prefer.wholes, open_, cost)
    put_off(prefer.asides, open_, cost)
    return any_right(open_, cost)


@judge.on(StaticTreeOracle)
@lean
def judge_statically(oracle, gold, c, code, open_, cost):
    prefer, model = oracle.prefer, oracle.model
    best = costs(c, code, gold, model, cost)
    consider_stopping(c, code, gold, model, open_, cost, best)
    best += allow_for_closed(open_, cost)
    use_wholes(prefer.wholes, open_, cost)
    keep_first(c, code, gold, model, prefer, open_, cost, best)
    return any_right(open_, cost)


@lean
def consider_stopping(c, code, gold, model, open_, cost, best):
    """Fill in the cost of stopping; `best` is the loss after the best transition."""
    count = code.transitions
    cost[count] = FORBIDDEN
    if open_[count]:
        stopping = errors(c, gold, model)
        least = min(best, stopping)
        for t in range(count):
            if cost[t] < FORBIDDEN:
                cost[t] += best - least
        cost[count] = stopping - least


@judge.on(GraphOracle)
@lean
def judge_graph(oracle, gold, c, code, open_, cost):
    chosen = right_transition(c, code, gold, oracle, open_, cost)
    for t in range(code.transitions + 1):
        cost[t] = 0 if t == chosen else FORBIDDEN
    return chosen >= 0


@lean
def allow_for_closed(open_, cost):
    """Subtract the least cost of what is open from all costs, and return it.

    It is above 0 where the best transition is closed: after an arc is lost, a word may have to be
    dropped without a head, but parsers with a root must give it one.  Then the least evil is right.
    """
    least = FORBIDDEN
    for t in range(len(cost)):
        if open_[t]:
            least = min(least, cost[t])
    if least == FORBIDDEN:
        return 0
    for t in range(len(cost)):
        if cost[t] < FORBIDDEN:
            cost[t] -= least
    return least


@lean
def any_right(open_, cost):
    for t in range(len(cost)):  # noqa: SIM110 - compiled
        if open_[t] and cost[t] == 0:
            return True
    return False


@gold_label.on(GoldTree)
@lean
def label_in_tree(gold, c, arcs, t, directed):
    if t >= len(arcs) or arcs[t, 3] < 0:
        return -1
    word = node_at(c, arcs[t, 2], arcs[t, 3])
    if not directed:  # take the end whose head is the other end
        other = node_at(c, arcs[t, 0], arcs[t, 1])
        if word == 0 or (other > 0 and gold.heads[other] == word):
            word = other
    return gold.labels[word - 1] if word > 0 else -1


@gold_label.on(GoldGraph)
@lean
def label_in_graph(gold, c, arcs, t, directed):  # noqa: ARG001 - as in trees
    if t < len(arcs) and arcs[t, 3] >= 0:
        head = node_at(c, arcs[t, 0], arcs[t, 1])
        return next_label(c, gold, head, node_at(c, arcs[t, 2], arcs[t, 3]))
    return -1


@lean
def rotates(code, t):
    """Does a transition only rotate?  If its last operation does, it does nothing else."""
    return code.rows[code.starts[t + 1] - 1, 0] == ROTATE


@lean
def rotate_for_arcs(c, code, gold, directed, open_, cost):
    """Rotate if arcs of the front word wait on other planes only; afterwards, back to the first.

    If that leaves nothing, for example where an arc must be built on another plane first,
    everything stays right.
    """
    front = node_at(c, code.stores - 1, 0)
    here, there = waiting(c, code, gold, front, directed)
    now = here == 0 and (there > 0 or active_plane(c, code) != 0)
    found = False
    for t in range(code.transitions):
        if cost[t] == 0 and open_[t]:
            if rotates(code, t) == now:
                found = True
            else:
                cost[t] = NOT_NOW
    if not found:
        for t in range(code.transitions):
            if cost[t] == NOT_NOW:
                cost[t] = 0


@lean
def waiting(c, code, gold, front, directed):
    """Count the arcs of the front word that can be built on the active plane, and on others."""
    active = active_plane(c, code)
    where, newest = field(c, WHERE, 0), field(c, FIRST, 0)
    every = (1 << code.stacks) - 1
    here, there = 0, 0
    for d in range(1, c[NODES]):
        h = gold.heads[d]
        if h < 0 or (directed and c[newest + d] >= 0) or (h != front and d != front):  # noqa: PLR1714 - compiled
            continue
        other = d if h == front else h
        on = (c[where + other] >> code.first_stack) & every
        if on & gold.planes[d]:  # the plan can still be followed
            on &= gold.planes[d]
        if on == 0 or component(c, h) == component(c, d):
            continue
        if on >> active & 1:
            here += 1
        else:
            there += 1
    return here, there


@lean
def judge_freely(c, code, gold, oracle, cost):
    """Where the plan loses arcs, other planes may still have them: then leave the plan.

    Right is what loses nothing on any plane and, of that, what keeps most of the plan.
    """
    free = oracle.free_cost
    best = costs(c, code, gold, oracle.free, free)
    kept = FORBIDDEN
    for t in range(code.transitions):
        if free[t] == 0:
            kept = min(kept, cost[t])
    for t in range(code.transitions):
        cost[t] = max(0, cost[t] - kept) if free[t] == 0 else free[t]
    return best
