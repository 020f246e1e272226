"""A transition system S = (C, T, c_s, C_t) as a value (2013, Definition 3)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.extent import excess
from multiplane.calculus.guards import Guard, Literal
from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.stores import ROOT, WORDS, Address, Store, β, σ
from multiplane.calculus.transition import Transition
from multiplane.calculus.vocabulary import ARC, EDGE, ROTATE, Undirected
from multiplane.errors import DefinitionError, UnknownName

MEMBER = re.compile(r"(\w+)\((\d+)\)")  # of a family, by name: ATTACH_LEFT(2)


@dataclass(frozen=True, slots=True)
class Final:
    """The sizes of stores in terminal configurations."""

    sizes: tuple[tuple[Store, int], ...]

    def __and__(self, other: "Final") -> "Final":
        return Final(self.sizes + other.sizes)


def empty(store: Store) -> Final:
    """The store is empty."""
    return Final(((store, 0),))


def single(store: Store) -> Final:
    """The store holds exactly one word."""
    return Final(((store, 1),))


@dataclass(frozen=True)
class System(Mapping[str, Transition]):
    """A named set of transitions with its start and terminal configurations.

    A mapping from names to transitions, in the order of their definition.
    Defining a system runs every transition once on a symbolic configuration, and raises an error
    if one is undefined everywhere.
    """

    name: str
    transitions: tuple[tuple[str, Transition], ...]
    start: tuple[tuple[Store, tuple[int | str, ...]], ...]
    final: Final
    source: str = field(default="", compare=False)  # where it was published
    prefer: tuple[str, ...] = ()  # transitions that oracles try first
    short: tuple[str, ...] = ()  # those that oracles use for arcs of length one only

    def __init__(
        self,
        name: str,
        transitions: Mapping[str, Transition] | None = None,
        /,
        *,
        start: Mapping[Store, Any] | None = None,
        final: Final | None = None,
        source: str = "",
        prefer: tuple[str, ...] = (),
        short: tuple[str, ...] = (),
        **named: Transition,
    ) -> None:
        begin = {σ: [], β: WORDS} if start is None else start
        contents = {store: tuple(parts) for store, parts in begin.items()}
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "transitions", (*(transitions or {}).items(), *named.items()))
        object.__setattr__(self, "start", tuple(contents.items()))
        object.__setattr__(self, "final", empty(β) if final is None else final)
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "prefer", prefer)
        object.__setattr__(self, "short", short)
        self._check()

    def _check(self) -> None:
        if not self.transitions:
            raise DefinitionError(f"{self.name}: a system needs at least one transition")
        if (too_much := excess(self)) is not None:
            raise DefinitionError(f"{self.name}: {too_much}")
        used = {(store, "the final condition") for store, _ in self.final.sizes}
        for name, transition in self.transitions:
            if not transition.steps:
                raise DefinitionError(f"{self.name}: {name} has no steps")
            for step in transition.steps:
                places = [p for lit in step.guard.literals for p in lit.places]
                for place in (*step.places, *places):
                    used.add((place.store if isinstance(place, Address) else place, name))
        for store, name in sorted(used, key=str):
            if store not in self.stores:
                raise DefinitionError(
                    f"{self.name}: {name} uses the store {store}, which is not in start"
                    f" ({', '.join(map(str, self.stores))})"
                )
        codes = {step.code for _, t in self.transitions for step in t.steps}
        if {ARC, EDGE} <= codes:
            raise DefinitionError(f"{self.name}: directed and undirected arcs cannot be mixed")
        for name, transition in self.transitions if EDGE in codes else ():
            for literal in (lit for step in transition.steps for lit in step.guard.literals):
                if literal.condition.undirected is not Undirected.SAME:
                    raise DefinitionError(
                        f"{self.name}: {name} asks for {literal}, but undirected arcs have no heads"
                    )
        for name, transition in self.transitions:
            for step in transition.steps:
                if step.code == ROTATE and step.places not in self._neighbours(len(step.places)):
                    raise DefinitionError(
                        f"{self.name}: {name} rotates {', '.join(map(str, step.places))}, but"
                        f" rotating stores are neighbours in start"
                        f" ({', '.join(map(str, self.stores))})"
                    )
            self.rules(name)

    def _neighbours(self, count: int) -> list[tuple[Store, ...]]:
        return [self.stores[at : at + count] for at in range(len(self.stores) - count + 1)]

    # What the paper calls C, c_s and C_t.

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return tuple(store for store, _ in self.start)

    def initial(self, words: int) -> Configuration:
        """Return c_s(w₁ … wₙ)."""
        contents: list[tuple[int, ...]] = []
        for _, parts in self.start:
            nodes: list[int] = []
            for part in parts:
                nodes += [part] if isinstance(part, int) else range(1, words + 1)
            contents.append(tuple(nodes))
        return Configuration(tuple(contents))

    def is_terminal(self, configuration: Configuration) -> bool:
        contents = dict(zip(self.stores, configuration.stores, strict=True))
        return all(len(contents[store]) == size for store, size in self.final.sizes)

    @cached_property
    def memory(self) -> int:
        """The greatest number of consecutive rotations that a guard asks about."""
        literals = [lit for t in self.values() for step in t.steps for lit in step.guard.literals]
        return max((lit.number for lit in literals), default=0)

    @cached_property
    def rotating(self) -> frozenset[Store]:
        """The stores that rotate."""
        steps = [step for t in self.values() for step in t.steps if step.code == ROTATE]
        return frozenset(s for step in steps for s in step.places if isinstance(s, Store))

    @property
    def directed(self) -> bool:
        return not any(step.code == EDGE for t in self.values() for step in t.steps)

    @property
    def has_root(self) -> bool:
        return any(ROOT in contents for _, contents in self.start)

    # A mapping from names to transitions; members of a family are named ATTACH_LEFT(2).

    def __getitem__(self, name: str) -> Transition:
        return dict(self.transitions)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(name for name, _ in self.transitions)

    def __len__(self) -> int:
        return len(self.transitions)

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.transitions, self.start, self.final, self.prefer, self.short))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self.name

    def _repr_html_(self) -> str:  # what notebooks ask for
        from multiplane.calculus.shown import system_html

        return system_html(self)

    def transition(self, name: str) -> Transition:
        """Return a transition, or a member of a family, by its name; hyphens are fine."""
        plain = name.replace("-", "_")
        member = MEMBER.fullmatch(plain)
        try:
            return self[member[1]].member(int(member[2])) if member else self[plain]
        except KeyError:
            known = ", ".join(self)
            wrong = f"no transition {name}; it has {known}".replace("_", "-")  # as they are printed
            raise UnknownName(f"{self.name} has {wrong}") from None

    @staticmethod
    def defined_as(name: str) -> str:
        """Return the name in the definition: of ATTACH-LEFT(2) it is ATTACH_LEFT."""
        plain = name.replace("-", "_")
        member = MEMBER.fullmatch(plain)
        return member[1] if member else plain

    def actions(self, nodes: int) -> Iterator[tuple[str, Transition]]:
        """List all transitions for `nodes` nodes, families member by member."""
        for name, transition in self.transitions:
            if transition.is_family:
                for m in range(1, max(nodes, 2)):
                    yield f"{name}({m})", transition.member(m)
            else:
                yield name, transition

    def rules(self, name: str) -> list[Rule]:
        """Return the normal form of a transition; of a family, those of its first members.

        Facts about words concern at most two at a time, so members 1 to 4 of a family, which
        pass over up to three words, show all that any member can do to two of them.
        """
        transition = self[name]
        members = (
            [transition.member(m) for m in range(1, 5)] if transition.is_family else [transition]
        )
        try:
            return [rule(member, self.stores) for member in members]
        except DefinitionError as error:
            raise DefinitionError(f"{self.name}: {name}: {error}") from None

    # New systems from this one.

    def but(
        self,
        name: str,
        changes: Mapping[str, Transition | None] | None = None,
        /,
        *,
        start: Mapping[Store, Any] | None = None,
        final: Final | None = None,
        source: str = "",
        prefer: tuple[str, ...] | None = None,
        short: tuple[str, ...] | None = None,
        **named: Transition | None,
    ) -> "System":
        """Return this system with some transitions changed, added, or (None) left out."""
        merged = {**dict(self.transitions), **(changes or {}), **named}
        return System(
            name,
            {n: t for n, t in merged.items() if t is not None},
            start=dict(self.start) if start is None else start,
            final=final or self.final,
            source=source or self.source,
            prefer=self.prefer if prefer is None else prefer,
            short=self.short if short is None else short,
        )

    def restricted(self, name: str, **guards: Guard | Literal) -> "System":
        """Return this system with further restrictions on some transitions."""
        return self.but(name, {t: self[t] | guard for t, guard in guards.items()})

    def named(self, name: str) -> "System":
        return self.but(name)
