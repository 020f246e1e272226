"""The discriminative variant: arbitrary weights, for p(derivation | sentence) (2011, section 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.tabular.alphabet import Codes
from multiplane.tabular.counts import count_derivation, no_counts
from multiplane.tabular.em import expect
from multiplane.tabular.forest import Done
from multiplane.tabular.model import Model
from multiplane.tabular.weights import Floats

Example = tuple[Codes, tuple[Done, ...]]  # a sentence and its derivation


@dataclass(frozen=True, slots=True)
class Epoch:
    """Weights after an epoch, and the conditional log-likelihood during it."""

    number: int
    loglik: float
    model: Model


def gradient(
    model: Model, examples: Sequence[Example], *, single_root: bool = True
) -> tuple[float, tuple[Floats, ...]]:
    """Return log p(derivations | sentences) and its derivative by the logarithm of each weight.

    The derivative is the observed count minus the expected one.
    """
    corpus = [codes for codes, _ in examples]
    total, expected = expect(model, corpus, single_root=single_root)
    seen = no_counts(model.history, model.alphabet)
    score = 0.0
    for codes, derivation in examples:
        count_derivation(model, codes, ((done, 1.0) for done in derivation), seen)
        score += sum(model.logp(codes, done) for done in derivation)
    return score - total, tuple(s - e for s, e in zip(seen, expected, strict=True))


def train(
    model: Model,
    examples: Sequence[Example],
    epochs: int = 5,
    *,
    rate: float = 0.2,
    penalty: float = 1e-3,
    batch: int = 50,
    seed: int = 1,
    single_root: bool = True,
) -> Iterator[Epoch]:
    """Maximise the conditional likelihood from a smoothed model (Adagrad, Duchi et al. 2011).

    The penalty pulls the logarithm of each weight back to its initial value.  The resulting weights
    are not probabilities, and cannot be sampled from.
    """
    legal = _legal(model)
    if any((table[l] == 0).any() for table, l in zip(model.tables, legal, strict=True)):
        raise MultiplaneError("some probability is 0; begin with a smoothed model")
    rng = np.random.default_rng(seed)
    logs = [np.where(l, table, 0.0) for l, table in zip(legal, model.logs, strict=True)]
    origin = [table.copy() for table in logs]
    squares = [np.full_like(table, 1e-8) for table in logs]
    notes = {**model.notes, "conditional": epochs}
    for number in range(1, epochs + 1):
        order, total = rng.permutation(len(examples)), 0.0
        for start in range(0, len(order), batch):
            some = [examples[at] for at in order[start : start + batch]]
            loglik, slopes = gradient(model, some, single_root=single_root)
            total += loglik
            for c, slope in enumerate(slopes):
                uphill = slope - penalty * (logs[c] - origin[c])
                squares[c] += uphill**2
                logs[c] += rate * uphill / np.sqrt(squares[c])
            tables = (np.where(l, np.exp(t), 0.0) for l, t in zip(legal, logs, strict=True))
            model = replace(model, tables=tuple(tables), notes=notes)
        yield Epoch(number, total, model)


def _legal(model: Model) -> tuple[NDArray[np.bool_], ...]:
    size = len(model.alphabet)
    return tuple(model.history.legal(choice, size) for choice in model.history.choices)
