"""Derivations: transition sequences and their chains (2013, Definitions 4 and 8 to 10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from multiplane.calculus import semantics
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.decomposition import elementary
from multiplane.calculus.elementary import ELEMENTARY
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.errors import DefinitionError
from multiplane.graph import Graph


@dataclass(frozen=True, slots=True)
class Derivation:
    """The length of a sentence, and the names of the transitions applied to it from the start."""

    system: System
    words: int
    transitions: tuple[str, ...] = ()

    @property
    def configurations(self) -> list[Configuration]:
        """The transition sequence c₀, c₁, …, cₘ; raises if a transition is undefined."""
        sequence = [self.system.initial(self.words)]
        for name in self.transitions:
            sequence.append(semantics.require(self.system, name, sequence[-1]))
        return sequence

    @property
    def last(self) -> Configuration:
        return self.configurations[-1]

    @property
    def is_complete(self) -> bool:
        return self.system.is_terminal(self.last)

    @property
    def graph(self) -> Graph:
        """The parse that the sequence assigns."""
        return Graph(self.words, self.last.arcs)

    def _repr_html_(self) -> str:  # what notebooks ask for
        from multiplane.calculus.shown import derivation_html

        return derivation_html(self)

    def then(self, *names: str) -> "Derivation":
        return Derivation(self.system, self.words, self.transitions + names)

    def permits(self, name: str) -> bool:
        transition = self.system.transition(name)
        return semantics.apply(self.system, transition, self.last) is not None

    @property
    def permitted(self) -> list[str]:
        return [name for name, _ in semantics.successors(self.system, self.last)]

    @property
    def standard_chain(self) -> tuple[Transition, ...]:
        """t₁, …, tₘ with tᵢ(cᵢ₋₁) = cᵢ (Definition 8)."""
        return tuple(self.system.transition(name) for name in self.transitions)

    @property
    def elementary_chain(self) -> tuple[str, ...]:
        """The elementary transitions that the chain consists of (Definition 9)."""
        chain: list[str] = []
        for name, transition in zip(self.transitions, self.standard_chain, strict=True):
            parts = elementary(transition, self.system.stores)
            if parts is None:
                raise DefinitionError(
                    f"{self.system}: {name} is not made of elementary transitions"
                )
            chain += parts
        return tuple(chain)

    @property
    def computation(self) -> Transition:
        """The composition of the whole elementary chain (Definition 10): it takes c₀ to cₘ."""
        first, *rest = (ELEMENTARY[name] for name in self.elementary_chain)
        for step in rest:
            first = first >> step
        return first

    @property
    def elementary_configurations(self) -> list[Configuration]:
        """The elementary transition sequence c′₀, …, c′_q (Definition 10)."""
        sequence = [self.system.initial(self.words)]
        for name in self.elementary_chain:
            following = semantics.apply(self.system, ELEMENTARY[name], sequence[-1])
            assert following is not None, "the chain was defined as a whole"
            sequence.append(following)
        return sequence

    @property
    def printed_transitions(self) -> list[str]:
        return [name.replace("_", "-") for name in self.transitions]

    def __str__(self) -> str:
        return " ".join(self.printed_transitions)


def derive(system: System, names: str | Sequence[str] = "", *, words: int) -> Derivation:
    """Follow named transitions from the start: `derive(ARC_EAGER, "SHIFT LEFT-ARC", words=2)`."""
    steps = names.split() if isinstance(names, str) else names
    derivation = Derivation(system, words, tuple(name.replace("-", "_") for name in steps))
    _ = derivation.last  # raises if a step is not permitted
    return derivation
