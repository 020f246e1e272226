"""Where words move only along with an arc: which gold arcs are cut off from each other?

In some systems for graphs, a word is dropped only by a transition that adds an arc to it, and
returns from the stack to the buffer only by one that adds an arc from it.  Then an arc can be built
only if each word between its two ends still waits for an arc that drops it and, if both ends are on
the stack, if the right one still waits for an arc that takes it back.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.stores import Address, β
from multiplane.calculus.system import System
from multiplane.machine.layout import HEADER, NODES
from multiplane.native import lean
from multiplane.oracles.conflicts import FOUND, PARENT, PLANE, STATE
from multiplane.oracles.gold_graph import is_built

# Rows of `GoldGraph.work`, by word: does it wait for a head?  Its place, from the bottom of the
# stack to the end of the buffer (-1: dropped).  How many words before it wait for no head?  Is it
# in the buffer, or can it return there?
WAITS, PLACE, WALLS, RETURNS = FOUND, STATE, PLANE, PARENT


def moves_with_arcs(system: System) -> bool:
    """Are words dropped only with an arc to them, and taken back only with one from them?"""
    if len(system.stores) != 2 or system.stores[1] != β:
        return False
    return all(
        _moves_with_arcs(rule(transition, system.stores)) for _, transition in system.actions(0)
    )


def _moves_with_arcs(normal: Rule) -> bool:
    stack, buffer = ([item for item in part if isinstance(item, Address)] for part in normal.after)
    kept = [*stack, *buffer]
    heads, dependents = {h for h, _ in normal.arcs}, {d for _, d in normal.arcs}
    return (
        kept == [word for word in normal.words if word in kept]  # none copied, none exchanged
        and set(normal.words) - set(kept) <= dependents
        and {word for word in buffer if word.store != β} <= heads
    )


@lean
def find_ways(c, gold):
    """Find out how words can still move, by gold arcs that are not yet built."""
    w, nodes = gold.work, c[NODES]
    for node in range(nodes):
        w[WAITS, node], w[PLACE, node], w[RETURNS, node] = 0, -1, 0
    for arc in range(len(gold.heads)):
        if not is_built(c, gold, arc):
            w[WAITS, gold.dependents[arc]] = 1
    on_stack, walls = c[0], 0
    places = on_stack + c[1]
    for place in range(places):
        at = place if place < on_stack else nodes + places - 1 - place
        node = c[HEADER + at]
        w[PLACE, node], w[WALLS, node], w[RETURNS, node] = place, walls, place >= on_stack
        walls += not w[WAITS, node]
    for place in range(on_stack - 1, -1, -1):
        node = c[HEADER + place]
        for arc in range(len(gold.heads)):
            if (
                gold.heads[arc] == node
                and w[PLACE, gold.dependents[arc]] > place
                and not is_built(c, gold, arc)
                and not is_cut_off(gold, arc)
            ):
                w[RETURNS, node] = 1
                break


@lean
def is_cut_off(gold, arc):
    """Is there no way for the two words of an arc to meet?  None of them has been dropped."""
    w = gold.work
    left, right = gold.heads[arc], gold.dependents[arc]
    if w[PLACE, left] > w[PLACE, right]:
        left, right = right, left
    walls = w[WALLS, right] - w[WALLS, left] - (not w[WAITS, left])
    return walls > 0 or not w[RETURNS, right]
