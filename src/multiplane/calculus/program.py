"""A system as integers: what the compiled machine runs.

Each transition is a run of rows (operation, store, depth, store, depth, number); a condition
is a row like any other and stands before the step that it restricts.
"""

from dataclasses import dataclass

from multiplane.calculus.guards import Literal
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.calculus.transition import Step

# fmt: off
OPERATIONS = {
    "move": 0, "copy": 1, "drop": 2, "arc": 3, "edge": 4, "rotate": 5, "move_all": 6,
    "has_head": 7, "linked": 8, "path": 9, "has_arc": 10, "is_root": 11, "precedes": 12,
    "switched": 13,
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
    stores: int
    open_on_left: tuple[bool, ...]
    sizes_at_end: tuple[int, ...]  # of each store in a terminal configuration; -1: any
    memory: int


def compile_system(system: System, nodes: int) -> Program:
    """Translate a system for sentences of so many nodes (families have a member for each)."""
    number = {store: position for position, store in enumerate(system.stores)}
    names: list[str] = []
    rows: list[Row] = []
    starts = [0]
    for name, transition in system.actions(nodes):
        for step in transition.steps:
            rows += [_condition(literal, number) for literal in step.guard.literals]
            rows += _step(step, number)
        names.append(name)
        starts.append(len(rows))
    ends = dict(system.final.sizes)
    return Program(
        names=tuple(names),
        rows=tuple(rows),
        starts=tuple(starts),
        stores=len(number),
        open_on_left=tuple(store.open_on_left for store in system.stores),
        sizes_at_end=tuple(ends.get(store, -1) for store in system.stores),
        memory=system.memory,
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


def _step(step: Step, number: dict[Store, int]) -> list[Row]:
    code = OPERATIONS[step.kind]
    if step.kind != "rotate":
        return [_row(code, step.places, number)]
    # A rotation is a run of exchanges; the last of them counts as one SWITCH.
    exchanges = list(zip(step.places, step.places[1:], strict=False))
    return [_row(code, pair, number, int(pair == exchanges[-1])) for pair in exchanges]
