"""A system in print as data: parts can be used separately, and str() gives the text."""

from dataclasses import dataclass

from multiplane.calculus.stores import Address


@dataclass(frozen=True, slots=True)
class PrintedConfiguration:
    """(σ|i, j|β, A): the contents of each store, in the system's order, and the arcs."""

    stores: tuple[str, ...]
    arcs: str

    def __str__(self) -> str:
        return f"({', '.join((*self.stores, self.arcs))})"


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """(before) ⇒ (after)  [conditions], and the words that its letters represent."""

    before: PrintedConfiguration
    after: PrintedConfiguration
    conditions: tuple[str, ...]
    letters: tuple[tuple[Address, str], ...]  # in reading order
    member: int | None = None  # for a family, the m whose rule is shown

    def __str__(self) -> str:
        of = "" if self.member is None else f"m = {self.member}: "
        when = f"  [{', '.join(self.conditions)}]" if self.conditions else ""
        return f"{of}{self.before} ⇒ {self.after}{when}"


@dataclass(frozen=True, slots=True)
class PrintedTransition:
    """A transition's name, its rule, and its composition."""

    defined_as: str  # the name in the definition: ATTACH_LEFT
    name: str  # as printed: ATTACH-LEFT(m)
    rule: PrintedRule
    elementary: tuple[str, ...]  # elementary transitions, or primitives if it is not made of these
    composition: str  # the same with its restrictions, as one formula


@dataclass(frozen=True, slots=True)
class PrintedSystem:
    """A system's name, start, end and transitions."""

    name: str
    start: PrintedConfiguration
    end: PrintedConfiguration
    transitions: tuple[PrintedTransition, ...]

    def transition(self, defined_as: str) -> PrintedTransition:
        """Return the transition that has this name in the definition."""
        return next(row for row in self.transitions if row.defined_as == defined_as)

    @property
    def rules(self) -> list[str]:
        """The names and rules, one per line."""
        return [f"{row.name:{self._width}}  {row.rule}" for row in self.transitions]

    @property
    def compositions(self) -> list[str]:
        """The names and compositions, one per line."""
        return [f"{row.name:{self._width}}  = {row.composition}" for row in self.transitions]

    @property
    def _width(self) -> int:
        return max(len(row.name) for row in self.transitions)

    def __str__(self) -> str:
        lines = (f"start {self.start}   end {self.end}", *self.rules, *self.compositions)
        return "\n  ".join((self.name, *lines))
