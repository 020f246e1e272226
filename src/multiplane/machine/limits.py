"""What the compiled machine can run: one rule for every caller.

The machine gives each store room for every word once, and never checks for overflow.  So it refuses
a system, with a reason, unless no word can ever be in one store twice.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from multiplane.calculus.rule import Rest, Rule, rule
from multiplane.calculus.stores import ROOT, WORDS, Store
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.errors import DefinitionError

MOST_STORES = 10

# The stores that hold one or two copies of a word.
Places = tuple[Store, ...]


def check(system: System) -> None:
    """Raise a DefinitionError if the machine cannot run a system."""
    reason = refusal(system)
    if reason is not None:
        raise DefinitionError(f"{system}: {reason}")


@cache
def refusal(system: System) -> str | None:
    """Return why the machine cannot run a system, or None if it can."""
    if len(system.stores) > MOST_STORES:
        return f"it has more than {MOST_STORES} stores"
    for name, transition in system.transitions:
        for step in transition.steps:
            ends = {place.open_on_left for place in step.places if isinstance(place, Store)}
            if step.kind == "rotate" and len(ends) > 1:
                return (
                    f"{name} rotates {', '.join(map(str, step.places))}, which are open on"
                    " different sides; rotate stores that are open on the same side"
                )
    return overfull(system)


@cache
def overfull(system: System) -> str | None:
    """Say how a word can get into one store twice; None if it cannot.

    Follow one copy of a word, and any two copies, through all stores that can hold them.
    Conditions are ignored, so a safe system may be refused, but never an unsafe one accepted.
    """
    waiting: list[Places] = []
    for kind in (WORDS[0], ROOT):
        places = tuple(store for store, parts in system.start for part in parts if part == kind)
        if len(set(places)) < len(places):
            return f"it starts with a word twice in {max(places, key=places.count)}"
        waiting += [*((store,) for store in places), *combinations(places, 2)]
    prefixes = {name: list(_prefixes(system, name)) for name in system}
    known: set[Places] = set()
    while waiting:
        places = waiting.pop()
        if places in known:
            continue
        known.add(places)
        for name, rules in prefixes.items():
            for member, whole in rules:
                for following in _following(member, places):
                    if len(set(following)) < len(following):
                        store = max(following, key=following.count)
                        return (
                            f"{name} could put a word into {store}, which has it already;"
                            " copy words only as they leave a store for good"
                        )
                    if whole:
                        waiting += [*((store,) for store in following), *combinations(following, 2)]
    return None


def _prefixes(system: System, name: str) -> Iterator[tuple[Rule, bool]]:
    """List the rules of all prefixes of a transition, and whether each is the whole."""
    transition = system[name]
    members = [transition.member(m) for m in (1, 2, 3)] if transition.is_family else [transition]
    for member in members:
        for count in range(1, len(member.steps) + 1):
            part = Transition(member.steps[:count])
            yield rule(part, system.stores), count == len(member.steps)


def _following(member: Rule, places: Places) -> Iterator[Places]:
    """List where a word can be after a transition: at a place that it moves, or elsewhere."""
    choices = [
        [Rest(store), *(word for word in member.words if word.store == store)] for store in places
    ]
    for chosen in product(*choices):
        yield tuple(
            store
            for store, items in zip(member.stores, member.after, strict=True)
            for item in items
            for here in chosen
            if item == here
        )
