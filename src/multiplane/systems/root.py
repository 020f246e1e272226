"""Add an artificial root 0 before or after the words, to any system."""

from dataclasses import replace

from multiplane.calculus import ROOT, WORDS, Address, Guard, Step, System, Transition, is_root
from multiplane.calculus.vocabulary import ARC, DROP
from multiplane.errors import UnknownName

PLACES = {"first": [ROOT, *WORDS], "last": [*WORDS, ROOT]}


def rooted(system: System, place: str) -> System:
    """Add a root before or after the words; it never gets a head and is never dropped."""
    if place not in PLACES:
        raise UnknownName(f"root {place}: the root is {' or '.join(PLACES)}")
    start = {store: PLACES[place] if parts == WORDS else parts for store, parts in system.start}
    changed = {name: _sparing_the_root(transition) for name, transition in system.transitions}
    return system.but(f"{system.name} (root {place})", changed, start=start)


def _sparing_the_root(transition: Transition) -> Transition:
    return Transition(tuple(replace(s, guard=s.guard & _guard(s)) for s in transition.steps))


def _guard(step: Step) -> Guard:
    """Require that the word that gets a head, or is dropped, is not the root."""
    last = step.places[-1]
    if step.code in (ARC, DROP) and isinstance(last, Address):
        return Guard((~is_root(last),))
    return Guard()
