"""The trace of a sentence: its derivation step by step, as in Figures 3 and 6 of 2013."""

from collections.abc import Sequence
from dataclasses import dataclass

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.graph import Arc, Graph
from multiplane.oracles.dynamic import has_costs
from multiplane.oracles.generic import GenericOracle
from multiplane.oracles.static import StaticOracle


@dataclass(frozen=True, slots=True)
class Step:
    """A transition, the resulting configuration, and the arcs added."""

    transition: str  # "" for the start
    configuration: Configuration
    new: tuple[Arc, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A derivation by the oracle, and the words that do not get their right head in it."""

    derivation: Derivation
    lost: tuple[int, ...] = ()

    @property
    def steps(self) -> list[Step]:
        sequence = self.derivation.configurations
        steps = [Step("", sequence[0], ())]
        for name, before, after in zip(
            self.derivation.transitions, sequence, sequence[1:], strict=False
        ):
            new = tuple(sorted(after.arcs - before.arcs))
            steps.append(Step(name.replace("_", "-"), after, new))
        return steps


def trace(system: System, graph: Graph) -> Trace:
    """Derive a graph; where words have one head, lose as few heads as possible."""
    if has_costs(system) and all(len(graph.heads_of(d)) <= 1 for d in range(1, graph.n + 1)):
        heads = graph.heads
        answer = StaticOracle(system).derive(heads)
        return Trace(answer.derivation, answer.lost)
    verdict = GenericOracle(system, graph).derive()
    if not verdict:
        raise MultiplaneError(f"{system} has no derivation of this graph: {verdict.because}")
    return Trace(verdict.witness)


def listing(nodes: Sequence[int]) -> str:
    """Write a store as the papers do: a long run of neighbours as [6, …, 9]."""
    parts: list[str] = []
    at = 0
    while at < len(nodes):
        end = at
        while end + 1 < len(nodes) and nodes[end + 1] == nodes[end] + 1:
            end += 1
        run = nodes[at : end + 1]
        parts += [str(run[0]), "…", str(run[-1])] if len(run) > 3 else map(str, run)
        at = end + 1
    return f"[{', '.join(parts)}]"
