"""Addresses and atoms as text: `σ[0].head.form`, `β0.upos`, `dist(σ0,β0)`.

A path starts at a place in a store (`σ[1]`, or `σ1` for short), or at a role, which each system
maps to a place: X and Y are the left and the right word of its arcs.  Relations may follow.
"""

import re
from dataclasses import dataclass

from multiplane.errors import UnknownName
from multiplane.features.attributes import Attribute, attribute
from multiplane.features.attributes import known as known_attributes

ASCII = {"s": "σ", "b": "β", "l": "λ"}  # first letters, for keyboards without Greek: s2[0], l1[0]
# Children are counted from the outside: left1 is the leftmost child, left2 the one after it.
RELATIONS = ("head", "left1", "left2", "right1", "right2", "next", "previous")
# Only for undirected systems, where the ends of an arc are each other's children.  Siblings share a
# child: a left sibling stands on the left, the child on the right of both; and vice versa.
UNDIRECTED = ("left3", "right3", "left_sibling", "right_sibling")
# What the state knows about one word: the label of its arc, the number and the labels of its
# children.  `morph` is each of its morphological features by itself.
STATE = ("deprel", "left_valency", "right_valency", "left_labels", "right_labels")
MORPH = "morph"
VECTOR = "vector"  # what an encoder makes of a word in its sentence, for neural guides
PAIRS = ("dist", "arc", "same", "linked")  # of two words
ROTATIONS = ("switched", "plane")  # of systems whose stacks rotate
GLOBAL = ("permitted", "switched", "plane", "last1", "last2", "last3")

# A depth has at most two figures.
_PLACE = re.compile(r"(?P<store>[^\W\d_]+\d*?)(?:\[(?P<inner>\d{1,2})\]|(?P<depth>\d))")
MOST_RELATIONS = 10  # of one path


@dataclass(frozen=True, slots=True)
class Path:
    """The path to a word: a store's name and a depth, or a role; then relations."""

    store: str
    depth: int  # -1: the store's name is a role
    relations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """One value: a function, and the words that it is applied to."""

    asks: str
    paths: tuple[Path, ...] = ()
    attribute: Attribute | None = None


def path(text: str, stores: frozenset[str], roles: frozenset[str]) -> Path:
    """Read a path."""
    base, *relations = text.split(".")
    if len(relations) > MOST_RELATIONS:
        raise UnknownName(
            f"{len(relations)} relations in {text[:40]!r}; a path has at most {MOST_RELATIONS}"
        )
    for relation in relations:
        if relation not in RELATIONS + UNDIRECTED:
            there = ", ".join(RELATIONS + UNDIRECTED)
            raise UnknownName(f"unknown relation {relation!r} in {text!r}; choose from {there}")
    if base in roles:
        return Path(base, -1, tuple(relations))
    place = _PLACE.fullmatch(base)
    if place and _greek(base, stores) not in stores:  # σ2 is a store and not the place σ[2]
        store = _greek(place["store"], stores)
        if store in stores:
            return Path(store, int(place["inner"] or place["depth"]), tuple(relations))
    raise UnknownName(f"unknown address {text!r}; choose from {known(stores, roles)}")


def _greek(name: str, stores: frozenset[str]) -> str:
    """Return the name of a store as the system spells it."""
    return name if name in stores else ASCII.get(name[:1], name[:1]) + name[1:]


def known(stores: frozenset[str], roles: frozenset[str]) -> str:
    """List all addresses as a user would type them."""
    places = ", ".join(f"{store}[0] {store}[1] …" for store in sorted(stores))
    return f"{places}, {', '.join(sorted(roles))}, each with .{' .'.join(RELATIONS + UNDIRECTED)}"


def atom(text: str, stores: frozenset[str], roles: frozenset[str]) -> Atom:
    """Read an atom."""
    if text in GLOBAL:
        return Atom(text)
    function, bracket, inside = text.partition("(")
    if bracket and text.endswith(")"):
        paths = tuple(path(part.strip(), stores, roles) for part in inside[:-1].split(","))
        if function not in PAIRS or len(paths) != 2:
            raise UnknownName(f"unknown function {text!r}; choose from {_functions()}")
        return Atom(function, paths)
    for at in (text.rfind("."), text.rfind(".feats.")):  # feats.Case has a dot of its own
        if at > 0:
            where, what = text[:at], text[at + 1 :]
            if what in STATE or what in (MORPH, VECTOR):
                return Atom(what, (path(where, stores, roles),))
            try:
                found = attribute(what)
            except UnknownName:
                continue
            return Atom("word", (path(where, stores, roles),), found)
    what = text.rpartition(".")[2]
    raise UnknownName(
        f"unknown attribute {what!r} in {text!r}; choose from {known_attributes()},"
        f" {', '.join(STATE)}, {MORPH}, {VECTOR}, {_functions()}, {', '.join(GLOBAL)}"
    )


def _functions() -> str:
    return ", ".join(f"{name}(X,Y)" for name in PAIRS)
