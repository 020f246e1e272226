"""The order in which an oracle tries transitions, and policies for when to use one."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.stores import Address, Store, β
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.calculus.vocabulary import PRECEDES
from multiplane.calculus.wholes import only_drops, wholes
from multiplane.machine.kernel import node_at
from multiplane.native import lean_entry
from multiplane.remembered import by_length

ALWAYS, SHORT, REORDER, UNCOVER = 0, 1, 2, 3  # policies


class Preferences(NamedTuple):
    """Transitions by number, best first, and each one's policy with the places it concerns."""

    order: NDArray[np.int32]
    policies: NDArray[np.int32]  # [transitions, 5]: policy, store, depth, store, depth
    buffer: int
    stated: NDArray[np.int32]  # transitions that the system itself prefers, best first
    wholes: NDArray[np.int32]  # [_, 2]: a transition, and one that does the same and drops more
    asides: NDArray[np.int32]  # transitions that only take a word from one stack to another

    @property
    def reorders(self) -> bool:
        """Are there transitions that exchange words?"""
        return bool((self.policies[:, 0] == REORDER).any())


def preferences(system: System, nodes: int) -> Preferences:
    """Order transitions: arcs first, then those that shorten the buffer, the rest, rotations last.

    So REDUCE, NO-ARC and SWITCH are used only when SHIFT would lose an arc, as in the oracles of
    2010; with several stacks, REDUCE is used only where it uncovers the word for the next arc, and
    otherwise SWITCH.  A transition that exchanges two words comes before SHIFT, but is used only
    where they are out of order.  Words are set aside on another stack only where nothing else is
    left.  Transitions that the system itself prefers come before all others.
    """
    family = any(transition.is_family for transition in system.values())
    return _preferences(system, nodes if family else 0)


@by_length
def _preferences(system: System, nodes: int) -> Preferences:
    number = {store: position for position, store in enumerate(system.stores)}
    ranked: list[tuple[tuple[int, int], int]] = []
    policies: list[list[int]] = []
    asides: list[int] = []
    for position, (name, transition) in enumerate(system.actions(nodes)):
        normal = rule(transition, system.stores)
        family = name.partition("(")[0]
        policy = _policy(normal, number, short=family in system.short)
        if system.rotating and not normal.arcs and not normal.rotates and only_drops(normal):
            policy[0] = UNCOVER
        policies.append(policy)
        if sets_aside(normal):
            asides.append(position)
        stated = system.prefer.index(family) if family in system.prefer else len(system.prefer)
        ranked.append(((stated, _rank(normal, policies[-1][0])), position))
    buffer = number.get(β, 0)
    order = [position for _, position in sorted(ranked)]
    before = sum(stated < len(system.prefer) for (stated, _), _ in ranked)
    by_number = np.array(order, np.int32)
    pairs = np.array(wholes(system, nodes), np.int32).reshape(-1, 2)
    return Preferences(
        by_number,
        np.array(policies, np.int32),
        buffer,
        by_number[:before],
        pairs,
        np.array(asides, np.int32),
    )


def _rank(normal: Rule, policy: int) -> int:
    if normal.arcs:
        return 0
    if policy == REORDER:
        return 1
    if any(change < 0 for store, change in effect(normal).words.items() if store == β):
        return 2
    if normal.rotates:
        return 5
    return 4 if sets_aside(normal) else 3


def sets_aside(normal: Rule) -> bool:
    """Does a transition only take words from one stack to another?"""
    change = effect(normal)
    moved = {store for store, number in change.words.items() if number}
    return (
        bool(moved)
        and not normal.arcs
        and not any(store.open_on_left for store in moved)
        and sum(change.words.values()) == 0
    )


def _policy(normal: Rule, number: dict[Store, int], *, short: bool) -> list[int]:
    def places(one: Address, other: Address) -> list[int]:
        return [number[one.store], one.depth, number[other.store], other.depth]

    if short and normal.arcs:
        return [SHORT, *places(*normal.arcs[0])]
    for literal in normal.conditions:
        if literal.code == PRECEDES and literal.positive and not normal.arcs:
            return [REORDER, *places(literal.places[0], literal.places[1])]
    return [ALWAYS, 0, 0, 0, 0]


@lean_entry
def is_wanted(c, prefer, t, order, parts):
    """Does its policy allow the transition here?

    Two words are exchanged if they stand the other way round in the projective order; lazily, not
    while the next word belongs to the same projective part as the second (Nivre, Kuhlmann and
    Hall 2009).
    """
    policy = prefer.policies[t, 0]
    if policy == ALWAYS or policy == UNCOVER:  # noqa: PLR1714, SIM109 - faster compiled
        return True
    one = node_at(c, prefer.policies[t, 1], prefer.policies[t, 2])
    other = node_at(c, prefer.policies[t, 3], prefer.policies[t, 4])
    if policy == SHORT:
        return abs(one - other) == 1
    if order[other] > order[one]:
        return False
    following = node_at(c, prefer.buffer, 0)
    return following < 0 or parts[other] != parts[following]
