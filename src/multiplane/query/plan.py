"""From a formula to branches: what a sentence must have, in one of several ways.

A branch has words by number, what is asked of each, how they stand to each other, and what must
not be there.  Negations are pushed inwards, disjunctions outwards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from multiplane.errors import MultiplaneError
from multiplane.query.syntax import And, Comparison, Formula, Not, Or, Relation, Term, Trait
from multiplane.query.tokens import QueryError
from multiplane.query.vocabulary import OF_ARC, SYMMETRIC

MOST_BRANCHES = 32
MOST_WORDS = 8  # of a branch, with those that must not be there


@dataclass(frozen=True, slots=True)
class Compared:
    """An attribute of one word as against one of another; words by number."""

    first: int
    name: str
    op: str
    second: int
    other: str


@dataclass(slots=True)
class Branch:
    """One way to fit; what must not be there are branches whose first words are those of this."""

    names: list[str] = field(default_factory=list)
    tree: list[Formula] = field(default_factory=list)
    words: list[list[Formula]] = field(default_factory=list)  # conditions of each word
    relations: list[tuple[str, int, int]] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    absent: list["Branch"] = field(default_factory=list)
    capitals: list[str] = field(default_factory=list)  # labels that look like names of words

    def number(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
            self.words.append([])
        return self.names.index(name)


def branches(formula: Formula, query: str) -> list[Branch]:
    """Return the ways in which a sentence can fit."""
    named = set(_named(formula))
    return [_branch(parts, named, query) for parts in _ways(formula, query)]


def is_of_tree(formula: Formula) -> bool:
    """Is only the tree as a whole asked for?"""
    match formula:
        case Trait():
            return True
        case Not(part):
            return is_of_tree(part)
        case And(parts) | Or(parts):
            return all(map(is_of_tree, parts))
    return False


def _named(formula: Formula) -> Iterator[str]:
    """Yield the names that stand for words, not for labels."""
    match formula:
        case Not(part):
            yield from _named(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _named(part)
        case Relation(_, first, second) | Comparison(first, _, _, second):
            yield from (term.name for term in (first, second) if not term.mere)
        case Term(name):
            yield name


def _ways(formula: Formula, query: str) -> list[list[Formula]]:
    """Return alternatives, each a list of parts without disjunction."""
    if is_of_tree(formula):
        return [[formula]]
    found: list[list[Formula]]
    match formula:
        case Or(parts):
            found = [way for part in parts for way in _ways(part, query)]
        case And(parts):
            each = [_ways(part, query) for part in parts]
            many = 1
            for ways in each:
                many *= len(ways)
            _check_many(many)
            found = [[part for way in ways for part in way] for ways in product(*each)]
        case Not(Not(part)):
            found = _ways(part, query)
        case Not(Or(parts), at):
            found = _ways(And(tuple(Not(part, at) for part in parts)), query)
        case Not(part, at):
            inner = _ways(part, query)
            if len(inner) > 1:
                found = _ways(And(tuple(Not(And(tuple(way)), at) for way in inner)), query)
            else:
                found = [[Not(And(tuple(inner[0])), at)]]
        case _:
            found = [[formula]]
    _check_many(len(found))
    return found


def _check_many(ways: int) -> None:
    if ways > MOST_BRANCHES:
        raise MultiplaneError(
            f"query: found {ways} alternatives; expected at most {MOST_BRANCHES};"
            ' use "or" less often'
        )


def _branch(parts: list[Formula], named: set[str], query: str) -> Branch:
    found = Branch()
    negated = [part for part in parts if isinstance(part, Not) and not is_of_tree(part)]
    for part in parts:
        if part not in negated:
            _add(found, part, named)
    for part in negated:
        inner = Branch(list(found.names), words=[[] for _ in found.names])
        assert isinstance(part.part, And)
        for one in part.part.parts:
            if isinstance(one, Not) and not is_of_tree(one):
                expected = "no not inside another not"
                raise QueryError(query, one.at, "not inside not", expected)
            _add(inner, one, named)
        found.absent.append(inner)
    many = len(found.names) + sum(len(b.names) - len(found.names) for b in found.absent)
    if many > MOST_WORDS:
        raise MultiplaneError(f"query: found {many} words; expected at most {MOST_WORDS}")
    return found


def _add(branch: Branch, part: Formula, named: set[str]) -> None:
    match part:
        case Term():
            _word(branch, part, named)
        case Relation(kind, first, second):
            one, other = (_word(branch, term, named) for term in (first, second))
            branch.relations.append((kind, one, other))
            unnamed = all(branch.names[word].startswith("_") for word in (one, other))
            if kind in SYMMETRIC and unnamed and _alike(branch, one, other):
                branch.relations.append(("before", one, other))  # each pair once
        case Comparison(first, name, op, second, other_name):
            one, other = (_word(branch, term, named) for term in (first, second))
            branch.compared.append(Compared(one, name, op, other, other_name))
        case And(parts):
            for each in parts:
                _add(branch, each, named)
        case _:
            branch.tree.append(part)


def _alike(branch: Branch, one: int, other: int) -> bool:
    return _placeless(branch.words[one]) == _placeless(branch.words[other])


def _placeless(conditions: list[Formula]) -> list[Formula]:
    return [_without_place(each) for each in conditions]


def _without_place(formula: Formula) -> Formula:
    match formula:
        case Trait(name, op, values):
            return Trait(name, op, values)
        case Not(part):
            return Not(_without_place(part))
        case And(parts):
            return And(tuple(map(_without_place, parts)))
        case Or(parts):
            return Or(tuple(map(_without_place, parts)))
    return formula


def _word(branch: Branch, term: Term, named: set[str]) -> int:
    """Return the number of a word, with what is asked of it noted."""
    if term.mere and term.name not in named:  # a label in capital letters
        branch.capitals.append(term.name)
        word = branch.number(f"_{term.name}{term.at}")
        branch.words[word].append(Trait("deprel", "=", (term.name,), term.at))
        return word
    word = branch.number(term.name)
    if term.condition is not None:
        branch.words[word].append(term.condition)
    return word


def arcs(branch: Branch) -> list[int]:
    """List the words of a branch whose arcs are asked for."""
    found = [k for k, formulas in enumerate(branch.words) if any(map(_is_of_arc, formulas))]
    for kind, first, second in branch.relations:
        if kind in ("crossing", "covers"):
            found.append(first)
        if kind in ("crossing", "head"):
            found.append(second)
    for each in branch.compared:
        found += [each.first] if each.name in OF_ARC else []
        found += [each.second] if each.other in OF_ARC else []
    return found


def _is_of_arc(formula: Formula) -> bool:
    match formula:
        case Trait(name):
            return name in OF_ARC
        case Not(part):
            return _is_of_arc(part)
        case And(parts) | Or(parts):
            return any(map(_is_of_arc, parts))
    return False
