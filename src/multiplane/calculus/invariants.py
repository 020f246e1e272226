"""Invariants of a system's configurations, found as a greatest fixed point.

The candidates: all words of a store have, or lack, a head; no two words of (one or) two stores
are linked; a word without a head is linked with none below it in its store.  Start from those
true in every initial configuration; remove those that some transition can break, assuming the
others; repeat until none breaks.  The rest hold in every reachable configuration, by induction on
the length of derivations.  On the way every arc and every drop is judged by what is known at that
point: so `LA >> RE` is found to reduce only words with a head, and no word in the buffer of
arc-eager to have a head.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, product
from operator import itemgetter

from multiplane.calculus.notation import condition_text
from multiplane.calculus.rule import Item, Rule
from multiplane.calculus.stores import Address, Store
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import ARC, COPY, DROP, HAS_HEAD, LINKED, PATH, Primitive
from multiplane.remembered import by_system

Pairs = defaultdict[Address, dict[Address, str]]  # by two words: why
DEEP = 1000  # depth of the words that represent any two of the rest of a store


@dataclass(frozen=True, slots=True)
class Invariant:
    """A statement about all words of a store, or all pairs of words of two."""

    kind: str  # "headless", "headed", "unlinked", "loose"
    stores: tuple[Store, ...]

    def __str__(self) -> str:
        one, other = self.stores[0], self.stores[-1]
        if self.kind == "headless":
            return f"no word in {one} has a head"
        if self.kind == "headed":
            return f"every word in {one} has a head"
        if self.kind == "loose":
            return f"a word in {one} without a head is not linked with any word below it"
        if one == other:
            return f"no two words in {one} are linked"
        return f"no word in {one} is linked with one in {other}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a property is safe at an arc or drop of a transition; None: not shown to be safe."""

    transition: str
    because: str | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The invariants of a system, and for each property the findings at the steps concerned."""

    invariants: frozenset[Invariant]
    new_head: tuple[Finding, ...]  # each arc leads to a word without a head (Proposition 2)
    no_cycle: tuple[Finding, ...]  # no arc can close a cycle (3)
    unlinked: tuple[Finding, ...]  # each arc joins two components (3, undirected)
    headed_drop: tuple[Finding, ...]  # each dropped word has a head (1)

    @property
    def keeps_single_heads(self) -> bool:
        return all(finding.because is not None for finding in self.new_head)

    @property
    def drops_only_headed(self) -> bool:
        return all(finding.because is not None for finding in self.headed_drop)

    @property
    def keeps_unlinked(self) -> bool:
        return all(finding.because is not None for finding in self.unlinked)

    @property
    def keeps_acyclic(self) -> bool:
        return all(finding.because is not None for finding in self.no_cycle)


@dataclass
class _Facts:
    """What is known about the words of one symbolic configuration, with a reason for each fact."""

    copies: bool  # words may be in several stacks at once, under several names
    words: list[Address]  # all that there are
    headed: dict[Address, tuple[bool, str]] = field(default_factory=dict)
    pathless: dict[tuple[Address, Address], str] = field(default_factory=dict)
    unlinked: Pairs = field(default_factory=lambda: defaultdict(dict))  # both ways
    # loose[word][below]: if the word has no head, the two are not linked
    loose: Pairs = field(default_factory=lambda: defaultdict(dict))

    def unlink(self, one: Address, other: Address, because: str) -> None:
        self.unlinked[one].setdefault(other, because)
        self.unlinked[other].setdefault(one, because)

    def without_head(self, word: Address, because: str) -> None:
        self.headed[word] = (False, because)
        for below, reason in self.loose[word].items():
            self.unlink(below, word, f"{because}; {reason}")

    def no_cycle(self, head: Address, dependent: Address) -> str | None:
        """Return why the arc cannot close a directed cycle, or None."""
        if dependent in self.unlinked[head]:
            return self.unlinked[head][dependent]
        if (dependent, head) in self.pathless:
            return self.pathless[dependent, head]
        has_head, because = self.headed.get(head, (True, ""))
        return None if has_head else because

    def same(self, one: Address, other: Address) -> bool:
        """May these two names be the same word?"""
        return one == other or (self.copies and one.store != other.store)

    def linked(self, one: Address, other: Address, headless: Address | None = None) -> bool:
        """May the two be linked, given that `headless` has no head?"""
        if self.same(one, other):
            return True
        if headless == one and other in self.loose[one]:
            return False
        if headless == other and one in self.loose[other]:
            return False
        return other not in self.unlinked[one]

    def add_arc(self, head: Address, dependent: Address, *, directed: bool) -> None:
        """Forget facts that the new arc may change."""
        ways = (head, dependent), (dependent, head)
        near = {end: {w for w in self.words if self.linked(w, end)} for end in (head, dependent)}
        # The same, given that the word itself has no head.
        bare = {end: {w for w in self.words if self.linked(w, end, w)} for end in (head, dependent)}

        def path(one: Address, other: Address) -> bool:
            return self.linked(one, other) and (one, other) not in self.pathless

        self.pathless = {
            (one, other): why
            for (one, other), why in self.pathless.items()
            if not (path(one, head) and path(dependent, other))
        }
        for here, there in ways:
            for one in near[here]:
                for other in self.unlinked[one].keys() & near[there]:
                    del self.unlinked[one][other]
            for word in bare[there] - {here, dependent if directed else here}:
                for below in self.loose[word].keys() & near[here]:
                    del self.loose[word][below]
        if directed:
            for word, (known, _) in list(self.headed.items()):
                if not known and self.same(word, dependent):
                    del self.headed[word]
            self.headed[dependent] = (True, "the arc just added gives it a head")


@by_system
def analyse(system: System) -> Analysis:
    """Find the invariants of a system and judge its arcs and drops by them."""
    copies = any(step.code == COPY for t in system.values() for step in t.steps)
    rules = [(name, member) for name in system for member in system.rules(name)]
    invariants = set(_initially_true(system))
    while True:
        broken: set[Invariant] = set()
        vacant = {s for s in system.stores if _both(s) <= invariants}
        for _, member in rules:
            if any(word.store in vacant for word in member.words):
                continue  # not known to be permitted yet
            facts = _start(member, invariants, copies)
            for _event in _replay(member, facts):
                pass
            sides = zip(member.stores, member.after, strict=True)
            left = {store: _names(items, vacant) for store, items in sides}
            broken |= {inv for inv in invariants if not _holds(inv, left, facts)}
        if not broken:
            break
        invariants -= broken
    findings: dict[str, list[Finding]] = {
        kind: [] for kind in ("new_head", "no_cycle", "unlinked", "headed_drop")
    }
    for name, member in rules:
        facts = _start(member, invariants, copies)
        for step, words in _replay(member, facts):
            for prop, because in _judge(step, words, facts).items():
                finding = Finding(name, because)
                if finding not in findings[prop]:
                    findings[prop].append(finding)
    return Analysis(frozenset(invariants), **{k: tuple(f) for k, f in findings.items()})


def _both(store: Store) -> set[Invariant]:
    """Return invariants that together say that a store is empty."""
    return {Invariant("headed", (store,)), Invariant("headless", (store,))}


def _initially_true(system: System) -> Iterable[Invariant]:
    """Return what holds initially: A is empty, so no word has a head and none are linked."""
    for store, parts in system.start if system.directed else ():
        yield Invariant("headless", (store,))
        yield Invariant("loose", (store,))
        if not parts:
            yield Invariant("headed", (store,))
    for pair in combinations_with_replacement(system.stores, 2):
        yield Invariant("unlinked", pair)


def _names(items: Iterable[Item], vacant: Collection[Store] = ()) -> list[Address]:
    """List words by name; two deep ones represent any two of the rest of a store."""
    words: list[Address] = []
    for item in items:
        if isinstance(item, Address):
            words.append(item)
        elif item.store not in vacant:
            deep = [item.store[DEEP], item.store[DEEP + 1]]
            words += deep if item.store.open_on_left else deep[::-1]
    return words


def _below(store: Store, words: list[Address]) -> Iterable[tuple[Address, Address]]:
    """List the pairs (x, y) with x below y in the store."""
    return combinations(reversed(words) if store.open_on_left else words, 2)


def _start(member: Rule, invariants: set[Invariant], copies: bool) -> _Facts:
    words = {s: _names(items) for s, items in zip(member.stores, member.before, strict=True)}
    facts = _Facts(copies, [word for store in words.values() for word in store])
    for because, inv in sorted(((str(inv), inv) for inv in invariants), key=itemgetter(0)):
        if inv.kind == "unlinked":
            for one, other in product(words[inv.stores[0]], words[inv.stores[1]]):
                if one != other:
                    facts.unlink(one, other, because)
        elif inv.kind == "loose":
            for below, word in _below(inv.stores[0], words[inv.stores[0]]):
                facts.loose[word][below] = because
        else:
            for word in words[inv.stores[0]]:
                facts.headed.setdefault(word, (inv.kind == "headed", because))
    return facts


def _replay(member: Rule, facts: _Facts) -> Iterable[tuple[Primitive, tuple[Address, ...]]]:
    """Replay a transition's events; yield each arc and drop before it happens."""
    for event in member.events:
        if event.literal is not None:
            literal, words = event.literal, event.words
            because = f"it requires {condition_text(literal, member)}"
            if literal.code == HAS_HEAD and not literal.positive:
                facts.without_head(words[0], because)
            elif literal.code == HAS_HEAD:
                facts.headed[words[0]] = (True, because)
            elif literal.code == LINKED and not literal.positive:
                facts.unlinked[words[0]][words[1]] = facts.unlinked[words[1]][words[0]] = because
            elif literal.code == PATH and not literal.positive:
                facts.pathless[words[0], words[1]] = because
            continue
        assert event.step is not None
        yield event.step, event.words
        if event.adds_arc:
            facts.add_arc(*event.words, directed=event.step.code == ARC)


