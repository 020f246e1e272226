"""In which stores can copies of one word be at the same time?"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from multiplane.calculus.rule import Rest, Rule, prefixes
from multiplane.calculus.stores import ROOT, WORDS, Store
from multiplane.calculus.system import System
from multiplane.remembered import by_system

# The stores that hold one or two copies of a word.
Places = tuple[Store, ...]


@dataclass(frozen=True, slots=True)
class Copies:
    """What `copies` found; `together` is known only where no store can hold a word twice."""

    overfull: str | None  # how a word can get into one store twice; None if it cannot
    together: frozenset[frozenset[Store]] = frozenset()  # pairs of stores that can share a word


@by_system
def copies(system: System) -> Copies:
    """Follow one copy of a word, and any two copies, through all stores that can hold them.

    Conditions are ignored: what is said to be possible may be impossible, but not the reverse.
    """
    waiting: list[Places] = []
    for kind in (WORDS[0], ROOT):
        places = tuple(store for store, parts in system.start for part in parts if part == kind)
        if len(set(places)) < len(places):
            return Copies(f"it starts with a word twice in {max(places, key=places.count)}")
        waiting += [*((store,) for store in places), *combinations(places, 2)]
    parts = {name: list(_prefixes(system, name)) for name in system}
    known: set[Places] = set()
    while waiting:
        places = waiting.pop()
        if places in known:
            continue
        known.add(places)
        for name, rules in parts.items():
            for member, whole in rules:
                for following in _following(member, places):
                    if len(set(following)) < len(following):
                        store = max(following, key=following.count)
                        return Copies(
                            f"{name} could put a word into {store}, which has it already;"
                            " copy words only as they leave a store for good"
                        )
                    if whole:
                        waiting += [*((store,) for store in following), *combinations(following, 2)]
    return Copies(None, frozenset(frozenset(places) for places in known if len(places) > 1))


def _prefixes(system: System, name: str) -> Iterator[tuple[Rule, bool]]:
    """List the rules of all prefixes of a transition, and whether each is the whole."""
    transition = system[name]
    members = [transition.member(m) for m in (1, 2, 3)] if transition.is_family else [transition]
    for member in members:
        for count, part in enumerate(prefixes(member, system.stores), 1):
            yield part, count == len(member.steps)


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
