"""The primitives, and the five elementary transitions of 2013, section 3, made from them."""

from multiplane.calculus.stores import Address, Store, i, j, β, σ
from multiplane.calculus.transition import Step, Transition
from multiplane.errors import DefinitionError


def _top(place: Store | Address) -> Address:
    return place if isinstance(place, Address) else place[0]


def _single(kind: str, *places: Store | Address) -> Transition:
    return Transition((Step(kind, places),))


def move(source: Store | Address, target: Store) -> Transition:
    """Move the word at source to the top of target."""
    return _single("move", _top(source), target)


def copy(source: Store | Address, target: Store) -> Transition:
    """Put a copy of the word at source on top of target."""
    return _single("copy", _top(source), target)


def drop(place: Store | Address) -> Transition:
    """Remove the word from its store."""
    return _single("drop", _top(place))


def arc(head: Address, dependent: Address) -> Transition:
    """Add the arc (head, dependent) to A; undefined if A has it already."""
    if head == dependent:
        raise DefinitionError(f"arc({head}, {dependent}): an arc joins two different words")
    return _single("arc", head, dependent)


def edge(one: Address, other: Address) -> Transition:
    """Add the undirected arc {one, other} to A; undefined if A has it already."""
    if one == other:
        raise DefinitionError(f"edge({one}, {other}): an arc joins two different words")
    return _single("edge", one, other)


def rotate(*stacks: Store) -> Transition:
    """Cycle the contents of the stacks: the second becomes active, the active one the last."""
    if len(set(stacks)) != len(stacks) or len(stacks) < 2:
        raise DefinitionError("rotate takes two or more different stores")
    return _single("rotate", *stacks)


def move_all(source: Store, target: Store) -> Transition:
    """Put all words of source, in reading order, on the right of target (λ1 · λ2)."""
    if target.open_on_left or not source.open_on_left:
        raise DefinitionError("move_all goes from a list open on the left to one open on the right")
    return _single("move_all", source, target)


# fmt: off
SH = move(β, σ)  # SHIFT     (σ, j|β, A)   ⇒ (σ|j, β, A)
UN = move(σ, β)  # UNSHIFT   (σ|i, β, A)   ⇒ (σ, i|β, A)
RE = drop(σ)     # REDUCE    (σ|i, β, A)   ⇒ (σ, β, A)
LA = arc(j, i)   # LEFT-ARC  (σ|i, j|β, A) ⇒ (σ|i, j|β, A ∪ {(j, l, i)})
RA = arc(i, j)   # RIGHT-ARC (σ|i, j|β, A) ⇒ (σ|i, j|β, A ∪ {(i, l, j)})
# fmt: on

ELEMENTARY = {"SHIFT": SH, "UNSHIFT": UN, "REDUCE": RE, "LEFT-ARC": LA, "RIGHT-ARC": RA}
