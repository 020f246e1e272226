"""Transitions that do the same as another and more, like LEFT-ARC-REDUCE beside LEFT-ARC."""

from itertools import permutations

from multiplane.calculus.invariants import analyse
from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect


def wholes(system: System, nodes: int) -> list[tuple[int, int]]:
    """List pairs of transitions, by number, that build the same arcs, where the second drops more.

    Empty if words may have several heads: a word that has got an arc may wait for another.
    """
    if not analyse(system).keeps_single_heads:
        return []
    rules = [rule(transition, system.stores) for _, transition in system.actions(nodes)]
    drops = [effect(normal).words for normal in rules]
    return [
        (part, whole)
        for part, whole in permutations(range(len(rules)), 2)
        if rules[part].arcs == rules[whole].arcs
        and (rules[part].arcs or any(drops[part].values()))
        and only_drops(rules[part])
        and only_drops(rules[whole])
        and drops[part] != drops[whole]
        and all(drops[whole].get(store, 0) <= change for store, change in drops[part].items())
    ]


def only_drops(normal: Rule) -> bool:
    """Does no store gain a word by the transition?"""
    return all(change <= 0 for change in effect(normal).words.values())
