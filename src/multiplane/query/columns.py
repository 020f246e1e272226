"""What is asked of trees and words, for all sentences of a chunk at once, as arrays."""

from collections.abc import Callable
from functools import cached_property
from operator import ge, gt, le, lt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.query.syntax import And, Formula, Not, Or, Pattern, Trait, Value
from multiplane.query.vocabulary import is_feature
from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.interning import Interned, interned
from multiplane.treebank.survey import Surveyed

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]

_TEXTS = {"form": 1, "lemma": 2, "upos": 3, "xpos": 4, "feats": 5, "deprel": 7}
_OF_ARCS = {
    "crossings": kernel.CROSSED,
    "edge_degree": kernel.DEGREE,
    "gap_degree": kernel.GAPS,
    "attardi_degree": kernel.TRANSITION,
}
_OF_TREES = {
    "roots": kernel.ROOTS,
    "gap_degree": kernel.GAP_DEGREE,
    "edge_degree": kernel.EDGE_DEGREE,
    "crossings": kernel.CROSSINGS,
    "non_projective": kernel.NON_PROJECTIVE,
}
_OPS: dict[str, Callable[[Any, Any], Any]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


class Columns:
    """The attributes of a chunk, each made when it is first asked for.

    Words are numbered through the chunk; what is said of sentences that are not trees means
    nothing.
    """

    def __init__(self, surveyed: Surveyed) -> None:
        self.surveyed, self.chunk = surveyed, surveyed.chunk
        self._texts: dict[str, Interned] = {}
        self._numbers: dict[str, Ints] = {}

    def text(self, name: str) -> Interned:
        """The values of a text or a feature, as numbers that are equal where they are."""
        if name not in self._texts:
            column = _TEXTS.get(name)
            self._texts[name] = interned(self.chunk, column) if column else self._feature(name)
        return self._texts[name]

    def _feature(self, name: str) -> Interned:
        feats = self.text("feats")
        known: dict[str, int] = {}
        found = [known.setdefault(feature_of(text, name), len(known)) for text in feats.values]
        numbers = np.array([*found, 0], np.int32)[feats.numbers]
        return Interned(numbers, tuple(value.encode() for value in known))

    def number(self, name: str) -> Ints:
        """The values of an attribute; of a text, numbers that are equal where it is."""
        if name in _TEXTS or is_feature(name):
            return self.text(name).numbers
        if name in _OF_ARCS:
            return self.surveyed.arcs[:, _OF_ARCS[name]]
        if name not in self._numbers:
            self._numbers[name] = getattr(self, f"_{name}")()
        return self._numbers[name]

    @cached_property
    def _base(self) -> NDArray[np.int64]:
        """For each word the place before its sentence's first."""
        first, lengths = int(self.chunk.starts[0]), np.diff(self.chunk.starts)
        base = np.zeros(len(self.chunk.heads), np.int64)
        base[first : self.chunk.starts[-1]] = np.repeat(self.chunk.starts[:-1] - 1, lengths)
        return base

    def _position(self) -> Ints:
        return (np.arange(len(self._base)) - self._base).astype(np.int32)

    def _length(self) -> Ints:
        heads = self.chunk.heads
        found = np.where(heads > 0, np.abs(heads - self.number("position")), 0)
        return found.astype(np.int32)

    def _children(self) -> Ints:
        heads = self.chunk.heads
        above = (self._base + heads)[heads > 0]
        return np.bincount(above, minlength=len(heads))[: len(heads)].astype(np.int32)

    def _plane(self) -> Ints:
        planes: Ints = self.surveyed.arcs[:, kernel.PLANE].copy()
        trees, starts = self.surveyed.trees, self.chunk.starts
        known = np.isin(trees[:, kernel.PLANES], (1, 2))
        for s in np.flatnonzero(self.surveyed.is_tree & ~known).tolist():
            planes[starts[s] : starts[s + 1]] = self.surveyed.planes(s)
        return planes

    def flag(self, name: str) -> Bools:
        """Say of which words it is so."""
        heads = self.chunk.heads
        found: Bools
        match name:
            case "root":
                found = heads == 0
            case "left":
                found = heads > self.number("position")
            case "right":
                found = (heads > 0) & (heads < self.number("position"))
            case "crossed":
                found = self.number("crossings") > 0
            case "projective":
                found = self.number("edge_degree") == 0
            case _:
                found = self.number("edge_degree") > 0
        return found

    def words(self, formula: Formula) -> Bools:
        """Say of which words a condition holds."""
        return _evaluated(formula, self._word_test)

    def _word_test(self, test: Trait) -> Bools:
        if test.name in _TEXTS:
            texts = self.text(test.name)
            found = [fits(value, test) for value in texts.values]
            return np.array([*found, False], np.bool_)[texts.numbers]
        if is_feature(test.name):
            texts = self.text("feats")
            found = [feature_fits(value, test) for value in texts.values]
            return np.array([*found, False], np.bool_)[texts.numbers]
        if test.name in ("root", "left", "right", "crossed", "projective", "non_projective"):
            return self.flag(test.name)
        return _compared(self.number(test.name), test)

    def trees(self, formula: Formula) -> Bools:
        """Say of which sentences a condition holds."""
        return _evaluated(formula, self._tree_test)

    def _tree_test(self, test: Trait) -> Bools:
        trees = self.surveyed.trees
        found: Bools
        match test.name:
            case "words":
                return _compared(np.diff(self.chunk.starts), test)
            case "planes":
                return self._planes(test)
            case "projective":
                found = trees[:, kernel.NON_PROJECTIVE] == 0
            case "planar":
                found = trees[:, kernel.CROSSINGS] == 0
            case "ill_nested":
                found = trees[:, kernel.ILL_NESTED] > 0
            case "well_nested":
                found = trees[:, kernel.ILL_NESTED] == 0
            case _:
                return _compared(trees[:, _OF_TREES[test.name]], test)
        return found

    def _planes(self, test: Trait) -> Bools:
        """Where only bounds are known, a test holds if it does whatever lies between them."""
        lower, upper = self.surveyed.bounds
        found: Bools = _compared(lower, test) & _compared(upper, test)
        if test.op == "=":
            found &= lower == upper
        if test.op == "!=":
            for value in _numbers(test):
                found &= ~((lower < value) & (value < upper))
        return found


def _evaluated(formula: Formula, tested: Callable[[Trait], Bools]) -> Bools:
    found: Bools
    match formula:
        case Trait():
            found = tested(formula)
        case Not(part):
            found = ~_evaluated(part, tested)
        case And(parts):
            found = np.logical_and.reduce([_evaluated(part, tested) for part in parts])
        case Or(parts):
            found = np.logical_or.reduce([_evaluated(part, tested) for part in parts])
        case _:
            raise TypeError(formula)
    return found


def _compared(numbers: NDArray[Any], test: Trait) -> Bools:
    found: Bools
    if test.op in ("=", "!="):
        found = np.isin(numbers, _numbers(test), invert=test.op == "!=")
    else:
        found = _OPS[test.op](numbers, test.values[0])
    return found


def _numbers(test: Trait) -> list[int]:
    return [value for value in test.values if isinstance(value, int)]


def fits(text: str, test: Trait) -> bool:
    """Does one of the values of a test fit a text?"""
    return any(_is(text, value) for value in test.values) == (test.op == "=")


def feature_fits(feats: str, test: Trait) -> bool:
    """A feature may have several values (Case=Acc,Dat), of which one must fit."""
    parts = feature_of(feats, test.name).split(",")
    return any(_is(part, value) for part in parts for value in test.values) == (test.op == "=")


def feature_of(feats: str, name: str) -> str:
    """Return the value of a feature; one that is not there has none: ""."""
    return dict(item.partition("=")[::2] for item in feats.split("|")).get(name, "")


def _is(text: str, value: Value) -> bool:
    return value.fits(text) if isinstance(value, Pattern) else text == value
