"""The generic oracle: derivations of any graph in any system, by search.

The search never builds a wrong arc, abandons a configuration as soon as an arc of the graph is lost
(`reach`), visits none twice, and tries transitions in the order of preference.  It does not start
if the graph lacks a property that every output of the system is proved to have.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane import graph as graphs
from multiplane.calculus import verdicts
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.graph import Graph
from multiplane.machine.kernel import apply, is_terminal
from multiplane.machine.layout import ARCS, Machine, machine
from multiplane.machine.permission import permitted
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.generic_kernel import (
    Block,
    Facts,
    adds_only,
    is_alive,
    waits_below,
    write_key,
)
from multiplane.oracles.preference import REORDER, UNCOVER, is_wanted, preferences
from multiplane.oracles.projective import projective_order, projective_parts
from multiplane.oracles.properties import properties
from multiplane.oracles.reach import reach_table
from multiplane.oracles.shortest import shortest
from multiplane.treebank.multiplanarity import is_k_planar
from multiplane.verdict import Verdict

BUDGET = 10_000  # configurations


@dataclass(frozen=True)
class GenericOracle:
    """Derivations of one graph in one system."""

    system: System
    graph: Graph

    @cached_property
    def _arcs(self) -> list[tuple[int, int]]:
        arcs = sorted(arc for arc in self.graph.arcs if arc[0] or self.system.has_root)
        if self.system.directed:
            return arcs
        return sorted({(min(arc), max(arc)) for arc in arcs})

    @cached_property
    def _heads(self) -> Block:
        return np.array([h for h, _ in self._arcs], np.int32)

    @cached_property
    def _dependents(self) -> Block:
        return np.array([d for _, d in self._arcs], np.int32)

    @cached_property
    def _member(self) -> NDArray[np.bool_]:
        member = np.zeros((self.graph.n + 1, self.graph.n + 1), np.bool_)
        for h, d in self._arcs:
            member[h, d] = True
        return member

    @cached_property
    def _machine(self) -> Machine:
        return machine(self.system, self.graph.n)

    def derive(self, budget: int = BUDGET) -> Verdict:
        """Find a derivation (the witness), or say why there is none, or that none was found.

        Of several it is a shortest, if the budget allows, and of these the one that comes first in
        the order of preference.
        """
        refusal = self._refusal()
        if refusal is not None:
            return Verdict(False, refusal)
        seen: set[bytes] = set()
        for block, chain in self._walk(seen, budget):
            if self.is_done(block):
                shorter = shortest(self, len(chain), budget)
                return Verdict(True, "derived", self._derivation(shorter or chain))
        if len(seen) < budget:
            return Verdict(False, f"all {len(seen)} configurations that keep every arc were tried")
        return Verdict(None, f"no derivation among the first {budget:,} configurations")

    def all(self) -> Iterator[Derivation]:
        """List every derivation that ends as soon as the graph is complete (for small graphs)."""
        for block, chain in self._walk(None, None):
            if self.is_done(block):
                yield self._derivation(chain)

    def count(self) -> int:
        """Count the derivations that `all` lists, without listing them."""
        counts: dict[bytes, int] = {}
        key = self.key
        todo = [self._machine.start]
        while todo:
            block = todo[-1]
            here = key(block)
            if here in counts:
                todo.pop()
                continue
            if self.is_done(block):
                counts[here] = 1
                continue
            following = [after for after, _ in self.following(block)]
            missing = [after for after in following if key(after) not in counts]
            todo += missing
            if not missing:
                counts[here] = sum(counts[key(after)] for after in following)
        return counts[key(self._machine.start)]

    def _refusal(self) -> str | None:
        """Return why no derivation exists: a proved property of the system that the graph lacks."""
        system, graph = self.system, self.graph.between_words
        checks = {
            "single_head": graphs.single_head,
            "acyclic": graphs.acyclic,
            "no_covered_roots": graphs.no_covered_roots,
        }
        found = analyse(system)
        proved = {
            "single_head": system.directed and found.keeps_single_heads,
            "acyclic": system.directed and found.keeps_acyclic,
            "no_covered_roots": system.directed
            and not system.has_root
            and bool(verdicts.divisible(system))
            and found.drops_only_headed,
        }
        for name, check in checks.items():
            answer = check(graph)
            if proved[name] and not answer:
                return f"every output of {system} is {name.replace('_', ' ')}, but {answer.because}"
        k = verdicts.planes(system).witness
        if k is not None and not is_k_planar(graph, k):
            return f"every output of {system} is {k}-planar, but the graph is not"
        return None

    def key(self, block: Block) -> bytes:
        """Return what identifies a configuration."""
        room = self._room
        size = write_key(block, self._heads, self._dependents, room)
        return room.tobytes()[: size * room.itemsize]

    @property
    def start(self) -> Block:
        return self._machine.start

    @property
    def arcs(self) -> int:
        """The number of arcs to build."""
        return len(self._arcs)

    def is_done(self, block: Block) -> bool:
        code = self._machine.code
        return int(block[ARCS]) == len(self._arcs) and bool(is_terminal(block, code))

    def _derivation(self, chain: tuple[int, ...]) -> Derivation:
        names = self._machine.program.names
        return Derivation(self.system, self.graph.n, tuple(names[t] for t in chain))

    def _walk(
        self, seen: set[bytes] | None, budget: int | None
    ) -> Iterator[tuple[Block, tuple[int, ...]]]:
        """Visit configurations depth first, best transitions first.

        With `seen`, visit each configuration once; without it, follow every path to the graph.
        """
        todo: list[tuple[Block, tuple[int, ...]]] = [(self._machine.start.copy(), ())]
        while todo and (budget is None or seen is None or len(seen) < budget):
            block, chain = todo.pop()
            yield block, chain
            if seen is None and self.is_done(block):
                continue
            further = []
            for following, t in self.following(block):
                if seen is not None:
                    key = self.key(following)
                    if key in seen:
                        continue
                    seen.add(key)
                further.append((following, (*chain, t)))
            todo += reversed(further)

    def following(self, block: Block) -> Iterator[tuple[Block, int]]:
        """List the successors without wrong or lost arcs, in the order of preference."""
        code = self._machine.code
        for t in self._order(block):
            if permitted(block, code, t):
                following = block.copy()
                apply(following, code, t, 0)
                if adds_only(following, block[ARCS], self._member) and is_alive(
                    following, code, self._facts
                ):
                    yield following, t

    @cached_property
    def _room(self) -> Block:
        stores = len(self.system.stores)
        return np.zeros(stores * (self.graph.n + 3) + 1 + len(self._arcs), np.int32)

    @cached_property
    def _facts(self) -> Facts:
        known = properties(self.system)
        return Facts(
            self._heads,
            self._dependents,
            reach_table(self.system).reach,
            directed=known.directed,
            single=known.single,
            acyclic=known.acyclic,
            work=np.zeros((WORK, self.graph.n + 2), np.int32),
        )

    @cached_property
    def _reading(self) -> tuple[Block, Block]:
        """The tree's projective order and parts, if transitions exchange words."""
        heads = [0] * self.graph.n
        for h, d in self._arcs:
            heads[d - 1] = h
        return projective_order(heads), projective_parts(heads)

    def _order(self, block: Block) -> list[int]:
        chosen = preferences(self.system, self.graph.n + self.system.has_root)
        order: list[int] = chosen.order.tolist()
        code = self._machine.code
        late = []
        for t in order:
            policy = chosen.policies[t, 0]
            if policy == REORDER and not is_wanted(block, chosen, t, *self._reading):
                late.append(t)
            if policy == UNCOVER and not waits_below(block, code, self._facts):
                late.append(t)
        return [t for t in order if t not in late] + late
