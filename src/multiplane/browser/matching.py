"""Queries in plain Python: the slow twin of `multiplane.query.matching`, one sentence at a time."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import pairwise
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError
from multiplane.query.columns import feature_fits, feature_of, fits
from multiplane.query.matching import Query, plain
from multiplane.query.plan import Branch
from multiplane.query.syntax import And, Formula, Not, Or, Trait
from multiplane.query.vocabulary import is_feature
from multiplane.treebank.multiplanarity import Multiplanarity, multiplanarity
from multiplane.treebank.shapes import Shape, shape

MOST_STEPS = 300_000  # ways that are tried in one sentence, which take about a second
OPS: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip
TEXTS = {"form": "forms", "lemma": "lemmas", "upos": "upos", "xpos": "xpos", "feats": "feats",
         "deprel": "deprels"}  # fmt: skip
MEASURED = {"crossings": "crossed", "edge_degree": "edge_degrees", "gap_degree": "gap_degrees",
            "attardi_degree": "transitions"}  # fmt: skip


class Tree:
    """A sentence with all that can be asked of it, each found when it is first asked for."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.heads = [0, *(head or 0 for head in sentence.heads)]
        self.steps = MOST_STEPS  # that are left

    @cached_property
    def shape(self) -> Shape:
        return shape(self.heads[1:])

    @cached_property
    def planes(self) -> Multiplanarity:
        return multiplanarity(self.sentence.graph)

    @cached_property
    def dominated(self) -> list[set[int]]:
        """For each word those that it dominates, itself included."""
        found: list[set[int]] = [{d} for d in range(len(self.heads))]
        for d in range(1, len(self.heads)):
            above = self.heads[d]
            while above:
                found[above].add(d)
                above = self.heads[above]
        return found

    def number(self, name: str, d: int) -> int:
        """Return a number or a flag of a word."""
        head = self.heads[d]
        if name in MEASURED:
            return int(getattr(self.shape, MEASURED[name])[d - 1])
        match name:
            case "position":
                return d
            case "length":
                return abs(head - d) if head else 0
            case "children":
                return self.heads[1:].count(d)
            case "plane":
                return self.planes.planes.get((head, d), 0)
            case "root":
                return head == 0
            case "left":
                return head > d
            case "right":
                return 0 < head < d
            case "crossed":
                return self.number("crossings", d) > 0
            case "projective":
                return self.number("edge_degree", d) == 0
        return self.number("edge_degree", d) > 0

    def value(self, name: str, d: int) -> Any:
        """Return a text or a number of a word."""
        if name in TEXTS:
            return getattr(self.sentence, TEXTS[name])[d - 1]
        if is_feature(name):
            return feature_of(self.sentence.feats[d - 1], name)
        return self.number(name, d)

    def is_so(self, d: int, test: Trait) -> bool:
        """Does a test hold of a word?"""
        if test.name in TEXTS:
            return fits(self.value(test.name, d), test)
        if is_feature(test.name):
            return feature_fits(self.value("feats", d), test)
        return _compared(self.number(test.name, d), test)

    def holds(self, test: Trait) -> bool:
        """Does a test hold of the tree?"""
        match test.name:
            case "words":
                return _compared(len(self.heads) - 1, test)
            case "planes":
                return self._needs(test)
            case "projective":
                return self.shape.non_projective == 0
            case "planar":
                return self.shape.crossings == 0
            case "ill_nested":
                return self.shape.ill_nested
            case "well_nested":
                return not self.shape.ill_nested
        return _compared(getattr(self.shape, test.name), test)

    def _needs(self, test: Trait) -> bool:
        """Where only bounds of the planes are known, whatever lies between them must fit."""
        lower, upper = self.planes.lower, self.planes.upper
        if test.op == "=" and lower != upper:
            return False
        return all(_compared(planes, test) for planes in range(lower, upper + 1))

    def related(self, kind: str, a: int, b: int) -> bool:
        """Does a relation hold between two words?"""
        heads, under = self.heads, self.dominated
        match kind:
            case "head":
                return heads[b] == a
            case "dominates":
                return a != b and b in under[a]
            case "neighbour":
                return a + 1 == b
            case "before":
                return a < b
            case "crossing":
                return _cross(heads[a], a, heads[b], b)
            case "covers":
                return heads[a] > 0 and min(a, heads[a]) < b < max(a, heads[a])
            case "in_gap":
                return a not in under[b] and min(under[b]) < a < max(under[b])
        if under[a] & under[b]:
            return False
        sides = [d in under[a] for d in sorted(under[a] | under[b])]
        return sum(one != other for one, other in pairwise(sides)) >= 3


