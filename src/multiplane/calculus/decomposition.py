"""Is a transition made of the five elementary ones (2013, Definition 7), and of which?

The answer is exact.  If some chain of elementary transitions has the same effect as t wherever
t is defined, then also on the smallest configuration that t needs; so it is enough to find a chain
for that one.
"""

from dataclasses import dataclass, field

from multiplane.calculus.elementary import ELEMENTARY
from multiplane.calculus.rule import Item, Rest, Rule, rule
from multiplane.calculus.stores import Address, Store, β, σ
from multiplane.calculus.transition import Transition
from multiplane.calculus.vocabulary import ARC, DROP, EDGE, MOVE
from multiplane.remembered import by_transition
from multiplane.verdict import Verdict

_NAMES = {t.steps[0].places: name for name, t in ELEMENTARY.items()}


@by_transition
def elementary(transition: Transition, stores: tuple[Store, ...]) -> tuple[str, ...] | None:
    """Return the elementary transitions that compose to this one, or None if none do."""
    if stores != (σ, β) or any(step.code == EDGE for step in transition.steps):
        return None
    written = written_elementary(transition)
    return written or _chain(rule(transition, stores), σ)


def written_elementary(transition: Transition) -> tuple[str, ...] | None:
    """Return the elementary transitions that the definition itself spells out, if it does."""
    names = []
    for step in transition.steps:
        name = _NAMES.get(step.places) if step.code in (MOVE, DROP, ARC) else None
        if name is None:
            return None
        names.append(name if step.times is None else f"{name}^{step.times}")
    return tuple(names)


def _chain(rewriting: Rule, stack: Store) -> tuple[str, ...] | None:
    """Find an elementary chain with the rule's effect on this stack and the buffer."""
    before = dict(zip(rewriting.stores, rewriting.before, strict=True))
    after = dict(zip(rewriting.stores, rewriting.after, strict=True))
    # Rotation may have moved the stack's contents: look where they are now.
    place = [s for s, items in after.items() if Rest(stack) in items]
    if len(place) != 1 or Rest(β) not in after[β]:
        return None
    words = [item for item in (*before[stack], *before[β]) if isinstance(item, Address)]
    number = {word: position for position, word in enumerate(words)}

    def numbers(items: tuple[Item, ...]) -> tuple[int, ...] | None:
        inside = [item for item in items if isinstance(item, Address)]
        if len(inside) != len(items) - 1 or any(word not in number for word in inside):
            return None
        return tuple(number[word] for word in inside)

    arcs = {(number[h], number[d]) for h, d in _arcs_on(rewriting, stack)}
    start, goal = [
        (numbers(part[where]), numbers(part[β]))
        for part, where in ((before, stack), (after, place[0]))
    ]
    if goal[0] is None or goal[1] is None:
        return None
    assert start[0] is not None
    kept, everything = [*goal[0], *goal[1]], list(range(len(words)))
    if kept != sorted(set(kept)):  # elementary transitions neither reorder nor copy words
        return None
    chain = _Chain(everything, len(start[0]), arcs, drops={*everything} - {*kept})
    return chain.to(len(goal[0]))


def _arcs_on(rewriting: Rule, stack: Store) -> list[tuple[Address, Address]]:
    """List the arcs that involve this stack; those between two buffer words belong to the first."""
    stacks = [store for store in rewriting.stores if store != β]
    found = []
    for one, other in rewriting.arcs:
        owners = {word.store for word in (one, other)} - {β} or {stacks[0]}
        if owners == {stack}:
            found.append((one, other))
    return found


@dataclass
class _Chain:
    """A chain in the making: the words of stack and buffer in order, and what is still to do.

    SHIFT and UNSHIFT lead to any gap between two words.  An arc can be added as soon as its words
    are neighbours, a word dropped as soon as it has its arcs, and doing so never prevents anything
    else.  So a chain that does what can be done, the nearest first, does everything if any does.
    """

    words: list[int]
    gap: int  # the number of words in the stack
    arcs: set[tuple[int, int]]  # still to add
    drops: set[int]  # still to drop
    names: list[str] = field(default_factory=list)

    def to(self, end: int) -> tuple[str, ...] | None:
        """Do everything, then leave so many words in the stack; None if it cannot be done."""
        while self.arcs or self.drops:
            gaps = [gap for gap in range(1, len(self.words) + 1) if self.doable(gap)]
            if not gaps:
                return None
            self.go(min(gaps, key=lambda gap: (abs(gap - self.gap), -gap)))
            name = self.doable(self.gap)
            self.names.append(name)
            if name == "REDUCE":
                self.gap -= 1
                self.drops.discard(self.words.pop(self.gap))
            else:
                i, j = self.words[self.gap - 1 : self.gap + 1]
                self.arcs.discard((j, i) if name == "LEFT-ARC" else (i, j))
        self.go(end)
        return tuple(self.names)

    def go(self, gap: int) -> None:
        self.names += ["SHIFT"] * (gap - self.gap) + ["UNSHIFT"] * (self.gap - gap)
        self.gap = gap

    def doable(self, gap: int) -> str:
        """Return what can be done if the stack ends there; nothing is the empty text."""
        i = self.words[gap - 1]
        if gap < len(self.words):
            j = self.words[gap]
            if (j, i) in self.arcs:
                return "LEFT-ARC"
            if (i, j) in self.arcs:
                return "RIGHT-ARC"
        return "REDUCE" if i in self.drops and all(i not in arc for arc in self.arcs) else ""


def planes(rules: dict[str, list[Rule]]) -> Verdict:
    """Is what the system does to each stack with the buffer divisible, considered alone?

    Then the arcs made on each stack are planar (2013, Lemma 6), and every output is k-planar
    for k stacks; with one stack the system is divisible.  The witness is k.
    """
    stores = next(iter(rules.values()))[0].stores
    stacks = [store for store in stores if store != β]
    if β not in stores or any(store.open_on_left for store in stacks):
        return Verdict(
            False, f"its stores are {', '.join(map(str, stores))}, not stacks and a buffer"
        )
    for name, members in rules.items():
        for member in members:
            for one, other in member.arcs:
                if len({one.store, other.store} - {β}) > 1:
                    return Verdict(False, f"{name.replace('_', '-')} joins words of two stacks")
            for stack in stacks:
                if _chain(member, stack) is None:
                    shown = name.replace("_", "-")
                    return Verdict(
                        False, f"no chain of elementary transitions has the effect of {shown}"
                    )
    return Verdict(
        True, "every transition is a composition of restricted elementary ones", len(stacks)
    )
