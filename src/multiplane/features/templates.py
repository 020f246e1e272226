"""A feature model: a text of templates, one per line, each a conjunction of atoms.

# this is a comment
X.form X.upos
X.upos Y.upos dist(X,Y)
"""

import re
from dataclasses import dataclass
from importlib.resources import files

from multiplane.calculus.stores import Address
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import ROTATE
from multiplane.errors import DefinitionError, UnknownName
from multiplane.features.atoms import (
    ASCII,
    MORPH,
    ROTATIONS,
    UNDIRECTED,
    VECTOR,
    Atom,
    Path,
    atom,
)
from multiplane.remembered import by_system

MOST_TEXT = 100_000  # characters of a feature model
MOST_ATOMS = 4
MOST_CROSSED = 2  # words of a template whose morphological features are crossed
ROLES = frozenset({"X", "X1", "X2", "Y", "Y1", "Y2", "Y3", "Z", "Z1", "B", "W", "P", "Q"})

Template = tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class FeatureModel:
    """Templates for one system."""

    templates: tuple[Template, ...]
    text: str

    @property
    def has_vectors(self) -> bool:
        """Does it look at vectors, which only neural guides have?"""
        return any(a.asks == VECTOR for template in self.templates for a in template)

    def without(self, columns: frozenset[int]) -> "FeatureModel":
        """Leave out templates that look at these columns, which are empty."""
        kept = tuple(
            template
            for template in self.templates
            if not any(a.attribute and a.attribute.column in columns for a in template)
        )
        return FeatureModel(kept, self.text)


@by_system
def roles(system: System) -> dict[str, tuple[str, int]]:
    """Return the places of the words that a system's arcs join, and of those around them.

    X and Y are the left and the right word of its arcs nearest to the open ends; X1, X2 lie below
    or before X; Y1, Y2, Y3 after Y; Z and Z1 are the tops of the next stack, if stacks rotate, or
    of another stack that arcs lead to or from; B is the first word of a list between X and Y; W is
    Y if it may have its head already; P and Q are X1 and Y1 if arcs lead to or from them.  Of a
    family, only the first member counts.
    """
    pairs = [r.arcs[0] for name in system for r in system.rules(name)[:1] if r.arcs]
    if not pairs:
        raise DefinitionError(f"{system} builds no arcs")
    one, other = min(pairs, key=lambda pair: sum(place.depth for place in pair))
    x, y = _in_order(one, other)
    buffer = next((s for s in reversed(system.stores) if s.open_on_left), y.store)
    found = {"X": (x.store.name, x.depth), "Y": (y.store.name, y.depth)}
    found |= {f"X{k}": place for k, place in enumerate(_before(x, system), 1)}
    after = y.depth + 1 if y.store == buffer else 0
    found |= {f"Y{k}": (buffer.name, after + k - 1) for k in (1, 2, 3)}
    rotating = [s for t in system.values() for s in t.steps if s.code == ROTATE]
    stacks = [place.store for pair in pairs for place in pair if not place.store.open_on_left]
    others = [str(stack) for stack in stacks if stack not in (x.store, y.store)]
    for following in [str(rotating[0].places[1])] if rotating else others[:1]:
        found |= {"Z": (following, 0), "Z1": (following, 1)}
    if "λ2" in {store.name for store in system.stores}:
        found["B"] = ("λ2", 0)
    joined = {(place.store.name, place.depth) for pair in pairs for place in pair}
    found |= {
        new: found[old] for new, old in (("P", "X1"), ("Q", "Y1")) if found.get(old) in joined
    }
    if _may_have_a_head(system, y):
        found["W"] = found["Y"]
    return found


def _may_have_a_head(system: System, place: Address) -> bool:
    """Can a word get its head and stay where it is?"""
    members = [normal for name in system for normal in system.rules(name)]
    return any(
        dependent == place and dependent in normal.after[normal.stores.index(place.store)]
        for normal in members
        for _, dependent in normal.arcs
    )


def _before(x: Address, system: System) -> list[tuple[str, int]]:
    """Return the two places before a place: in its stack, or in its buffer and on the stack."""
    if not x.store.open_on_left:
        return [(x.store.name, x.depth + k) for k in (1, 2)]
    stacks = [store.name for store in system.stores if not store.open_on_left]
    nearer = [(x.store.name, depth) for depth in reversed(range(x.depth))]
    return [*nearer, *((stack, depth) for stack in stacks[:1] for depth in (0, 1))][:2]


def _in_order(one: Address, other: Address) -> tuple[Address, Address]:
    """Sort two places by the order of words: stacks come before buffers, and are read upwards."""

    def position(place: Address) -> tuple[bool, int]:
        left = place.store.open_on_left
        return left, place.depth if left else -place.depth

    first, second = sorted((one, other), key=position)
    return first, second


def feature_model(text: str, system: System, name: str = "features") -> FeatureModel:
    """Read a feature model for a system.

    Templates with roles or relations that the system lacks are left out, as are those about planes
    if there is only one.
    """
    if len(text) > MOST_TEXT:
        raise DefinitionError(f"{name}: {len(text):,} characters; give up to {MOST_TEXT:,}")
    places = roles(system)
    stores = frozenset(store.name for store in system.stores)
    templates: list[Template] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"\s*,\s*", ",", line.partition("#")[0]).split()  # dist(X, Y) is one word
        if not words:
            continue
        try:
            atoms = tuple(atom(word, stores, ROLES) for word in words)
        except UnknownName as error:
            raise UnknownName(f"{name}, line {number}: {error}") from None
        if len(atoms) > MOST_ATOMS:
            raise DefinitionError(
                f"{name}, line {number}: {len(atoms)} atoms; a template has at most {MOST_ATOMS}"
            )
        crossed = sum(a.asks == MORPH for a in atoms)
        if crossed > MOST_CROSSED or (crossed and len(atoms) - crossed > MOST_CROSSED):
            raise DefinitionError(
                f"{name}, line {number}: {crossed} {MORPH} and {len(atoms) - crossed} other atoms;"
                f" a template with {MORPH} has at most {MOST_CROSSED} of each"
            )
        if len(atoms) > 1 and any(a.asks == VECTOR for a in atoms):
            raise DefinitionError(
                f"{name}, line {number}: found {VECTOR} among {len(atoms)} atoms; a template with"
                f" {VECTOR} has no other atom"
            )
        paths = [p for a in atoms for p in a.paths]
        there = all(p.depth >= 0 or p.store in places for p in paths)
        if system.directed:
            there &= not any(relation in UNDIRECTED for p in paths for relation in p.relations)
        if there and ("Z" in places or not any(a.asks in ROTATIONS for a in atoms)):
            templates.append(tuple(_placed(a, places) for a in atoms))
    unique = tuple(dict.fromkeys(templates))
    if not unique:
        raise DefinitionError(f"{name}: no templates for {system}")
    return FeatureModel(unique, text)


def _placed(a: Atom, places: dict[str, tuple[str, int]]) -> Atom:
    paths = tuple(
        Path(*places[p.store], p.relations) if p.depth < 0 else p  # a role becomes a place
        for p in a.paths
    )
    return Atom(a.asks, paths, a.attribute)


def default_features(system: System) -> FeatureModel:
    """Return the default templates for a system."""
    text = files("multiplane.features").joinpath("default.txt").read_text(encoding="utf-8")
    return feature_model(text, system, "default.txt")


__all__ = ["ASCII", "FeatureModel", "default_features", "feature_model", "roles"]
