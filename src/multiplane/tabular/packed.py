"""Weights as the compiled chart reads them: by its own numbering of nodes, in one array."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.tabular.alphabet import grid
from multiplane.tabular.layout import Layout, layout
from multiplane.tabular.patterns import UNDER, Ints, patterns
from multiplane.tabular.weights import Floats, Weights

REMEMBERED = 1_000_000  # largest number of places that is cached for the next sentence


class Packed(NamedTuple):
    """Weights of one sentence, or sums of the same shape."""

    shift: Floats  # [key of the nodes on top of the stack, word]
    rules: Floats  # of each rule, by the key of the nodes on top of the stack
    rule_at: Ints  # [rule] where its weights begin
    under: Floats  # again those of the rule UNDER: by e₁ and the nodes kept of f, then the new ones


def packed(weights: Weights, scale: Floats | None = None) -> Packed:
    """Return weights for the chart; with a scale for shifts, as probabilities."""
    places = _places(weights)
    shift = weights.shift if scale is None else weights.shift - scale
    flat = np.concatenate([shift.ravel(), *(table.ravel() for table in weights.rules)])
    return places.split((flat if scale is None else np.exp(flat))[places.of_tables])


def unpacked(sums: Floats, weights: Weights) -> tuple[Floats, ...]:
    """Return packed sums, in one array, in the shape of the tables of the weights."""
    flat = np.bincount(_places(weights).of_tables, sums).astype(np.float64, copy=False)
    end, found = 0, []
    for table in weights.tables:
        found.append(flat[end : end + table.size].reshape(table.shape))
        end += table.size
    return tuple(found)


def no_sums(weights: Weights) -> tuple[Floats, Packed]:
    """Return zeros in one array, and the same as packed weights."""
    places = _places(weights)
    flat = np.zeros(len(places.of_tables))
    return flat, places.split(flat)


class _Places(NamedTuple):
    """The index of each packed weight in the concatenated tables of weights."""

    of_tables: NDArray[np.int32]
    nodes: int
    rule_at: Ints
    shift: int  # how many belong to the shift
    rules: int  # how many belong to the rules

    def split(self, flat: Floats) -> Packed:
        end = self.shift + self.rules
        shift = flat[: self.shift].reshape(-1, self.nodes)
        return Packed(shift, flat[self.shift : end], self.rule_at, flat[end:])


def _places(weights: Weights) -> _Places:
    size = sum(table.size for table in weights.tables)
    shape = (weights.degree, weights.width, weights.contexts, weights.words, weights.shift.ndim)
    return _remembered(*shape) if size <= REMEMBERED else _made(*shape)


def _made(
    degree: int, width: int, contexts: tuple[int, ...], words: int, dimensions: int
) -> _Places:
    p, l = patterns(degree, width, contexts), layout(degree, width, contexts, words)
    nodes = np.array([*[-1] * width, *range(words + 1)])  # ¢ is the last in the weights
    found: list[Ints] = []
    end = 0
    for number in (dimensions, *contexts):
        table = np.arange(end, end + (words + 2) ** number).reshape((words + 2,) * number)
        found.append(table[grid(nodes, number)])
        end += table.size
    shift, *rules = found
    under = [
        rule.reshape(l.nodes ** (rule.ndim - r), -1)[:, _columns(l, r)].ravel()
        for rule, kind in zip(rules, p.kinds, strict=True) if kind == UNDER
        for r in range(width + 2) if l.under_at[r] < l.under_at[r + 1]
    ]  # fmt: skip
    whole = np.concatenate([table.ravel() for table in (*found, *under)]).astype(np.int32)
    at = np.cumsum([0, *(rule.size for rule in rules)])
    return _Places(whole, l.nodes, at, shift.size, int(at[-1]))


_remembered = lru_cache(64)(_made)


def _columns(l: Layout, r: int) -> Ints:
    """Return the flat indices of tuples of r nodes in a table of r dimensions."""
    tuples = l.tuples[l.tuples_at[r] : l.tuples_at[r + 1]].reshape(-1, r)
    return np.asarray((l.nodes - 1 - tuples) @ l.power[:r][::-1])
