"""The vocabulary of the calculus: every primitive step and every condition, defined once.

A new condition needs a code and an entry here, a function in `guards`, and a case in each compiled
kernel that checks conditions.  Everything else reads the entry: notation, meaning, reasoning about
rules, programs, model files, systems as text, and why a transition is not permitted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.stores import ROOT

# Codes as compiled kernels compare them.  Model files depend on these numbers: never change one.
MOVE, COPY, DROP, ARC, EDGE, ROTATE, MOVE_ALL = range(7)
HAS_HEAD, LINKED, PATH, HAS_ARC, IS_ROOT, PRECEDES, SWITCHED = range(7, 14)
# Only programs check these: a place holds a word; no further arc may lead from one to the other.
PRESENT, CLOSED = 14, 15
LAST_STEP = MOVE_ALL  # codes up to here are steps, codes above it conditions
NEGATED = 16  # added to the code of a condition that must not hold

# What a step or a condition takes.
PLACE, STORE, NUMBER = "a place", "a store", "a number"
TOP = "a store or a place"  # a store stands for the place at its top


@dataclass(frozen=True, slots=True)
class Word:
    """What steps and conditions have in common: a name, a code, and what they take."""

    name: str
    code: int
    takes: tuple[str, ...]
    any_number: bool = field(default=False, kw_only=True)  # does it take any number of arguments?

    @property
    def arity(self) -> int | None:
        """The number of its places; None: any number."""
        return None if self.any_number else len(self.takes) - self.takes.count(NUMBER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Primitive(Word):
    """A primitive step; its effect is defined in `semantics`."""

    adds: str = ""  # the arc that it adds, in print; empty if it rearranges the stores
    undirected: str = ""  # the step that replaces it in undirected systems


class Undirected(Enum):
    """What happens to a condition in undirected systems."""

    SAME = "it means the same"
    DROPPED = "the undirected variant of an arc transition does without it"
    REFUSED = "a system that needs it has no undirected variant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(Word):
    """A condition on words of a configuration.

    `follows_from` and `excludes` name other conditions by their codes, with the positions of the
    words: has_head(y) follows from path(x, y) with x ≠ y, so has_head has {PATH: (1,)}; is_root(x)
    excludes precedes(w, x) for any w, so is_root has {PRECEDES: (None, 0)}.
    """

    text: tuple[str, str]  # in print: it holds, it does not hold
    says: tuple[str, str]  # the same as sentences
    meaning: Callable[..., bool]  # takes a configuration, then the nodes or the number
    legend: str = ""  # explains the print for i and j
    undirected: Undirected = Undirected.SAME
    spreads: bool = False  # can an arc make it true for words that the arc does not join?
    of_itself: bool | None = None  # for a word and itself: always, never, or unknown
    transitive: bool = False
    unique: bool = False  # does it hold for at most one word?
    follows_from: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    excludes: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def about_arcs(self) -> bool:
        """Can an arc change whether it holds?"""
        return self.spreads or self.undirected is not Undirected.SAME


_STEPS = (
    Primitive("move", MOVE, (TOP, STORE)),
    Primitive("copy", COPY, (TOP, STORE)),
    Primitive("drop", DROP, (TOP,)),
    Primitive("arc", ARC, (PLACE, PLACE), adds="({0}, l, {1})", undirected="edge"),
    Primitive("edge", EDGE, (PLACE, PLACE), adds="({{{0}, {1}}}, l)"),
    Primitive("rotate", ROTATE, (STORE,), any_number=True),
    Primitive("move_all", MOVE_ALL, (STORE, STORE)),
)

_CONDITIONS = (
    Condition(
        "has_head",
        HAS_HEAD,
        (PLACE,),
        text=("h({0})", "¬h({0})"),
        says=("{0} has a head", "{0} has no head"),
        meaning=Configuration.has_head,
        legend="i has a head",
        undirected=Undirected.DROPPED,
        follows_from={PATH: (1,)},
    ),
    Condition(
        "linked",
        LINKED,
        (PLACE, PLACE),
        text=("{0} ↔* {1}", "¬({0} ↔* {1})"),
        says=("{0} and {1} are linked", "{0} and {1} are not linked"),
        meaning=Configuration.linked,
        legend="i and j are linked by arcs, whatever their direction",
        spreads=True,
        of_itself=True,
        transitive=True,
        follows_from={PATH: (0, 1), LINKED: (1, 0)},
    ),
    Condition(
        "path",
        PATH,
        (PLACE, PLACE),
        text=("{0} →* {1}", "¬({0} →* {1})"),
        says=("a path leads from {0} to {1}", "no path leads from {0} to {1}"),
        meaning=Configuration.path,
        legend="a directed path leads from i to j",
        undirected=Undirected.REFUSED,
        spreads=True,
        of_itself=True,
        transitive=True,
        follows_from={HAS_ARC: (0, 1)},
    ),
    Condition(
        "has_arc",
        HAS_ARC,
        (PLACE, PLACE),
        text=("({0}, {1}) ∈ A", "({0}, {1}) ∉ A"),
        says=("there is an arc from {0} to {1}", "there is no arc from {0} to {1}"),
        meaning=lambda configuration, *arc: arc in configuration.arcs,
        undirected=Undirected.REFUSED,
    ),
    Condition(
        "is_root",
        IS_ROOT,
        (PLACE,),
        text=("{0} = 0", "{0} ≠ 0"),
        says=("{0} is the root", "{0} is not the root"),
        meaning=lambda _, node: node == ROOT,
        unique=True,
        excludes={PRECEDES: (None, 0)},
    ),
    Condition(
        "precedes",
        PRECEDES,
        (PLACE, PLACE),
        text=("{0} < {1}", "¬({0} < {1})"),
        says=("{0} stands before {1}", "{0} stands after {1}"),
        meaning=lambda _, one, other: one < other,
        of_itself=False,
        transitive=True,
        excludes={PRECEDES: (1, 0)},
    ),
    Condition(
        "switched",
        SWITCHED,
        (NUMBER,),
        text=("after {n} × SWITCH", "not after {n} × SWITCH"),
        says=("the stacks have just been switched", "the stacks have not been switched"),
        meaning=lambda configuration, times: configuration.switches >= times,
    ),
)

STEPS = {step.name: step for step in _STEPS}
CONDITIONS = {condition.name: condition for condition in _CONDITIONS}

# For compiled kernels: which conditions are about no place, and about one.
NO_PLACE = tuple(condition.code for condition in _CONDITIONS if condition.arity == 0)
ONE_PLACE = (*(condition.code for condition in _CONDITIONS if condition.arity == 1), PRESENT)