def _cross(g: int, a: int, h: int, b: int) -> bool:
    if not g or not h:
        return False
    (p, q), (r, s) = sorted((sorted((g, a)), sorted((h, b))))
    return p < r < q < s


def _compared(number: int, test: Trait) -> bool:
    if test.op in ("=", "!="):
        return (number in test.values) == (test.op == "=")
    return OPS[test.op](number, test.values[0])


def matches(query: Query, sentence: Sentence) -> list[tuple[int, tuple[int, ...]]]:
    """Return the ways in which a tree fits: a branch, and its words in the order of their names."""
    tree = Tree(sentence)
    found: list[tuple[int, tuple[int, ...]]] = []
    seen: set[frozenset[tuple[str, int]]] = set()
    for number, branch in enumerate(query.branches):
        ways = list(_ways(tree, branch))
        names = list(map(plain, branch.names))
        keys = [frozenset(zip(names, words, strict=True)) for words in ways]
        found += [(number, way) for way, key in zip(ways, keys, strict=True) if key not in seen]
        seen.update(keys)  # what was found in another way is not found again
    return sorted(found, key=lambda match: (match[1], match[0]))


def _ways(tree: Tree, branch: Branch) -> Iterator[tuple[int, ...]]:
    if not all(_evaluated(formula, tree.holds) for formula in branch.tree):
        return
    for words in _filled(tree, branch, ()):
        absent = (
            next(_filled(tree, other, words), None)
            for other in branch.absent
            if all(_evaluated(formula, tree.holds) for formula in other.tree)
            and all(map(partial(_fits, tree), other.words, words))  # those that are there
        )
        if all(way is None for way in absent):
            yield words


def _filled(tree: Tree, branch: Branch, words: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give words to the names that have none; each check is made as soon as it can be."""
    place = len(words)
    if not _hold(tree, branch, words):
        return
    if place == len(branch.names):
        yield words
        return
    for word in range(1, len(tree.heads)):
        _count(tree)
        if word not in words and _fits(tree, branch.words[place], word):
            yield from _filled(tree, branch, (*words, word))


def _fits(tree: Tree, conditions: list[Formula], word: int) -> bool:
    """Do the conditions of a word hold?"""
    return all(_evaluated(each, partial(tree.is_so, word)) for each in conditions)


def _hold(tree: Tree, branch: Branch, words: tuple[int, ...]) -> bool:
    """Do the checks hold that are about words that are there?"""
    there = len(words)
    return all(
        tree.related(kind, words[a], words[b])
        for kind, a, b in branch.relations
        if max(a, b) < there
    ) and all(
        OPS[each.op](
            tree.value(each.name, words[each.first]), tree.value(each.other, words[each.second])
        )
        for each in branch.compared
        if max(each.first, each.second) < there
    )


def _count(tree: Tree) -> None:
    tree.steps -= 1
    if tree.steps < 0:
        raise MultiplaneError(
            f"{tree.sentence.file}:{tree.sentence.line}: too many ways to try for a page without a"
            " server; join the words of the query by arrows or relations, or use multiplane find"
        )


def _evaluated(formula: Formula, tested: Callable[[Trait], bool]) -> bool:
    match formula:
        case Trait():
            return tested(formula)
        case Not(part):
            return not _evaluated(part, tested)
        case And(parts):
            return all(_evaluated(part, tested) for part in parts)
        case Or(parts):
            return any(_evaluated(part, tested) for part in parts)
    raise TypeError(formula)
