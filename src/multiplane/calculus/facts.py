"""A set of conditions that hold, closed under what follows from them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from multiplane.calculus.guards import Literal
from multiplane.calculus.stores import Address
from multiplane.calculus.vocabulary import CONDITIONS

Places = tuple[Address, ...]


class Facts:
    """Conditions on words of a symbolic configuration that are known to hold.

    Each one is added once, and a transitive one is joined only with those that share a word with
    it, so a transition that looks at n words takes some n² steps, however long it is.
    """

    def __init__(self, literals: Iterable[Literal] = ()) -> None:
        self.places: dict[str, set[Places]] = defaultdict(set)  # by the name of the condition
        self.after: dict[tuple[str, Address], set[Address]] = defaultdict(set)  # xRy for each y
        self.before: dict[tuple[str, Address], set[Address]] = defaultdict(set)
        for literal in literals:
            self.add(literal)

    def copy(self) -> "Facts":
        other = Facts()
        for name, places in self.places.items():
            other.places[name] = set(places)
        for mine, its in ((self.after, other.after), (self.before, other.before)):
            for key, words in mine.items():
                its[key] = set(words)
        return other

    def __contains__(self, literal: Literal) -> bool:
        return literal.positive and literal.places in self.places.get(literal.kind, ())

    def add(self, literal: Literal) -> None:
        """Add a positive literal and all that follows."""
        waiting = [(literal.kind, literal.places)]
        while waiting:
            kind, places = waiting.pop()
            if places in self.places[kind]:
                continue
            for new in self._joined(kind, places):
                self.places[kind].add(new)
                waiting += _following(kind, new)

    def _joined(self, kind: str, places: Places) -> Sequence[Places]:
        """Return xRz for all of x to first and last to z; also xRy itself."""
        if not CONDITIONS[kind].transitive:
            return [places]
        first, last = places
        sources = {first, *self.before.get((kind, first), ())}
        targets = {last, *self.after.get((kind, last), ())}
        new = [(x, z) for x in sources for z in targets if (x, z) not in self.places[kind]]
        for x, z in new:
            self.after[kind, x].add(z)
            self.before[kind, z].add(x)
        return new

    def exclude(self, asked: Literal) -> bool:
        """Do they exclude the literal, which is not one of them?"""
        if asked.condition.unique and self.places.get(asked.kind):
            return True
        return any(self._has(kind, given) for kind, given in _excluding(asked))

    def _has(self, kind: str, given: Mapping[int, Address]) -> bool:
        """Does the condition hold for some words, with these among them?"""
        known = self.places.get(kind, set())
        if len(given) == CONDITIONS[kind].arity:
            return tuple(given[at] for at in sorted(given)) in known
        return any(all(places[at] == word for at, word in given.items()) for places in known)

    def leads_to(self, asked: Literal, some: Collection[Literal]) -> bool:
        """If the literal held as well, would one of these?"""
        with_it = self.copy()
        with_it.add(asked)
        return any(literal in with_it for literal in some)


def _following(kind: str, places: Places) -> list[tuple[str, Places]]:
    if len(set(places)) < len(places):  # nothing follows for a word and itself
        return []
    return [(name, tuple(places[at] for at in positions)) for name, positions in _implied(kind)]


@cache
def _implied(kind: str) -> list[tuple[str, tuple[int, ...]]]:
    """List the conditions that follow from a condition, and on which of its words."""
    code = CONDITIONS[kind].code
    return [(c.name, c.follows_from[code]) for c in CONDITIONS.values() if code in c.follows_from]


def _excluding(asked: Literal) -> Iterator[tuple[str, dict[int, Address]]]:
    """List the conditions that exclude a literal, with the words that they must be about."""
    for other in CONDITIONS.values():
        if other.code in asked.condition.excludes:
            positions = asked.condition.excludes[other.code]
            yield (
                other.name,
                {at: asked.places[mine] for at, mine in enumerate(positions) if mine is not None},
            )
        if asked.code in other.excludes:
            positions = other.excludes[asked.code]
            yield (
                other.name,
                {its: asked.places[at] for at, its in enumerate(positions) if its is not None},
            )
