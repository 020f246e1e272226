"""Derivations of trees in Attardi's system, for estimation from a treebank."""

from collections.abc import Sequence
from functools import lru_cache

from multiplane.oracles.static import StaticOracle
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.tabular.forest import Done
from multiplane.tabular.rules import reductions


@lru_cache
def _oracle(degree: int) -> StaticOracle:
    return StaticOracle(rooted(systems[f"attardi-{degree}"], "first"))


def derivation_of(heads: Sequence[int], degree: int) -> tuple[Done, ...] | None:
    """Return the oracle's derivation of a tree, or None if the degree is too small for it.

    >>> [done.name for done in derivation_of([2, 0, 1], 2)]
    ['sh', 'sh', 'sh', 'sh', 'ra2', 'la1', 'ra1']
    """
    answer = _oracle(degree).derive(heads)
    if answer.lost:
        return None
    return follow(answer.derivation.transitions, degree)


def follow(names: Sequence[str], degree: int) -> tuple[Done, ...]:
    """Apply transitions, by their names in the systems; return each with its context."""
    rules = {}
    for rule in reductions(degree):
        side = "LEFT" if rule.name.startswith("la") else "RIGHT"
        rules[f"{side}_ARC_{rule.degree}"] = rule
    stack: tuple[int, ...] = ()
    derivation = []
    word = 0
    for name in names:
        if name == "SHIFT":
            derivation.append(Done("sh", stack, -1, word))
            stack, word = (*stack, word), word + 1
        else:
            rule = rules[name]
            derivation.append(Done(rule.name, stack, *rule.arc(stack)))
            stack = rule.after(stack)
    return tuple(derivation)
