"""The normal form of a transition, found by running it once on a symbolic configuration.

A word of the symbolic configuration is named by its address at the start; what lies below the words
that the transition looks at is one `Rest` for each store.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache

from multiplane.calculus.contents import rearrange
from multiplane.calculus.guards import Literal, has_arc, linked
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.transition import Step, Transition
from multiplane.calculus.vocabulary import CONDITIONS, DROP, EDGE, ROTATE, SWITCHED, Primitive
from multiplane.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class Rest:
    """The part of a store that a transition does not look at."""

    store: Store


Item = Address | Rest


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens: a condition is checked, an arc is added, a word is dropped."""

    words: tuple[Address, ...]
    step: Primitive | None = None  # the step that adds the arc or drops the word
    literal: Literal | None = None  # the condition, over words named by their first addresses

    @property
    def adds_arc(self) -> bool:
        return self.step is not None and bool(self.step.adds)


@dataclass(frozen=True, slots=True)
class Rule:
    """(before) ⇒ (after), with the conditions, arcs and drops in order."""

    stores: tuple[Store, ...]
    before: tuple[tuple[Item, ...], ...]
    after: tuple[tuple[Item, ...], ...]
    events: tuple[Event, ...]
    rotates: bool  # does it consist of rotations only, like SWITCH?

    @property
    def words(self) -> tuple[Address, ...]:
        """The words that the transition looks at, in reading order."""
        return tuple(item for part in self.before for item in part if isinstance(item, Address))

    @property
    def arcs(self) -> tuple[tuple[Address, Address], ...]:
        return tuple((e.words[0], e.words[1]) for e in self.events if e.adds_arc)

    @property
    def conditions(self) -> tuple[Literal, ...]:
        return tuple(e.literal for e in self.events if e.literal is not None)


def rule(transition: Transition, stores: tuple[Store, ...]) -> Rule:
    """Run the transition on a symbolic configuration; raises if it is undefined everywhere."""
    run = _SymbolicRun({store: [Rest(store)] for store in stores})
    for step in transition.steps:
        run.do(step)
    return Rule(
        stores=stores,
        before=tuple(run.drawn_from(store) for store in stores),
        after=tuple(tuple(items) for items in run.contents.values()),
        events=tuple(run.events),
        rotates=all(step.code == ROTATE for step in transition.steps),
    )


@dataclass
class _SymbolicRun:
    contents: dict[Store, list[Item]]
    events: list[Event] = field(default_factory=list)
    drawn: dict[Store, int] = field(default_factory=dict)
    added: list[Literal] = field(default_factory=list)  # what the new arcs make true
    met: list[Literal] = field(default_factory=list)  # conditions that still describe A
    done: list[int] = field(default_factory=list)  # the codes of the steps so far

    def do(self, step: Step) -> None:
        words = tuple(self.word(place) for place in step.places if isinstance(place, Address))
        for literal in step.guard.literals:
            self.meet(literal)
        if step.adds_arc:
            self.add_arc(step.primitive, words)
        else:
            if step.code == DROP:
                self.events.append(Event(words, step.primitive))
            rearrange(step, self.contents)
        self.done.append(step.code)

    def word(self, place: Address) -> Address:
        """Return the word at a place, taking it from the rest of the store if needed."""
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
            self.events.append(Event(here.places, literal=here))
            self.met.append(here)
        elif not known:
            raise DefinitionError(f"undefined everywhere: {literal} cannot hold there")

    def known(self, literal: Literal) -> bool | None:
        """Does the literal hold, given what this transition did and checked before?"""
        fact = self._fact(replace(literal, positive=True))
        return fact if fact is None else fact == literal.positive

    def _fact(self, asked: Literal) -> bool | None:
        if asked.code == SWITCHED:
            return self._just_rotated(asked.number)
        if asked.condition.of_itself is not None and len(set(asked.places)) == 1:
            return asked.condition.of_itself
        true = _consequences([lit for lit in self.met if lit.positive] + self.added)
        if asked in true:
            return True
        if any(_exclude(asked, other) for other in true):
            return False
        false = {~lit for lit in self.met if not lit.positive}
        return False if false and false & _consequences([*true, asked]) else None

    def _just_rotated(self, times: int) -> bool | None:
        if not self.done:
            earlier = [lit for lit in self.met if lit.code == SWITCHED]
            if any(lit.positive and lit.number >= times for lit in earlier):
                return True
            return (
                False if any(not lit.positive and lit.number <= times for lit in earlier) else None
            )
        trailing = 0
        while trailing < len(self.done) and self.done[-1 - trailing] == ROTATE:
            trailing += 1
        if trailing >= times:
            return True
        return None if trailing == len(self.done) else False

    def add_arc(self, step: Primitive, words: tuple[Address, ...]) -> None:
        head, dependent = words
        if head == dependent:
            raise DefinitionError("undefined everywhere: an arc from a word to itself")
        undirected = step.code == EDGE
        again = any(e.step == step and set(e.words) == set(words) for e in self.events)
        if self._fact(has_arc(*words)) or (undirected and again):
            raise DefinitionError("undefined everywhere: it adds an arc that A already has")
        self.events.append(Event(words, step))
        new = linked(*words) if undirected else has_arc(*words)
        self.added.append(new)
        # What the arc may have made true is no longer known to be false.
        now = _consequences([new])
        self.met = [
            lit for lit in self.met if lit.positive or not (lit.condition.spreads or ~lit in now)
        ]


def _consequences(true: Iterable[Literal]) -> set[Literal]:
    """Close a set of positive literals under what follows from them."""
    found: set[Literal] = set()
    waiting = list(true)
    while waiting:
        lit = waiting.pop()
        if lit not in found:
            found.add(lit)
            waiting += _following(lit)
            if lit.condition.transitive:
                waiting += _joined(lit, found)
    return found


def _following(lit: Literal) -> list[Literal]:
    if len(set(lit.places)) < len(lit.places):  # nothing follows for a word and itself
        return []
    return [
        Literal(name, tuple(lit.places[position] for position in positions))
        for name, positions in _implied(lit.code)
    ]


def _joined(lit: Literal, others: Iterable[Literal]) -> list[Literal]:
    """Return xRz for xRy and yRz, one of which is the literal."""
    first, last = lit.places
    same = [other.places for other in others if other.kind == lit.kind]
    places = [(first, z) for y, z in same if y == last] + [(x, last) for x, y in same if y == first]
    return [replace(lit, places=pair) for pair in places]


@cache
def _implied(code: int) -> list[tuple[str, tuple[int, ...]]]:
    """List the conditions that follow from a condition, and on which of its words."""
    conditions = CONDITIONS.values()
    return [(c.name, c.follows_from[code]) for c in conditions if code in c.follows_from]


def _exclude(one: Literal, other: Literal) -> bool:
    """Do the two exclude each other?"""
    if one.kind == other.kind and one.condition.unique:
        return one.places != other.places
    return _excludes(one, other) or _excludes(other, one)


def _excludes(one: Literal, other: Literal) -> bool:
    positions = one.condition.excludes.get(other.code)
    return positions is not None and all(
        position is None or one.places[position] == place
        for position, place in zip(positions, other.places, strict=True)
    )
