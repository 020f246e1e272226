"""Counts of the choices in derivations: seen (from trees) or expected (from a chart)."""

from collections.abc import Iterable

import numpy as np

from multiplane.tabular.alphabet import Alphabet, Codes
from multiplane.tabular.chart import Expectations
from multiplane.tabular.forest import Done
from multiplane.tabular.history import SHIFT, History
from multiplane.tabular.model import Model, check_size
from multiplane.tabular.weights import Floats


def no_counts(kind: History, alphabet: Alphabet) -> tuple[Floats, ...]:
    """Return a table of zeros for each choice."""
    check_size(kind, alphabet)
    return tuple(np.zeros(choice.shape(len(alphabet))) for choice in kind.choices)


def count_derivation(
    model: Model, codes: Codes, derivation: Iterable[tuple[Done, float]], counts: tuple[Floats, ...]
) -> None:
    """Add each transition of a derivation, or of a forest, as often as is said."""
    for done, often in derivation:
        ends = done.name == SHIFT and not done.dependent
        for c, outcome in model.history.paths["end" if ends else done.name]:
            counts[c][model.place(c, outcome, codes, done)] += often


def count_expectations(codes: Codes, e: Expectations, counts: tuple[Floats, ...]) -> None:
    """Add what a chart expects, in the elaborated history of degree up to 2."""
    c, symbols = codes[:-1], counts[0].shape[0]
    deep = e.la2 + e.ra2
    np.add.at(counts[0], (c[:, None], c), e.shift)
    np.add.at(counts[0][:, symbols], c, (e.la1 + e.ra1).sum(0) + deep.sum((0, 1)))
    counts[0][c[0], symbols] += 1.0  # the end
    outcomes = (e.la1, e.ra1, deep.sum(0)) if len(counts) > 2 else (e.la1, e.ra1)
    for column, table in enumerate(outcomes):
        np.add.at(counts[1][..., column], (c[:, None], c), table)
    for column, table in enumerate((e.la2, e.ra2) if len(counts) > 2 else ()):
        np.add.at(counts[2][..., column], (c[:, None, None], c[:, None], c), table)
