"""The normal form of a transition, found by running it once on a symbolic configuration.

A word of the symbolic configuration is named by where it stands at the start, that is, by its
address; what lies below the words that the transition looks at is one `Rest` for each store.
"""

from dataclasses import dataclass, field, replace

from multiplane.calculus.contents import rearrange
from multiplane.calculus.guards import Literal
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.transition import Step, Transition
from multiplane.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class Rest:
    """All of a store that a transition does not look at."""

    store: Store


Item = Address | Rest


@dataclass(frozen=True, slots=True)
class Event:
    """What happens to words or arcs: a condition is met, an arc is added, a word is dropped."""

    kind: str  # "when", "arc", "edge", "drop"
    words: tuple[Address, ...]
    literal: Literal | None = None  # of a condition, over words named by their first addresses


@dataclass(frozen=True, slots=True)
class Rule:
    """(before) ⇒ (after), with the conditions, arcs and drops on the way in their order."""

    stores: tuple[Store, ...]
    before: tuple[tuple[Item, ...], ...]
    after: tuple[tuple[Item, ...], ...]
    events: tuple[Event, ...]
    rotates: bool  # consists of rotations only, as SWITCH does

    @property
    def words(self) -> tuple[Address, ...]:
        """The words that the transition looks at, in reading order."""
        return tuple(item for part in self.before for item in part if isinstance(item, Address))

    @property
    def arcs(self) -> tuple[tuple[Address, Address], ...]:
        return tuple((e.words[0], e.words[1]) for e in self.events if e.kind in ("arc", "edge"))

    @property
    def conditions(self) -> tuple[Literal, ...]:
        return tuple(e.literal for e in self.events if e.literal is not None)


def rule(transition: Transition, stores: tuple[Store, ...]) -> Rule:
    """Run the transition on a symbolic configuration; report one that is undefined everywhere."""
    run = _SymbolicRun({store: [Rest(store)] for store in stores})
    for step in transition.steps:
        run.do(step)
    return Rule(
        stores=stores,
        before=tuple(run.drawn_from(store) for store in stores),
        after=tuple(tuple(items) for items in run.contents.values()),
        events=tuple(run.events),
        rotates=all(step.kind == "rotate" for step in transition.steps),
    )


