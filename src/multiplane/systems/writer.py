"""Write a system as text, in the notation of `reader`, which reads it back as an equal value."""

from multiplane.calculus import (
    Address,
    Final,
    Literal,
    Step,
    Store,
    System,
    Transition,
    empty,
    i,
    j,
    β,
    σ,
)
from multiplane.calculus.elementary import ELEMENTARY
from multiplane.calculus.vocabulary import TOP

SHORT = {"SHIFT": "SH", "UNSHIFT": "UN", "REDUCE": "RE", "LEFT-ARC": "LA", "RIGHT-ARC": "RA"}
_ELEMENTARY = {(t.steps[0].kind, t.steps[0].places): SHORT[name] for name, t in ELEMENTARY.items()}
_SIZES = {0: "empty", 1: "single"}


def write_system(system: System) -> str:
    """Return the text of a system: its settings, then a line for each transition."""
    settings = {"name": _quoted(system.name)}
    if system.source:
        settings["source"] = _quoted(system.source)
    if system.start != ((σ, ()), (β, ("words",))):
        stores = [f"{store}: {_contents(parts)}" for store, parts in system.start]
        settings["start"] = f"{{{', '.join(stores)}}}"
    if system.final != empty(β):
        settings["final"] = _final(system.final)
    for key, names in (("prefer", system.prefer), ("short", system.short)):
        if names:
            settings[key] = ", ".join(names)
    lines = [f"{key} = {value}" for key, value in settings.items()]
    return "\n".join([*lines, "", *_table(system)]) + "\n"


def _table(system: System) -> list[str]:
    """Return the transitions in columns: name, composition, and the guard of the whole.

    The guard of the first step restricts the whole, as the papers write it.
    """
    rows = [(name, _composition(t), _guard(t.steps[0])) for name, t in system.transitions]
    names = max(len(name) for name, _, _ in rows)
    bodies = max((len(body) for _, body, guard in rows if guard), default=0)
    indent = " " if any(guard.startswith("~") for _, _, guard in rows) else ""
    return [
        f"{name:{names}} = {body:{bodies}} | {indent if guard[0] != '~' else ''}{guard}"
        if guard
        else f"{name:{names}} = {body}"
        for name, body, guard in rows
    ]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _contents(parts: tuple[int | str, ...]) -> str:
    if parts == ("words",):
        return "WORDS"
    return f"[{', '.join('*WORDS' if isinstance(part, str) else 'ROOT' for part in parts)}]"


def _final(final: Final) -> str:
    return " & ".join(f"{_SIZES[size]}({store})" for store, size in final.sizes)


def _composition(transition: Transition) -> str:
    first, *rest = transition.steps
    return " >> ".join([_bare(first), *map(_step, rest)])


def _step(step: Step) -> str:
    return f"({_bare(step)} | {_guard(step)})" if step.guard else _bare(step)


def _bare(step: Step) -> str:
    name = _ELEMENTARY.get((step.kind, step.places))
    if name is None:
        place = _source if TOP in step.primitive.takes else _place
        name = f"{step.kind}({', '.join(map(place, step.places))})"
    if step.times is None:
        return name
    shift = step.times.shift
    return f"{name}**" + (f"(m {'-' if shift < 0 else '+'} {abs(shift)})" if shift else "m")


def _guard(step: Step) -> str:
    return " & ".join(map(_literal, step.guard.literals))


def _literal(literal: Literal) -> str:
    inside = ", ".join(map(_place, literal.places)) or str(literal.number)
    return f"{'' if literal.positive else '~'}{literal.kind}({inside})"


def _place(place: Address | Store) -> str:
    return "i" if place == i else "j" if place == j else str(place)


def _source(place: Address | Store) -> str:
    """Write the top of a store as the store."""
    return str(place.store) if isinstance(place, Address) and not place.depth else str(place)
