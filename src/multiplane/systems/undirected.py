"""Undirected systems: LEFT-ARC and RIGHT-ARC collapsed into one ARC (2012, section 3)."""

from dataclasses import replace

from multiplane.calculus import Address, Guard, Literal, Step, System, Transition
from multiplane.calculus.vocabulary import ARC, Undirected
from multiplane.errors import DefinitionError


def undirected(system: System) -> System:
    """Return the variant with undirected arcs.

    Conditions on heads are dropped, since undirected arcs have none.  The usual constraints,
    [single-head,acyclic], are not part of the name; others are.  Raises a DefinitionError for
    a system whose LEFT-ARC and RIGHT-ARC differ in more than direction.
    """
    changed: dict[str, Transition | None] = {}
    builders = [name for name, t in system.transitions if any(s.code == ARC for s in t.steps)]
    for name, transition in system.transitions:
        if name in builders:
            changed[name] = None
        elif any(_is_dropped(lit) for s in transition.steps for lit in s.guard.literals):
            raise DefinitionError(
                f"{system} has no undirected variant: {name} asks for a head, and undirected arcs"
                " have none"
            )
    forms = {name: _without_direction(system[name]) for name in builders}
    if len(builders) != 2 or len(set(forms.values())) != 1:
        shown = "; ".join(f"{name} = {form}" for name, form in forms.items())
        raise DefinitionError(
            f"{system} has no undirected variant: its arc transitions differ in more than"
            f" direction ({shown})"
        )
    changed["ARC"] = forms[builders[0]]
    source = "Gómez-Rodríguez and Fernández-González 2012, Figure 3"
    name = system.name.replace("[single-head,acyclic]", "")
    return system.but(f"undirected-{name}", changed, source=source)


def _is_dropped(literal: Literal) -> bool:
    return literal.condition.undirected is Undirected.DROPPED


def _without_direction(transition: Transition) -> Transition:
    return Transition(tuple(_undirected_step(step) for step in transition.steps))


def _undirected_step(step: Step) -> Step:
    literals = tuple(lit for lit in step.guard.literals if not _is_dropped(lit))
    step = replace(step, guard=Guard(literals))
    if not step.primitive.undirected:
        return step
    ends = [place for place in step.places if isinstance(place, Address)]
    ends.sort(key=lambda place: (place.store.open_on_left, place.depth))  # in reading order
    return replace(step, kind=step.primitive.undirected, places=tuple(ends))
