"""Static oracles: one derivation of a tree, by the system's preferences.

Each step takes the first transition, in the order of preference, that costs nothing.  On a tree
that the system cannot derive, as few words as possible lose their head.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph, acyclic
from multiplane.machine.code import code
from multiplane.machine.kernel import apply, is_terminal
from multiplane.machine.steps import most_steps
from multiplane.native import entry
from multiplane.oracles.certain import Search
from multiplane.oracles.choice import first_choice, use_wholes
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, LossModel, costs, gold_for
from multiplane.oracles.loss import errors, is_right
from multiplane.oracles.preference import preferences
from multiplane.oracles.projective import projective_order, projective_parts

BUDGET = 150  # configurations to try where costs are only a bound and the first try failed


@dataclass(frozen=True, slots=True)
class Answer:
    """A derivation for a tree, the words that do not get their right head, and whether no
    derivation can do better.
    """

    derivation: Derivation
    lost: tuple[int, ...]
    optimal: bool


def check_heads(heads: Sequence[int], *, cycles: bool) -> None:
    """Raise an error unless these are the heads of a forest, or of a graph with cycles, by word."""
    words = len(heads)
    for word, head in enumerate(heads, 1):
        if not -1 <= head <= words or head == word:
            raise MultiplaneError(
                f"heads: word {word} has the head {head}; expected another word, 1 to {words}, or 0"
            )
    cycle = acyclic(Graph.from_heads([max(head, 0) for head in heads]))
    if not cycle and not cycles:
        raise MultiplaneError(f"heads: {cycle.because}; expected a forest")


def check_planes(heads: Sequence[int], planes: Sequence[int], stacks: int) -> None:
    """Raise an error unless there is a plane for each word, and a stack for each plane."""
    if len(planes) != len(heads):
        raise MultiplaneError(
            f"planes: found {len(planes)} for {len(heads)} words; expected one for each word's arc"
        )
    for word, plane in enumerate(planes, 1):
        if not 1 <= plane <= stacks:
            raise MultiplaneError(
                f"planes: the arc of word {word} is on plane {plane}; expected 1 to {stacks}, as"
                " many as the system has stacks"
            )


@entry
def follow(start, code, gold, model, prefer, chain):
    """Follow transitions that cost nothing; return how many there were, or -1 if stuck."""
    c, out = start.copy(), np.empty(code.transitions, np.int32)
    open_ = np.ones(code.transitions, np.bool_)  # what is not permitted costs too much
    for count in range(len(chain)):
        ended = is_terminal(c, code)
        best = costs(c, code, gold, model, out)
        if ended and (best == FORBIDDEN or errors(c, gold, model) <= best):
            return count, errors(c, gold, model)
        use_wholes(prefer.wholes, open_, out)
        chosen = first_choice(c, code, gold, model, prefer, open_, out, best)
        if chosen < 0:
            return -1, 0
        apply(c, code, chosen, 0)
        chain[count] = chosen
    return -1, 0


class StaticOracle:
    """The derivations of trees in one system."""

    def __init__(self, system: System) -> None:
        self.system = system

    def lost(self, heads: Sequence[int]) -> int:
        """Return how many words do not get their right head (`derive` says which)."""
        oracle, first, lost, tried = self._follow(heads, None)
        return lost if lost == first else len(self._search(oracle, first, lost, tried).lost)

    def derive(self, heads: Sequence[int], planes: Sequence[int] | None = None) -> Answer:
        """Return a derivation of a tree given as heads by word (0: a root; -1: unknown).

        `planes` gives the plane of each word's arc, 1 to k (2010, section 5.1); without it,
        planes are chosen on the fly, switching only when necessary (section 5.2).
        """
        oracle, first, lost, tried = self._follow(heads, planes)
        if lost == first:
            return self._answer(oracle, tried, optimal=True)
        return self._search(oracle, first, lost, tried)

    def _follow(
        self, heads: Sequence[int], planes: Sequence[int] | None
    ) -> tuple[DynamicOracle, int, int, list[int]]:
        """Follow transitions that cost nothing; return the least possible loss, the actual loss,
        and the transitions.
        """
        system, words = self.system, len(heads)
        check_heads(heads, cycles=system.directed and not analyse(system).keeps_acyclic)
        if planes is not None:
            check_planes(heads, planes, code(system, 0).stacks)
        chosen = preferences(system, words + system.has_root)
        tree = gold_for(system, heads, planes)
        if chosen.reorders:
            tree = tree._replace(order=projective_order(heads), parts=projective_parts(heads))
        oracle = DynamicOracle(system, tree)
        first = oracle.loss(oracle.machine.start)
        best: tuple[int, list[int]] | None = None
        for model in self._views(oracle):
            chain = np.empty(most_steps(words), np.int32)
            count, lost = follow(
                oracle.machine.start, oracle.machine.code, oracle.tree, model, chosen, chain
            )
            assert count >= 0, "some transition costs nothing, and every derivation ends"
            if best is None or lost < best[0]:
                best = lost, chain.tolist()[:count]
            if lost == first:
                break
        assert best is not None
        return oracle, first, *best

    def _views(self, oracle: DynamicOracle) -> Iterator[LossModel]:
        """Yield the loss model; then, if it does not capture all crossings, a stricter one.

        The second never builds crossing arcs together; its loss is an upper bound.
        """
        yield oracle.model
        if not oracle.model.planar:
            covers = bool(analyse(self.system).drops_only_headed)
            yield oracle.model._replace(planar=True, covers=covers)

    def _answer(self, oracle: DynamicOracle, chain: list[int], *, optimal: bool) -> Answer:
        machine, heads = oracle.machine, oracle.tree.heads
        block = machine.start.copy()
        for transition in chain:
            apply(block, machine.code, transition, 0)
        lost = [
            d
            for d in range(1, len(heads))
            if heads[d] >= 0 and not is_right(block, heads[d], d, oracle.model)
        ]
        names = tuple(machine.program.names[transition] for transition in chain)
        return Answer(Derivation(self.system, machine.words, names), tuple(lost), optimal)

    def _search(self, oracle: DynamicOracle, bound: int, lost: int, tried: list[int]) -> Answer:
        """Search for a better derivation than the one tried, where costs are only a bound."""
        found = Search(oracle).least_loss(oracle.machine.start, bound, BUDGET, lost)
        chain = found.chain if found.loss < lost else tried
        return self._answer(oracle, chain, optimal=found.proved)
