"""Counts of the choices in derivations: observed (in trees) or expected (from a chart)."""

from collections.abc import Iterable

import numpy as np

from multiplane.tabular.alphabet import Alphabet, Codes, grid
from multiplane.tabular.chart import Expectations
from multiplane.tabular.forest import SHIFT, Done
from multiplane.tabular.history import END, History
from multiplane.tabular.model import Model, check_size
from multiplane.tabular.weights import Floats


def no_counts(kind: History, alphabet: Alphabet) -> tuple[Floats, ...]:
    """Return a table of zeros for each choice."""
    check_size(kind, alphabet)
    return tuple(np.zeros(choice.shape(len(alphabet))) for choice in kind.choices)


def count_derivation(
    model: Model, codes: Codes, derivation: Iterable[tuple[Done, float]], counts: tuple[Floats, ...]
) -> None:
    """Add each transition of a derivation, or of a forest, with its count."""
    for done, often in derivation:
        ends = done.name == SHIFT and not done.dependent
        for c, outcome in model.history.paths["end" if ends else done.name]:
            counts[c][model.place(c, outcome, codes, done)] += often


def no_sums(model: Model) -> tuple[Floats, ...]:
    """Return a table of zeros for each transition, shaped like the model's."""
    return tuple(np.zeros_like(table) for table in model.transitions)


def count_expectations(codes: Codes, expected: Expectations, sums: tuple[Floats, ...]) -> None:
    """Add the expected counts of a chart to the sums by transition."""
    for total, table in zip(sums, (expected.shift, *expected.rules), strict=True):
        np.add.at(total, grid(codes, table.ndim), table)


def by_choice(model: Model, sums: tuple[Floats, ...], sentences: int) -> tuple[Floats, ...]:
    """Return the counts of the choices that make up transitions, and of ends of sentences."""
    counts = no_counts(model.history, model.alphabet)
    for name, table in zip(model.history.names, sums, strict=True):
        for c, outcome in model.history.paths[name]:
            target = counts[c][..., model.history.choices[c].columns(outcome, len(model.alphabet))]
            # a choice may look at less of the stack than the whole transition does
            target += table.sum(tuple(range(table.ndim - target.ndim)))
    codes = model.alphabet.encode([])
    count_derivation(model, codes, [(END, float(sentences))], counts)
    return counts