def _judge(step: Primitive, words: tuple[Address, ...], facts: _Facts) -> dict[str, str | None]:
    if step.code == DROP:
        has_head, because = facts.headed.get(words[0], (False, ""))
        return {"headed_drop": because if has_head else None}
    head, dependent = words
    taken, because = facts.headed.get(dependent, (True, ""))
    return {
        "new_head": None if taken else because,
        "no_cycle": facts.no_cycle(head, dependent),
        "unlinked": facts.unlinked[head].get(dependent),
    }


def _holds(inv: Invariant, words: Mapping[Store, list[Address]], facts: _Facts) -> bool:
    """Does the invariant hold after a transition that leaves these words in the stores?"""
    if inv.kind == "unlinked":
        return all(
            one == other or other in facts.unlinked[one]
            for one, other in product(words[inv.stores[0]], words[inv.stores[1]])
        )
    if inv.kind == "loose":
        return all(
            facts.headed.get(word, (False, ""))[0]
            or below in facts.unlinked[word]
            or below in facts.loose[word]
            for below, word in _below(inv.stores[0], words[inv.stores[0]])
        )
    wanted = inv.kind == "headed"
    return all(
        facts.headed.get(word, (not wanted, ""))[0] == wanted for word in words[inv.stores[0]]
    )
