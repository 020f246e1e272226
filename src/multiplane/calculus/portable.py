"""Convert systems to plain data and back, so that files need not contain code."""

from collections.abc import Mapping
from typing import Any

from multiplane.calculus import elementary
from multiplane.calculus.guards import Literal
from multiplane.calculus.stores import ROOT, WORDS, Address, Store
from multiplane.calculus.system import Final, System
from multiplane.calculus.transition import Index, Step, Transition
from multiplane.calculus.vocabulary import CONDITIONS, PLACE, STEPS, STORE, Word
from multiplane.errors import DefinitionError

Place = Address | Store


def as_data(system: System) -> dict[str, Any]:
    """Return a system as lists, strings and numbers.

    >>> from multiplane.calculus import SH, System
    >>> as_data(System("shifts", SHIFT=SH))["transitions"]
    [['SHIFT', [['move', [['β', 0], ['σ']], [], None]]]]
    """
    return {
        "name": system.name,
        "stores": [[s.name, s.open_on_left, list(parts)] for s, parts in system.start],
        "final": [[store.name, size] for store, size in system.final.sizes],
        "transitions": [[name, [_step(s) for s in t.steps]] for name, t in system.transitions],
        "prefer": list(system.prefer),
        "short": list(system.short),
        "source": system.source,
    }


def from_data(data: Any) -> System:
    """Read what `as_data` wrote; anything else is an error."""
    try:
        stores = {name: Store(name, bool(left)) for name, left, _ in data["stores"]}
        start = {}
        for name, _, parts in data["stores"]:
            if not all(part in (ROOT, *WORDS) for part in parts):
                raise DefinitionError(f"a store that starts with {parts}")
            start[stores[name]] = parts
        return System(
            str(data["name"]),
            {name: _transition(steps, stores) for name, steps in data["transitions"]},
            start=start,
            final=Final(tuple((stores[name], int(size)) for name, size in data["final"])),
            source=str(data["source"]),
            prefer=tuple(data["prefer"]),
            short=tuple(data["short"]),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise DefinitionError(f"this is not the definition of a system: {error!r}") from error


def _place(place: Place) -> list[Any]:
    return [place.store.name, place.depth] if isinstance(place, Address) else [place.name]


def _step(step: Step) -> list[Any]:
    guard = [
        [lit.kind, [_place(p) for p in lit.places], lit.positive, lit.number]
        for lit in step.guard.literals
    ]
    times = None if step.times is None else step.times.shift
    return [step.kind, [_place(p) for p in step.places], guard, times]


def _places(data: list[list[Any]], takes: tuple[str, ...], stores: dict[str, Store]) -> list[Any]:
    found: list[Any] = []
    for (name, *depth), wanted in zip(data, takes, strict=True):
        if wanted == STORE if depth else wanted == PLACE:
            raise DefinitionError(f"found {'a place' if depth else 'a store'}; expected {wanted}")
        found.append(stores[name][depth[0]] if depth else stores[name])
    return found


def _transition(steps: list[Any], stores: dict[str, Store]) -> Transition:
    whole = Transition(())
    for kind, places, guard, times in steps:
        takes = _takes("step", kind, places, STEPS)
        step = getattr(elementary, kind)(*_places(places, takes, stores))
        if times is not None:
            step **= Index(int(times))
        for name, where, positive, number in guard:
            takes = _takes("condition", name, where, CONDITIONS)
            literal = Literal(name, tuple(_places(where, takes, stores)), positive, number)
            step |= literal
        whole >>= step
    return whole


def _takes(what: str, kind: str, places: list[Any], known: Mapping[str, Word]) -> tuple[str, ...]:
    """Return what each place of a step or a condition is to be."""
    if kind not in known or known[kind].arity not in (None, len(places)):
        raise DefinitionError(f"no {what} {kind!r} with {len(places)} places")
    word = known[kind]
    return word.takes * len(places) if word.any_number else word.takes[: word.arity]
