"""Transitions that do at once what others do in part, as LEFT-ARC-REDUCE does beside LEFT-ARC."""

from itertools import permutations

from multiplane.calculus.invariants import analyse
from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect


def wholes(system: System, nodes: int) -> list[tuple[int, int]]:
    """List pairs of transitions, by number, that build the same arcs, and the second of which drops
    more words.

    None where words may have several heads: one that has got an arc may wait for another.
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
    """Does no store get a word by the transition?"""
    return all(change <= 0 for change in effect(normal).words.values())
