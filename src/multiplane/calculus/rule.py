"""The normal form of a transition, found by running it once on a symbolic configuration.

A word of the symbolic configuration is named by its address at the start; what lies below the words
that the transition looks at is one `Rest` for each store.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from multiplane.calculus.contents import rearrange
from multiplane.calculus.facts import Facts
from multiplane.calculus.guards import Literal, has_arc, linked
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.transition import Step, Transition
from multiplane.calculus.vocabulary import DROP, EDGE, ROTATE, SWITCHED, Primitive
from multiplane.errors import DefinitionError
from multiplane.remembered import by_transition


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


@by_transition
def rule(transition: Transition, stores: tuple[Store, ...]) -> Rule:
    """Run the transition on a symbolic configuration; raises if it is undefined everywhere."""
    run = _SymbolicRun({store: [Rest(store)] for store in stores})
    for step in transition.steps:
        run.do(step)
    return run.rule()


def prefixes(transition: Transition, stores: tuple[Store, ...]) -> Iterator[Rule]:
    """Return the rules of the first step, the first two, and so on up to the whole transition."""
    run = _SymbolicRun({store: [Rest(store)] for store in stores})
    for step in transition.steps:
        run.do(step)
        yield run.rule()


@dataclass
class _SymbolicRun:
    contents: dict[Store, list[Item]]
    events: list[Event] = field(default_factory=list)
    drawn: dict[Store, int] = field(default_factory=dict)
    true: Facts = field(default_factory=Facts)  # by what was checked, and by new arcs
    false: set[Literal] = field(default_factory=set)  # checked, and not changed by arcs since
    switches: list[Literal] = field(default_factory=list)  # what was checked of rotations
    done: list[int] = field(default_factory=list)  # the codes of the steps so far

    def rule(self) -> Rule:
        return Rule(
            stores=tuple(self.contents),
            before=tuple(self.drawn_from(store) for store in self.contents),
            after=tuple(tuple(items) for items in self.contents.values()),
            events=tuple(self.events),
            rotates=all(code == ROTATE for code in self.done),
        )

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
            if here.code == SWITCHED:
                self.switches.append(here)
            elif here.positive:
                self.true.add(here)
            else:
                self.false.add(~here)
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
        if asked in self.true:
            return True
        if self.true.exclude(asked):
            return False
        return False if self.false and self.true.leads_to(asked, self.false) else None

    def _just_rotated(self, times: int) -> bool | None:
        if not self.done:
            earlier = self.switches
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
        if has_arc(*words) in self.true or (undirected and again):
            raise DefinitionError("undefined everywhere: it adds an arc that A already has")
        self.events.append(Event(words, step))
        new = linked(*words) if undirected else has_arc(*words)
        self.true.add(new)
        # What the arc may have made true is no longer known to be false.
        now = Facts([new])
        self.false = {lit for lit in self.false if not (lit.condition.spreads or lit in now)}
