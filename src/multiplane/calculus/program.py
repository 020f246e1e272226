"""A system as integers, for the compiled machines.

Each transition is a run of rows (operation, store, depth, store, depth, number).  `rows` has
its steps in order, each after the conditions that restrict it.  `checks` has what can be checked
before the transition begins: that the words exist, and the conditions, which its rule carries back
to the first configuration.  These suffice unless the transition is `late`, that is, has a condition
after one of its arcs that the arc may change.
"""

from collections.abc import Callable
from dataclasses import dataclass

from multiplane.calculus.copies import copies
from multiplane.calculus.guards import Literal, has_arc
from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.calculus.transition import Step
from multiplane.calculus.vocabulary import CLOSED, COPY, EDGE, NEGATED, PRESENT, ROTATE

WIDTH = 6

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The rows of all transitions, families member by member, and where each one begins."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    starts: tuple[int, ...]  # and the end of the last
    checks: tuple[Row, ...]
    check_starts: tuple[int, ...]
    late: tuple[bool, ...]
    stores: int
    open_on_left: tuple[bool, ...]
    sizes_at_end: tuple[int, ...]  # of each store in a terminal configuration; -1: any
    memory: int
    rotating: tuple[int, int]  # the first of the rotating stores, and their number


def compile_system(system: System, nodes: int, parallel: int = 1) -> Program:
    """Translate a system for sentences of `nodes` nodes (families have a member for each).

    Up to `parallel` arcs, with different labels, may lead from one word to another.
    """
    number = {store: position for position, store in enumerate(system.stores)}
    together = copies(system).together

    def is_new(head: Address, dependent: Address) -> Row:
        if parallel == 1 and {head.store, dependent.store} not in together:
            return _condition(~has_arc(head, dependent), number)
        return _row(CLOSED + NEGATED, (head, dependent), number, parallel)

    names: list[str] = []
    rows: list[Row] = []
    checks: list[Row] = []
    starts, check_starts, late = [0], [0], []
    shares = bool(together) or any(step.code == COPY for t in system.values() for step in t.steps)
    for name, transition in system.actions(nodes):
        for step in transition.steps:
            rows += [_condition(literal, number) for literal in step.guard.literals]
            rows.append(_step(step, number))
        normal = rule(transition, system.stores)
        late.append(_is_late(normal, shares=shares))
        checks += _checks(normal, number, is_new, late=late[-1])
        names.append(name)
        starts.append(len(rows))
        check_starts.append(len(checks))
    ends = dict(system.final.sizes)
    return Program(
        names=tuple(names),
        rows=tuple(rows),
        starts=tuple(starts),
        checks=tuple(checks),
        check_starts=tuple(check_starts),
        late=tuple(late),
        stores=len(number),
        open_on_left=tuple(store.open_on_left for store in system.stores),
        sizes_at_end=tuple(ends.get(store, -1) for store in system.stores),
        memory=system.memory,
        rotating=_rotating(system, number),
    )


def _row(
    code: int, places: tuple[Address | Store, ...], number: dict[Store, int], extra: int = 0
) -> Row:
    row = [code]
    for place in places:
        row += (
            [number[place.store], place.depth] if isinstance(place, Address) else [number[place], 0]
        )
    return (*row, *[0] * (WIDTH - 1 - len(row)), extra)


def _condition(literal: Literal, number: dict[Store, int]) -> Row:
    code = literal.code + (0 if literal.positive else NEGATED)
    return _row(code, literal.places, number, literal.number)


def _step(step: Step, number: dict[Store, int]) -> Row:
    if step.code != ROTATE:
        return _row(step.code, step.places, number)
    # Rotating stores are neighbours (System checks it): the first of them and their number.
    stacks = [number[place] for place in step.places if isinstance(place, Store)]
    return (step.code, stacks[0], 0, len(stacks), 0, 0)


def _checks(
    normal: Rule, number: dict[Store, int], is_new: Callable[..., Row], *, late: bool
) -> list[Row]:
    deepest: dict[Store, Address] = {}
    for word in normal.words:
        if word.depth >= deepest.get(word.store, word).depth:
            deepest[word.store] = word
    present = [_row(PRESENT, (word,), number) for word in deepest.values()]
    asked: list[Row] = []
    new: list[Row] = []
    edges: list[Row] = []
    for event in normal.events:
        if (
            late
            and new
            and (event.adds_arc or (event.literal and event.literal.condition.about_arcs))
        ):
            continue  # the first arc may change it, so it is checked later
        if event.literal:
            asked.append(_condition(event.literal, number))
        elif event.adds_arc:
            # The arc must be new; undirected arcs are stored from left to right.
            new.append(is_new(*event.words))
            if event.step and event.step.code == EDGE:
                edges.append(is_new(*event.words[::-1]))
    return [*present, *asked, *new, *edges]


def _is_late(normal: Rule, *, shares: bool) -> bool:
    """Can an arc of the transition change a later condition of its own?

    If stores share words, two places may hold the same one, so conditions about either may change.
    """
    events = iter(normal.events)
    adds_arc = any(event.adds_arc for event in events)  # leaves the events after the first arc
    if not adds_arc:
        return False
    asked = [e.literal.condition for e in events if e.literal]
    if shares:
        return any(c.about_arcs for c in asked) or sum(e.adds_arc for e in normal.events) > 1
    return any(c.spreads for c in asked)


def _rotating(system: System, number: dict[Store, int]) -> tuple[int, int]:
    """Return the first store that rotates, and the number of stores up to the last."""
    stores = [number[store] for store in system.rotating]
    return (min(stores), max(stores) - min(stores) + 1) if stores else (0, 1)
