"""Does every derivation end, and after how many transitions?  (2013, Propositions 6 to 9 and 11.)

Potentials answer both questions: weighted sizes of the stores, and the number of arcs, that
transitions can only lower.  Propositions 6 and 8 are the case of the weights |σ| + 2|β|; searching
for weights finds them for several stacks and for lists too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from multiplane.calculus.rule import Rest, Rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import PRECEDES, SWITCHED

LARGEST_WEIGHT = 4  # more for systems with more stores
WEIGHTINGS = 30_000  # to try, divided by the number of transitions


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a rule on sizes: new arcs, words added and removed, rests that move."""

    arcs: int
    words: dict[Store, int]
    rests: tuple[tuple[Store, Store], ...]  # (from, to) for each rest that changed its store

    def change(self, weights: Mapping[Store, int]) -> int | None:
        """Return the greatest growth of the weighted size; None: unbounded."""
        if any(weights[to] > weights[source] for source, to in self.rests):
            return None
        return sum(weights[store] * number for store, number in self.words.items())


def effect(member: Rule) -> Effect:
    """Count words before and after."""
    words: dict[Store, int] = {}
    rests: list[tuple[Store, Store]] = []
    for store, before, after in zip(member.stores, member.before, member.after, strict=True):
        size = [sum(isinstance(item, Address) for item in items) for items in (before, after)]
        words[store] = size[1] - size[0]
        rests += [(r.store, store) for r in after if isinstance(r, Rest) and r.store != store]
    return Effect(len(member.arcs), words, tuple(rests))


def progress(system: System) -> dict[str, str]:
    """Return what each transition spends (Definition 13): an arc, a node, or buffer.

    A transition that spends nothing is left out.
    """
    spent: dict[str, str] = {}
    for name in system:
        effects = [effect(member) for member in system.rules(name)]
        total = [sum(e.words.values()) for e in effects]
        if all(e.arcs > 0 for e in effects):
            spent[name] = "A"
        elif all(t < 0 for t in total):
            spent[name] = "Π"
        elif all(_buffer_change(e) < 0 for e in effects):
            spent[name] = "β"
    return spent


def _buffer_change(one: Effect) -> int:
    return sum(number for store, number in one.words.items() if store.name == "β")


def _weightings(system: System) -> Iterator[dict[Store, int]]:
    """List weights for the stores, small ones first; stacks that rotate weigh the same.

    There are fewer of them for systems with many stores and transitions, so that trying them all
    takes a second at most.
    """
    kinds = sorted({"stack" if s in system.rotating else s.name for s in system.stores})
    # A word that SHIFT puts on k stacks must weigh more than k before.
    largest = max(LARGEST_WEIGHT, len(system.stores))
    for values in islice(_lists_of(len(kinds), largest), WEIGHTINGS // len(system)):
        weight = dict(zip(kinds, values, strict=True))
        yield {s: weight["stack" if s in system.rotating else s.name] for s in system.stores}


def _lists_of(length: int, largest: int) -> Iterator[tuple[int, ...]]:
    """List all lists of so many numbers, those with the smallest sum first."""
    for total in range(length * largest + 1):
        yield from _lists_with_sum(total, length, largest)


def _lists_with_sum(total: int, length: int, largest: int) -> Iterator[tuple[int, ...]]:
    if length == 0:
        yield ()
        return
    others = (length - 1) * largest
    for first in range(max(total - others, 0), min(total, largest) + 1):
        for rest in _lists_with_sum(total - first, length - 1, largest):
            yield (first, *rest)


def _text(weights: Mapping[Store, int]) -> str:
    parts = [(f"{w}" if w > 1 else "") + f"|{s}|" for s, w in weights.items() if w]
    return " + ".join(parts)


def limited(system: System, name: str) -> bool:
    """Does the transition only rotate stacks, a limited number of times in a row?"""
    return all(
        member.rotates
        and any(lit.code == SWITCHED and not lit.positive for lit in member.conditions)
        for member in system.rules(name)
    )


def ranking(system: System) -> list[str] | None:
    """Show that no derivation comes back to where it was, by a lexicographic order.

    Each line names a quantity that some of the remaining transitions lower and none raises.
    None: these quantities do not show it.
    """
    effects = {name: [effect(member) for member in system.rules(name)] for name in system}
    left = {name for name in system if not all(e.arcs for e in effects[name])}
    reasons = []
    if len(left) < len(system):
        reasons.append(f"|A| never falls and rises with {_list(system, set(system) - left)}")
    while left:
        lowered, reason = _next_measure(system, effects, left)
        if not lowered:
            return None
        reasons.append(f"{reason} then falls with {_list(system, lowered)}")
        left -= lowered
    return reasons


def _list(system: System, names: set[str]) -> str:
    return ", ".join(name.replace("_", "-") for name in system if name in names)


def _next_measure(
    system: System, effects: dict[str, list[Effect]], left: set[str]
) -> tuple[set[str], str]:
    for weights in _weightings(system):
        changes = {name: [e.change(weights) for e in effects[name]] for name in left}
        if all(c is not None and c <= 0 for cs in changes.values() for c in cs):
            lowered = {n for n, cs in changes.items() if all(c is not None and c < 0 for c in cs)}
            if lowered:
                return lowered, _text(weights)
    # SWAP: the number of pairs still in the order of the sentence.
    orders = {name: {_disorders(member) for member in system.rules(name)} for name in left}
    if all(o <= {"more", "same"} for o in orders.values()):
        lowered = {name for name, o in orders.items() if o == {"more"}}
        if lowered:
            return lowered, "the number of word pairs in σ, β that are in sentence order"
    return {n for n in left if limited(system, n)}, "the number of rotations still allowed"


def _disorders(member: Rule) -> str:
    """Does the rule put words out of sentence order (more), keep the order, or neither?"""
    if any(len([i for i in part if isinstance(i, Rest)]) != 1 for part in member.after):
        return "unknown"
    if any(Rest(s) not in part for s, part in zip(member.stores, member.after, strict=True)):
        return "unknown"
    before = [item for part in member.before for item in part if isinstance(item, Address)]
    after = [item for part in member.after for item in part if isinstance(item, Address)]
    if len(set(after)) != len(after):
        return "unknown"
    ordered = {lit.places for lit in member.conditions if lit.code == PRECEDES and lit.positive}
    verdict = "same"
    for place, one in enumerate(before):
        for other in before[place + 1 :]:
            if one in after and other in after and after.index(one) > after.index(other):
                if (one, other) not in ordered:
                    return "unknown"
                verdict = "more"
    return verdict


def linear_potential(system: System) -> tuple[dict[Store, int], int] | None:
    """Find weights w and a price p so that w·sizes − p|A| falls with every transition.

    Transitions that only rotate, a limited number of times in a row, are left out: there are at
    most that many between two others.
    """
    effects = [
        effect(member)
        for name in system
        if not limited(system, name)
        for member in system.rules(name)
    ]
    for weights in _weightings(system):
        changes = [(e.change(weights), e.arcs) for e in effects]
        if any(change is None or (change >= 0 and not arcs) for change, arcs in changes):
            continue
        # Enough for one arc to pay for everything that its transition adds to the stores.
        rises = [change + 1 for change, arcs in changes if arcs and change is not None]
        if all(e.change(weights) is not None for e in effects):
            return weights, max([0, *rises])
    return None


def potential_text(weights: Mapping[Store, int], price: int) -> str:
    """Write a potential as a formula."""
    return _text(weights) + (f" − {price if price > 1 else ''}|A|" if price else "")
