"""What the graph head tells a guide about transitions.

For each transition: its expected cost, how likely the arc is that it builds, and the same compared
with the likeliest head of the word.  The first two are part of what the network sees, the third can
be part of the score.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import node_at
from multiplane.machine.permission import permitted
from multiplane.native import lean
from multiplane.oracles.beliefs import LEAST_CHANCE, Beliefs, believed
from multiplane.oracles.expected import Prospects, Room, expected_costs

GROUPS = 3  # numbers for each transition
UNIT = 1 << 16  # numbers are found as integers, in units of 1 / UNIT
MOST_BITS = 30  # transitions from this one on share a bit
LEAST = LEAST_CHANCE / 2  # of arcs that are not among the likely ones


class Advice(NamedTuple):
    """What the graph head says about transitions."""

    beliefs: Beliefs
    prospects: Prospects | None  # None: no expected costs
    room: Room
    open: NDArray[np.bool_]  # work space, by transition
    costs: NDArray[np.float32]  # work space, by transition
    into: NDArray[np.float32]  # [2 · transitions, hidden]
    weight: float  # of an arc's likeliness in scores


@lean
def size_of(advice):
    """Return how many numbers there are."""
    if advice is None:
        return 0
    return GROUPS * len(advice.costs)


@lean
def take_advice(advice, c, task, bits, first, found, count):
    """Write the numbers for all transitions after what was found; return how many there are now.

    `bits` are the open transitions; `first` is where the sentence's nodes begin.
    """
    if advice is None:
        return count
    transitions = len(advice.costs)
    for t in range(transitions):
        open_ = bits >> min(t, MOST_BITS) & 1 == 1
        advice.open[t] = open_ and (t < MOST_BITS or permitted(c, task.code, t))
        advice.costs[t] = 0
    expect(advice.prospects, advice, c, task.code, first)
    for t in range(transitions):
        cost, chance, share = max(advice.costs[t], 0), 0.0, 0.0
        if advice.open[t] and task.classes.arcs[t, 1] >= 0:
            chance, share = compared(advice.beliefs, c, task.classes, t, first)
        found[count + t] = round(UNIT * cost)
        found[count + transitions + t] = round(UNIT * chance)
        found[count + 2 * transitions + t] = round(UNIT * share)
    return count + GROUPS * transitions


@lean
def expect(prospects, advice, c, code, first):
    """Fill in expected costs, if they are wanted."""
    if prospects is not None:
        expected_costs(
            c, code, prospects, advice.beliefs, first, advice.open, advice.room, advice.costs
        )


@lean
def compared(beliefs, c, classes, t, first):
    """Return how likely the arc of a transition is, and log(p / p of the word's likeliest head)."""
    head = node_at(c, classes.arcs[t, 0], classes.arcs[t, 1])
    dependent = node_at(c, classes.arcs[t, 2], classes.arcs[t, 3])
    directed = classes.undirected is None
    chance = believed(beliefs, first, head, dependent, directed)
    best = likeliest(beliefs, first + dependent)
    if not directed:
        best = max(best, likeliest(beliefs, first + head))
    return chance, np.log(max(chance, LEAST) / max(best, LEAST))


@lean
def likeliest(beliefs, node):
    """Return the chance of a node's likeliest head."""
    at = beliefs.head_starts[node]
    return beliefs.head_chances[at] if at < beliefs.head_starts[node + 1] else np.float32(0)


@lean
def add_advice(advice, found, rows, hidden):
    """Add the numbers after `rows` rows to the hidden layer, each times its weights."""
    if advice is None:
        return
    for n in range(len(advice.into)):
        if found[rows + n] != 0:
            add_scaled(advice.into[n], np.float32(found[rows + n] / UNIT), hidden)


@lean
def likeliness(advice, found, count, t):
    """Return what the likeliness of a transition's arc adds to its score."""
    if advice is None:
        return np.float32(0)
    if t >= len(advice.costs):  # stopping
        return np.float32(0)
    return np.float32(advice.weight * found[count - len(advice.costs) + t] / UNIT)


@lean
def add_scaled(row, by, out):
    for k in range(len(row)):
        out[k] += row[k] * by
