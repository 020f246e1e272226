"""Losses and costs that are proved, where the dynamic oracle's losses are only bounds.

The loss of a configuration never exceeds the true one.  So if a derivation goes on from there and
loses exactly as many heads, that is the true loss.  It is looked for best first: by least loss,
then by most steps done, then in the order of preference; so most often it is found at once, by
following transitions that cost nothing.
"""

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.system import System
from multiplane.machine.kernel import apply, is_terminal
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, costs_are_close
from multiplane.oracles.future import Futures
from multiplane.oracles.loss import errors
from multiplane.oracles.preference import preferences, sets_aside
from multiplane.oracles.reach import reach_table
from multiplane.remembered import by_system

Block = NDArray[np.int32]
EACH = 600  # configurations to try for one loss
ALL = 120_000  # words to look at for all costs of a derivation: those of the configurations tried


class Trail(NamedTuple):
    """A configuration that was tried, how it came about, and what is known of it."""

    transition: int  # -1 at the start
    key: bytes
    wrong: int  # mistakes that are final
    before: "Trail | None"


class Waiting(NamedTuple):
    """A transition to try from a configuration; or the end, where nothing is left to try."""

    block: Block
    transition: int
    before: Trail | None
    ended: bool = False


class Found(NamedTuple):
    """The best derivation found: what it loses, its steps, whether that is the least, and how many
    configurations were tried.
    """

    loss: int
    trail: Trail | None
    proved: bool
    tried: int

    @property
    def chain(self) -> list[int]:
        """The transitions."""
        found: list[int] = []
        trail = self.trail
        while trail is not None and trail.before is not None:
            found.append(trail.transition)
            trail = trail.before
        return found[::-1]


class Search:
    """Searches for derivations that lose least; what one has proved, the next one uses."""

    def __init__(self, oracle: DynamicOracle) -> None:
        machine = oracle.machine
        nodes = machine.words + machine.system.has_root
        self.oracle, self.futures = oracle, Futures(oracle)
        self.order: list[int] = preferences(machine.system, nodes).order.tolist()
        self.known: dict[bytes, int] = {}  # mistakes still to come
        self.least: dict[bytes, int] = {}  # at least so many

    def least_loss(self, block: Block, bound: int, most: int, reached: int = FORBIDDEN) -> Found:
        """Look for a derivation from a configuration, trying at most so many others.

        `reached` is what a derivation is known to lose; one that loses as much is of no use.
        """
        queue = [(bound, 0, 0, Waiting(block, -1, None))]
        seen: dict[bytes, int] = {}
        best, ticket, tried, loss = Found(FORBIDDEN, None, False, 0), 0, 0, bound
        while queue:
            loss, depth, _, waiting = heapq.heappop(queue)
            if loss >= reached:
                return Found(loss, None, True, tried)
            if waiting.ended:
                self._learn(seen, loss, waiting.before)
                return Found(loss, waiting.before, True, tried)
            if tried == most:
                break
            here = waiting.block
            if waiting.transition >= 0:
                here = here.copy()
                apply(here, self.oracle.machine.code, waiting.transition, 0)
            key, wrong = self.futures.of(here)
            if seen.get(key, FORBIDDEN) <= wrong:
                continue
            ticket -= 1
            at_least = wrong + self.least.get(key, 0)
            if at_least > loss:
                heapq.heappush(queue, (at_least, depth, ticket, waiting))
                continue
            seen[key] = wrong
            trail = Trail(waiting.transition, key, wrong, waiting.before)
            end = self._end(here, trail)
            if end < FORBIDDEN:
                heapq.heappush(queue, (end, -FORBIDDEN, ticket, Waiting(here, -1, trail, True)))
                if end < best.loss:
                    best = Found(end, trail, False, 0)
            if key in self.known:
                continue
            tried += 1
            costs, least = self.oracle.costs_and_least(here)
            for transition in reversed(self.order):
                if costs[transition] < FORBIDDEN:
                    ticket -= 1
                    after = max(int(costs[transition]) + least, loss)
                    further = Waiting(here, transition, trail)
                    heapq.heappush(queue, (after, depth - 1, ticket, further))
        else:
            loss = FORBIDDEN
        self._learn(seen, loss, None)
        return best._replace(tried=tried)

    def _end(self, block: Block, trail: Trail) -> int:
        """Return the mistakes of the derivation that ends here, or goes on as it is known."""
        if trail.key in self.known:
            return trail.wrong + self.known[trail.key]
        if is_terminal(block, self.oracle.machine.code):
            return int(errors(block, self.oracle.tree, self.oracle.model))
        return FORBIDDEN

    def _learn(self, seen: dict[bytes, int], loss: int, trail: Trail | None) -> None:
        """No derivation by way of what was seen loses less; the one of the trail loses as much."""
        for key, wrong in seen.items():
            self.least[key] = max(self.least.get(key, 0), loss - wrong)
        while trail is not None:
            self.known[trail.key] = loss - trail.wrong
            trail = trail.before


@by_system
def loss_is_exact(system: System) -> bool:
    """Is the dynamic oracle's loss the true one, so that nothing need be searched?

    Arcs are looked at one by one, in a table that is exact, so this is about arcs in each other's
    way.  The loss knows those that cross, close a cycle, or cover a word that needs a head.  There
    are others where words deep in a stack are linked or are set aside on another stack, or where
    an arc goes over a word that stays.  This is no proof: `docs/oracles.md` says what was tried.
    """
    exact = reach_table(system).exact and costs_are_close(system)
    rules = [rule(action, system.stores) for _, action in system.actions(0)]
    return exact and not any(sets_aside(each) or _skips(each) for each in rules)


def _skips(each: Rule) -> bool:
    """Does an arc go over a word: from the top of a store to what is deeper in another?"""
    return any(h.store != d.store and h.depth + d.depth > 0 for h, d in each.arcs)


def certain_costs(oracle: DynamicOracle, blocks: Iterable[Block]) -> Iterator[dict[int, int]]:
    """Yield for each configuration of a derivation what its transitions cost, by their numbers.

    Nothing is said of a configuration if that is not proved with so little work.
    """
    if loss_is_exact(oracle.machine.system):
        for block in blocks:
            costs = enumerate(oracle.costs(block).tolist())
            yield {number: cost for number, cost in costs if cost < FORBIDDEN}
        return
    yield from reversed(list(_proved(oracle, list(blocks)[::-1])))


def _proved(oracle: DynamicOracle, backwards: list[Block]) -> Iterator[dict[int, int]]:
    """Prove costs, last configuration first: most of what is needed is known from later ones."""
    search, left = Search(oracle), ALL // (oracle.machine.words + 1)
    for block in backwards:
        bounds, least = oracle.costs_and_least(block)
        losses: dict[int, int] = {}
        permitted = [t for t, bound in enumerate(bounds.tolist()) if bound < FORBIDDEN]
        for transition in permitted:
            after = block.copy()
            apply(after, oracle.machine.code, transition, 0)
            bound = int(bounds[transition]) + least
            answer = search.least_loss(after, bound, min(left, EACH))
            left -= answer.tried
            if not answer.proved:
                break
            losses[transition] = answer.loss
        known = len(losses) == len(permitted)
        fewest = min(losses.values(), default=0)
        yield {t: loss - fewest for t, loss in losses.items()} if known else {}
