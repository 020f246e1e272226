"""Expectation maximisation: models from sentences without trees (2011, section 5)."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from multiplane.errors import UnknownName
from multiplane.nearest import choices
from multiplane.tabular.alphabet import Alphabet, Codes
from multiplane.tabular.chart import Chart
from multiplane.tabular.counts import by_choice, count_expectations, no_counts, no_sums
from multiplane.tabular.history import History
from multiplane.tabular.model import Model
from multiplane.tabular.posterior import Posterior
from multiplane.tabular.weights import Floats

STARTS = ("harmonic", "random")
ANNEALED = 10  # rounds until the power reaches 1


@dataclass(frozen=True, slots=True)
class Step:
    """A model after some rounds, and the log-likelihood of the corpus before the last."""

    iteration: int
    loglik: float
    model: Model
    last: bool = False


def expect(
    model: Model, corpus: Sequence[Codes], beta: float = 1.0, *, single_root: bool = False
) -> tuple[float, tuple[Floats, ...]]:
    """Return the log-likelihood of a corpus and the expected counts, on all cores.

    With `beta` below 1 the probabilities are raised to that power: annealing.
    """
    warm = model
    if beta != 1.0:
        warm = replace(model, tables=tuple(table**beta for table in model.tables))
    workers = os.cpu_count() or 1
    parts = [corpus[at::workers] for at in range(workers)]

    def work(part: Sequence[Codes]) -> tuple[float, tuple[Floats, ...]]:
        sums, total = no_sums(warm), 0.0
        for codes in part:
            total += Posterior(warm, codes, single_root).count(sums)
        return total, sums

    with ThreadPoolExecutor(workers) as pool:
        answers = list(pool.map(work, parts))
    sums = tuple(np.sum(tables, axis=0) for tables in zip(*(s for _, s in answers), strict=True))
    return sum(total for total, _ in answers), by_choice(model, sums, len(corpus))


def maximise(model: Model, counts: tuple[Floats, ...]) -> Model:
    """Return the re-estimated model; histories that are never expected keep their probabilities.

    θ^{sh_b}_{b₁}      = E[sh_b | b₁] / (Z_{b₁} + Σ_{b′} E[sh_{b′} | b₁])
    θ^{la₁}_{b₂,b₁}    = E[la₁ | b₂, b₁] / (Z_{b₂,b₁} + E[la₁ + ra₁ | b₂, b₁])
    θ^{la₂}_{b₃,b₂,b₁} = E[la₂ | b₃, b₂, b₁] / E[la₂ + ra₂ | b₃, b₂, b₁]
    """
    tables = []
    for before, count in zip(model.tables, counts, strict=True):
        total = count.sum(-1, keepdims=True)
        tables.append(np.where(total > 0, count / np.where(total > 0, total, 1), before))
    return replace(model, tables=tuple(tables))


def start(
    kind: History,
    alphabet: Alphabet,
    corpus: Sequence[Codes],
    how: str,
    seed: int,
    *,
    single_root: bool = False,
) -> Model:
    """Return a model to begin with.

    random: each probability is random.  harmonic (after Klein & Manning 2004): expectations if all
    transitions are alike except that an arc of length m has the weight 1/(m + 1), with noise that
    depends on the seed.
    """
    rng = np.random.default_rng(seed)
    empty = no_counts(kind, alphabet)
    noise = tuple(rng.gamma(1.0, size=table.shape) for table in empty)
    if how == "random":
        return Model.normalised(alphabet, kind, noise, {})
    if how != "harmonic":
        raise UnknownName(f"unknown start {how!r}; {choices(how, STARTS)}")
    even = Model.normalised(alphabet, kind, empty, {})
    sums = no_sums(even)
    for codes in corpus:
        n = np.arange(len(codes))
        short = -np.log(np.abs(n[:, None] - n) + 1.0)
        near = even.weights(codes).with_arcs(short)
        count_expectations(codes, Chart(near, single_root).expectations, sums)
    pairs = zip(by_choice(even, sums, len(corpus)), noise, strict=True)
    counts = tuple(c * (0.9 + 0.2 * r) + 0.01 * r for c, r in pairs)
    return Model.normalised(alphabet, kind, counts, {})


def em(
    model: Model,
    corpus: Sequence[Codes],
    iterations: int = 100,
    tolerance: float = 1e-5,
    *,
    single_root: bool = False,
    anneal: float = 1.0,
    first: int = 1,
    before: float = -np.inf,
) -> Iterator[Step]:
    """Re-estimate until the log-likelihood rises by less than `tolerance`, relative to itself.

    With `anneal` below 1, begin with that power and reach 1 in ten rounds.  To resume, give the
    number of the `first` round, and `before`, the log-likelihood of the one before.
    """
    for iteration in range(first, iterations + 1):
        power = anneal + (1.0 - anneal) * (iteration - 1) / ANNEALED
        beta = power if iteration <= ANNEALED else 1.0
        loglik, counts = expect(model, corpus, beta, single_root=single_root)
        model = maximise(model, counts)
        enough = beta == 1.0 and bool(loglik - before <= tolerance * abs(loglik))
        yield Step(iteration, loglik, model, last=enough or iteration == iterations)
        if enough:
            return
        if beta == 1.0:
            before = loglik