@dataclass
class _SymbolicRun:
    contents: dict[Store, list[Item]]
    events: list[Event] = field(default_factory=list)
    drawn: dict[Store, int] = field(default_factory=dict)
    added: list[Literal] = field(default_factory=list)  # what the new arcs make true
    met: list[Literal] = field(default_factory=list)  # conditions that still describe A
    kinds: list[str] = field(default_factory=list)  # of the steps done so far

    def do(self, step: Step) -> None:
        words = tuple(self.word(place) for place in step.places if isinstance(place, Address))
        for literal in step.guard.literals:
            self.meet(literal)
        if step.kind in ("arc", "edge"):
            self.add_arc(step.kind, words)
        elif step.kind == "drop":
            self.events.append(Event("drop", words))
            rearrange(step, self.contents)
        else:
            rearrange(step, self.contents)
        self.kinds.append(step.kind)

    def word(self, place: Address) -> Address:
        """Return the word at a place, drawing it from the rest of the store where needed."""
        items = self.contents[place.store]
        while True:
            position = place.store.position(place.depth, len(items))
            at = [p for p, item in enumerate(items) if isinstance(item, Rest)]
            near = (at[0] if place.store.open_on_left else at[-1]) if at else None
            if position >= 0 and (near is None or self._above(place.store, position, near)):
                found = items[position]
                assert isinstance(found, Address)
                return found
            if near is None:
                raise DefinitionError(f"undefined everywhere: nothing can be at {place} by then")
            rest = items[near]
            assert isinstance(rest, Rest)
            if rest.store.open_on_left != place.store.open_on_left:
                raise DefinitionError(f"{place} would be at the closed end of {rest.store}")
            depth = self.drawn.get(rest.store, 0)
            self.drawn[rest.store] = depth + 1
            items.insert(near if place.store.open_on_left else near + 1, rest.store[depth])

    @staticmethod
    def _above(store: Store, position: int, rest: int) -> bool:
        return position < rest if store.open_on_left else position > rest

    def drawn_from(self, store: Store) -> tuple[Item, ...]:
        words: list[Item] = [store[depth] for depth in range(self.drawn.get(store, 0))]
        return (*words, Rest(store)) if store.open_on_left else (Rest(store), *reversed(words))

    def meet(self, literal: Literal) -> None:
        here = replace(literal, places=tuple(self.word(place) for place in literal.places))
        known = self.known(here)
        if known is None:
            self.events.append(Event("when", here.places, here))
            self.met.append(here)
        elif not known:
            raise DefinitionError(f"undefined everywhere: {literal} cannot hold there")

    def known(self, literal: Literal) -> bool | None:
        """Does the literal hold, judging by what this transition did and asked before?"""
        fact = self._fact(replace(literal, positive=True))
        return fact if fact is None else fact == literal.positive

    def _fact(self, asked: Literal) -> bool | None:
        if asked.kind == "switched":
            return self._just_rotated(asked.number)
        if asked.kind in ("linked", "path") and asked.places[0] == asked.places[1]:
            return True
        if asked.kind == "precedes" and asked.places[0] == asked.places[1]:
            return False
        true = _consequences([lit for lit in self.met if lit.positive] + self.added)
        if asked in true:
            return True
        if any(_exclude(asked, other) for other in true):
            return False
        false = [~lit for lit in self.met if not lit.positive]
        implied = _consequences([*true, asked])
        return False if any(lit in implied for lit in false) else None

    def _just_rotated(self, times: int) -> bool | None:
        if not self.kinds:
            earlier = [lit for lit in self.met if lit.kind == "switched"]
            if any(lit.positive and lit.number >= times for lit in earlier):
                return True
            return (
                False if any(not lit.positive and lit.number <= times for lit in earlier) else None
            )
        trailing = 0
        while trailing < len(self.kinds) and self.kinds[-1 - trailing] == "rotate":
            trailing += 1
        if trailing >= times:
            return True
        return None if trailing == len(self.kinds) else False

    def add_arc(self, kind: str, words: tuple[Address, ...]) -> None:
        head, dependent = words
        if head == dependent:
            raise DefinitionError("undefined everywhere: an arc from a word to itself")
        new = Literal("has_arc", words) if kind == "arc" else Literal("linked", words)
        again = any(e.kind == kind and set(e.words) == set(words) for e in self.events)
        if self._fact(Literal("has_arc", words)) or (kind == "edge" and again):
            raise DefinitionError("undefined everywhere: it adds an arc that A already has")
        self.events.append(Event(kind, words))
        self.added.append(new)
        # A new arc may make these true; whatever else was asked before stays as it was.
        changed = {
            Literal("has_arc", words, positive=False),
            *([Literal("has_head", (dependent,), positive=False)] if kind == "arc" else []),
        }
        self.met = [
            lit
            for lit in self.met
            if lit.positive or not (lit.kind in ("linked", "path") or lit in changed)
        ]


def _consequences(true: list[Literal]) -> list[Literal]:
    """Close a set of positive literals under what each says about arcs and paths."""
    found = set(true)
    while True:
        new: set[Literal] = set()
        for lit in found:
            if lit.kind == "has_arc":
                new |= {Literal("path", lit.places)}
            if lit.kind == "path" and lit.places[0] != lit.places[1]:
                new |= {Literal("has_head", lit.places[1:]), Literal("linked", lit.places)}
            if lit.kind == "linked":
                new |= {Literal("linked", lit.places[::-1])}
            for other in found:
                joined = lit.kind == other.kind in ("path", "linked", "precedes")
                if joined and lit.places[1] == other.places[0]:
                    new |= {Literal(lit.kind, (lit.places[0], other.places[1]))}
        if new <= found:
            return sorted(found, key=str)
        found |= new


def _exclude(one: Literal, other: Literal) -> bool:
    """Can the two not be true together?"""
    match one.kind, other.kind:
        case "precedes", "precedes":
            return one.places == other.places[::-1]
        case "is_root", "is_root":
            return one.places != other.places
        case "is_root", "precedes":
            return one.places[0] == other.places[1]
        case "precedes", "is_root":
            return other.places[0] == one.places[1]
    return False
