"""Guards: the conditions of a transition, as conjunctions of literals."""

from dataclasses import dataclass, replace

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.stores import Address
from multiplane.calculus.vocabulary import CONDITIONS, Condition


@dataclass(frozen=True, slots=True)
class Literal:
    """One condition on at most two places, or its negation: `~has_head(i)`."""

    kind: str  # the name of the condition
    places: tuple[Address, ...]
    positive: bool = True
    number: int = 0

    @property
    def condition(self) -> Condition:
        return CONDITIONS[self.kind]

    @property
    def code(self) -> int:
        return self.condition.code

    def holds(self, configuration: Configuration, nodes: tuple[int, ...]) -> bool:
        """Does it hold for the nodes at its places?"""
        given = nodes if self.places else (self.number,)
        return self.condition.meaning(configuration, *given) == self.positive

    def __invert__(self) -> "Literal":
        return replace(self, positive=not self.positive)

    def __and__(self, other: "Literal | Guard") -> "Guard":
        return Guard((self,)) & other

    def __str__(self) -> str:
        inside = ", ".join(map(str, self.places)) or str(self.number)
        return f"{'' if self.positive else '~'}{self.kind}({inside})"


@dataclass(frozen=True, slots=True)
class Guard:
    """A conjunction of literals; the empty one always holds."""

    literals: tuple[Literal, ...] = ()

    def __and__(self, other: "Literal | Guard") -> "Guard":
        more = other.literals if isinstance(other, Guard) else (other,)
        return Guard(tuple(dict.fromkeys(self.literals + more)))

    def __bool__(self) -> bool:
        return bool(self.literals)

    def __str__(self) -> str:
        return " & ".join(map(str, self.literals))


def has_head(place: Address) -> Literal:
    """Some arc in A leads to the word (2013: H_σ(C) for i, H_β(C) for j)."""
    return Literal("has_head", (place,))


def linked(one: Address, other: Address) -> Literal:
    """The two words are in one weakly connected component of A: i ↔* j."""
    return Literal("linked", (one, other))


def path(source: Address, target: Address) -> Literal:
    """A has a directed path, possibly empty, from source to target: i →* j."""
    return Literal("path", (source, target))


def has_arc(head: Address, dependent: Address) -> Literal:
    """The arc from head to dependent is in A."""
    return Literal("has_arc", (head, dependent))


def is_root(place: Address) -> Literal:
    """The node is the artificial root 0."""
    return Literal("is_root", (place,))


def precedes(one: Address, other: Address) -> Literal:
    """The first word stands before the second in the sentence."""
    return Literal("precedes", (one, other))


def switched(times: int) -> Literal:
    """The stacks have just been rotated this many times in a row (2013, section 5.1.3)."""
    return Literal("switched", (), number=times)
