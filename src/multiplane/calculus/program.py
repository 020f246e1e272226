"""A system as integers: what the compiled machines run.

Each transition is a run of rows (operation, store, depth, store, depth, number).  `rows` has
its steps in order, each behind the conditions that restrict it.  `checks` has what can be asked
before the transition begins: that the words are there, and the conditions carried back to the
first configuration by its rule; it is all there is to ask unless the transition is `late`,
that is, asks about links or paths after it has added an arc.
"""

from dataclasses import dataclass

from multiplane.calculus.guards import Literal
from multiplane.calculus.rule import Rule, rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.calculus.transition import Step, Transition

# fmt: off
OPERATIONS = {
    "move": 0, "copy": 1, "drop": 2, "arc": 3, "edge": 4, "rotate": 5, "move_all": 6,
    "has_head": 7, "linked": 8, "path": 9, "has_arc": 10, "is_root": 11, "precedes": 12,
    "switched": 13, "present": 14,
}
# fmt: on
NEGATED = 16  # added to the code of a condition that must not hold
WIDTH = 6

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The rows of all transitions, families member by member, and where each one begins."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    starts: tuple[int, ...]  # one more than there are transitions
    checks: tuple[Row, ...]
    check_starts: tuple[int, ...]
    late: tuple[bool, ...]
    stores: int
    open_on_left: tuple[bool, ...]
    sizes_at_end: tuple[int, ...]  # of each store in a terminal configuration; -1: any
    memory: int
    rotating: tuple[int, int]  # the first of the rotating stores, and how many there are


def compile_system(system: System, nodes: int) -> Program:
    """Translate a system for sentences of so many nodes (families have a member for each)."""
    number = {store: position for position, store in enumerate(system.stores)}
    names: list[str] = []
    rows: list[Row] = []
    checks: list[Row] = []
    starts, check_starts, late = [0], [0], []
    for name, transition in system.actions(nodes):
        for step in transition.steps:
            rows += [_condition(literal, number) for literal in step.guard.literals]
            rows.append(_step(step, number))
        normal = rule(transition, system.stores)
        checks += _checks(normal, number)
        late.append(_is_late(normal))
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
        rotating=_rotating(list(system.values()), number),
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
    code = OPERATIONS[literal.kind] + (0 if literal.positive else NEGATED)
    return _row(code, literal.places, number, literal.number)


def _step(step: Step, number: dict[Store, int]) -> Row:
    code = OPERATIONS[step.kind]
    if step.kind != "rotate":
        return _row(code, step.places, number)
    # Rotating stores are neighbours (System sees to it): the first of them and how many.
    stacks = [number[place] for place in step.places if isinstance(place, Store)]
    return (code, stacks[0], 0, len(stacks), 0, 0)


def _checks(normal: Rule, number: dict[Store, int]) -> list[Row]:
    deepest: dict[Store, Address] = {}
    for word in normal.words:
        if word.depth >= deepest.get(word.store, word).depth:
            deepest[word.store] = word
    present = [_row(OPERATIONS["present"], (word,), number) for word in deepest.values()]
    asked = [_condition(literal, number) for literal in normal.conditions]
    # An arc is new; an undirected one is kept from left to right, whichever end is which.
    new = [_condition(~Literal("has_arc", arc), number) for arc in normal.arcs]
    edges = [e.words[::-1] for e in normal.events if e.kind == "edge"]
    new += [_condition(~Literal("has_arc", edge), number) for edge in edges]
    return [*present, *asked, *new]


def _is_late(normal: Rule) -> bool:
    kinds = [event.literal.kind if event.literal else event.kind for event in normal.events]
    arcs = [at for at, kind in enumerate(kinds) if kind in ("arc", "edge")]
    return bool(arcs) and any(kind in ("linked", "path") for kind in kinds[arcs[0] :])


def _rotating(transitions: list[Transition], number: dict[Store, int]) -> tuple[int, int]:
    """Return the first store that takes part in a rotation, and how many lie up to the last."""
    stores = {
        number[place]
        for transition in transitions
        for step in transition.steps
        for place in step.places
        if step.kind == "rotate" and isinstance(place, Store)
    }
    return (min(stores), max(stores) - min(stores) + 1) if stores else (0, 1)
