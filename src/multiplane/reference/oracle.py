"""The oracle as a guide: the score of a transition is minus its cost."""

from collections.abc import Mapping

from multiplane.calculus.semantics import successors
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph
from multiplane.machine.kernel import apply
from multiplane.oracles.dynamic import DynamicOracle, gold_for, has_costs
from multiplane.oracles.loss import errors
from multiplane.oracles.trace import trace
from multiplane.reference.guide import STOP
from multiplane.reference.situation import NO_LABEL, Choice, Situation

NEXT_STEP = 0.5  # bonus for the static derivation, above others with the same cost


class OracleGuide:
    """Guide to a graph: along one derivation as long as that is followed, otherwise by costs.

    Where words may have several heads there are no costs, and only the derivation counts.
    `labels` has the number of the label of each arc's dependent.
    """

    def __init__(
        self, system: System, graph: Graph, labels: Mapping[int, int] | None = None
    ) -> None:
        self.system, self.graph, self.labels = system, graph, labels or {}
        try:
            self.derivation: tuple[str, ...] = trace(system, graph).derivation.transitions
        except MultiplaneError:  # it cannot be derived, and losing arcs is not supported
            self.derivation = ()
        self.costs: DynamicOracle | None = None
        words = range(1, graph.n + 1)
        if has_costs(system) and all(len(graph.heads_of(d)) <= 1 for d in words):
            heads = graph.heads
            self.costs = DynamicOracle(system, gold_for(system, heads))

    def scores(self, situation: Situation) -> dict[Choice, float]:
        """Score the permitted transitions, and stopping if the configuration is terminal."""
        names = tuple(name for name, _ in situation.choices)
        following = ""  # stop
        if names == self.derivation[: len(names)]:
            following = (*self.derivation, "")[len(names)]
        costs = self._costs(names)
        found: dict[Choice, float] = {}
        before = situation.configuration
        if self.system.is_terminal(before):
            found[STOP] = NEXT_STEP * (not following) - costs.get("", 0)
        for name, after in successors(self.system, before):
            new = [self._label(*arc) for arc in after.arcs - before.arcs]
            cost = costs.get(name, 0)
            found[name, max(new, default=NO_LABEL)] = NEXT_STEP * (name == following) - cost
        return found

    def _costs(self, names: tuple[str, ...]) -> dict[str, int]:
        """Return costs by transition; stopping has an empty name."""
        if self.costs is None:
            return {}
        machine = self.costs.machine
        block = machine.start.copy()
        for name in names:
            apply(block, machine.code, machine.program.names.index(name), 0)
        costs, least = self.costs.costs_and_least(block)
        found = dict(zip(machine.program.names, costs.tolist(), strict=True))
        stopping = errors(block, self.costs.tree, self.costs.model)
        return found | {"": int(stopping) - least}

    def _label(self, head: int, dependent: int) -> int:
        if not self.system.directed and (head, dependent) not in self.graph.arcs:
            dependent = head  # the arc goes the other way
        return self.labels.get(dependent, NO_LABEL)
