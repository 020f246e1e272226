"""Transitions: primitive steps, composed with `>>` and restricted with `|` (2013, Definition 6)."""

from dataclasses import dataclass, replace

from multiplane.calculus.guards import Guard, Literal
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.vocabulary import STEPS, Primitive
from multiplane.errors import DefinitionError

ALWAYS = Guard()


@dataclass(frozen=True, slots=True)
class Index:
    """The index m of a family of transitions, or m + shift: `SH**m >> LA >> RE >> UN**(m - 1)`."""

    shift: int = 0

    def __add__(self, number: int) -> "Index":
        return Index(self.shift + number)

    def __sub__(self, number: int) -> "Index":
        return Index(self.shift - number)

    def at(self, value: int) -> int:
        """Return the exponent for one member of the family."""
        return value + self.shift

    def __str__(self) -> str:
        return f"(m{self.shift:+d})".replace("-", "−") if self.shift else "m"


@dataclass(frozen=True, slots=True)
class Step:
    """One primitive with its restriction, checked just before it: t₁|s₁ of Definition 7."""

    kind: str  # the name of the primitive
    places: tuple[Address | Store, ...]
    guard: Guard = ALWAYS
    times: Index | None = None  # repeated m + shift times; None: once

    @property
    def primitive(self) -> Primitive:
        return STEPS[self.kind]

    @property
    def code(self) -> int:
        return self.primitive.code

    @property
    def adds_arc(self) -> bool:
        return bool(self.primitive.adds)

    def __str__(self) -> str:
        text = f"{self.kind}({', '.join(map(str, self.places))})"
        if self.times is not None:
            text += f"**{self.times}"
        return f"({text} | {self.guard})" if self.guard else text


@dataclass(frozen=True, slots=True)
class Transition:
    """A composition of restricted steps: a partial function from configurations to configurations.

    Python's precedence is the papers': in `LA >> RE | ~has_head(i)` the guard restricts the
    whole composition, that is, it is evaluated before the first step.
    """

    steps: tuple[Step, ...]

    def __rshift__(self, other: "Transition") -> "Transition":
        return Transition(self.steps + other.steps)

    def __or__(self, guard: Guard | Literal) -> "Transition":
        first, *rest = self.steps
        if first.times is not None:
            raise DefinitionError(f"{first}: a repeated step cannot be restricted")
        return Transition((replace(first, guard=first.guard & guard), *rest))

    def __pow__(self, times: Index | int) -> "Transition":
        if isinstance(times, int):
            if times < 1:
                raise DefinitionError(f"({self})**{times}: repeated at least once, or left out")
            return Transition(self.steps * times)
        if len(self.steps) != 1 or self.steps[0].guard:
            raise DefinitionError(f"({self})**m: only a single unrestricted step can be repeated")
        return Transition((replace(self.steps[0], times=times),))

    @property
    def is_family(self) -> bool:
        return any(step.times is not None for step in self.steps)

    def member(self, m: int) -> "Transition":
        """Return the member of the family with index m, without repeated steps."""
        steps: list[Step] = []
        for step in self.steps:
            count = 1 if step.times is None else step.times.at(m)
            steps += [replace(step, times=None)] * count
        return Transition(tuple(steps))

    @property
    def guard(self) -> Guard:
        """The restriction of the whole composition (that of its first step)."""
        return self.steps[0].guard

    def __str__(self) -> str:
        return " >> ".join(map(str, self.steps))
