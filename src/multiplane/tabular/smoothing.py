"""Smoothing: probabilities for histories that were seen rarely or never."""

import numpy as np
from numpy.typing import NDArray

from multiplane.tabular.alphabet import Alphabet
from multiplane.tabular.history import Choice, History
from multiplane.tabular.model import Model
from multiplane.tabular.weights import Floats


def smoothed(
    alphabet: Alphabet, kind: History, counts: tuple[Floats, ...], strength: float
) -> tuple[Floats, ...]:
    """Add `strength` observations to each history, distributed as the next shorter one expects.

    p(x | h) = (count(x, h) + strength · p(x | h′)) / (count(h) + strength), where h′ is h without
    what `backoff` leaves out, down to the uniform distribution.  Strength 0 is maximum likelihood.
    """
    return tuple(
        _added(choice, table, kind.legal(choice, len(alphabet)), strength)
        for choice, table in zip(kind.choices, counts, strict=True)
    )


def _added(choice: Choice, table: Floats, legal: NDArray[np.bool_], strength: float) -> Floats:
    if strength == 0:
        return table
    lower = np.ones(table.shape[-1]) / table.shape[-1]
    for kept in reversed(choice.backoff):
        # The axis of b_k is context - k; those not kept are summed over.
        gone = tuple(choice.context - k for k in range(1, choice.context + 1) if k not in kept)
        seen = table.sum(gone, keepdims=True) + strength * lower
        lower = seen / seen.sum(-1, keepdims=True)
    possible = np.where(legal, lower, 0.0)
    total = possible.sum(-1, keepdims=True)
    return table + strength * possible / np.where(total > 0, total, 1)


def estimate_model(
    alphabet: Alphabet,
    kind: History,
    counts: tuple[Floats, ...],
    strength: float,
    notes: dict[str, object],
) -> Model:
    """Return the model estimated from smoothed counts."""
    return Model.normalised(alphabet, kind, smoothed(alphabet, kind, counts, strength), notes)
