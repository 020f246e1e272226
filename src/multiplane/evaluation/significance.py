"""Is one system better than another, or is it chance?  Nothing here knows what a score is.

McNemar's test (1947) looks at words; approximate randomisation (Noreen 1989; Riezler & Maxwell
2005) and the bootstrap (Efron & Tibshirani 1993) look at sentences: words of one sentence are not
independent.  Statistics are [sentences, columns]; a score takes sums [..., columns] to
[..., scores].
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError

Score = Callable[[Any], NDArray[np.float64]]

SMALL = 25  # words on which two systems differ; with fewer, chi-square is too rough
CELLS = 1 << 20  # of (trial, sentence), made at once
ROUNDING = 1e-9  # percentages closer than this are the same


@dataclass(frozen=True, slots=True)
class McNemar:
    """How many words only the first, and only the second system has right; and the p-value."""

    only_first: int
    only_second: int
    p: float
    exact: bool


def mcnemar(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> McNemar:
    """Compare two systems by the words that they have right, two-sided.

    >>> right = np.array([True] * 6 + [False])
    >>> mcnemar(right, ~right)
    McNemar(only_first=6, only_second=1, p=0.125, exact=True)
    """
    b, c = int(np.sum(first & ~second)), int(np.sum(second & ~first))
    if b + c < SMALL:
        # Both tails of the binomial distribution with p = 1/2.
        tail = sum(math.comb(b + c, k) for k in range(min(b, c) + 1)) / 2 ** (b + c)
        return McNemar(b, c, min(1.0, 2 * tail), exact=True)
    chi_square = max(abs(b - c) - 1, 0) ** 2 / (b + c)  # with continuity correction
    return McNemar(b, c, math.erfc(math.sqrt(chi_square / 2)), exact=False)


def randomized(
    first: NDArray[np.int64], second: NDArray[np.int64], score: Score, *, trials: int, seed: int
) -> NDArray[np.float64]:
    """How often do scores differ as much if, in each sentence, systems are swapped by a coin?

    Returns a p-value for each score.
    """
    random = np.random.default_rng(seed)
    sums = first.sum(0), second.sum(0)
    difference = np.abs(score(sums[0]) - score(sums[1]))
    gain = (second - first).astype(np.float64)

    def by_chance() -> Iterator[NDArray[np.float64]]:
        for count in _blocks(trials, len(first)):
            swapped = random.integers(0, 2, (count, len(first)), dtype=np.int8)
            moved = swapped.astype(np.float64) @ gain
            yield np.abs(score(sums[0] + moved) - score(sums[1] - moved))

    return _p(difference, by_chance(), trials)


def dealt(
    first: NDArray[np.int64], second: NDArray[np.int64], score: Score, *, trials: int, seed: int
) -> NDArray[np.float64]:
    """How often do scores differ as much if all sentences are dealt anew to the two samples?

    For samples of different sentences, each of which keeps its size (a permutation test).
    Returns a p-value for each score.
    """
    random = np.random.default_rng(seed)
    both = np.concatenate((first, second)).astype(np.float64)
    size, total = len(first), both.sum(0)
    difference = np.abs(score(first.sum(0)) - score(second.sum(0)))

    def by_chance() -> Iterator[NDArray[np.float64]]:
        for count in _blocks(trials, len(both)):
            keys = random.random((count, len(both)), np.float32)
            chosen = np.argpartition(keys, size - 1, axis=1)[:, :size]
            in_first = np.zeros(keys.shape)
            np.put_along_axis(in_first, chosen, 1, axis=1)
            sums = in_first @ both
            yield np.abs(score(sums) - score(total - sums))

    return _p(difference, by_chance(), trials)


def _p(
    difference: NDArray[np.float64], by_chance: Iterator[NDArray[np.float64]], trials: int
) -> NDArray[np.float64]:
    as_far = np.zeros(difference.shape)
    for chance in by_chance:
        # A chance score that is undefined counts against a difference.
        as_far += (~(chance < difference - ROUNDING)).sum(0)
    # What was seen is one of the possible outcomes, so that p is never 0 and the test never too
    # bold (Noreen 1989).
    p = (as_far + 1) / (trials + 1)
    return np.where(np.isnan(difference), np.nan, p)


def bootstrap(
    statistics: NDArray[np.int64], score: Score, *, trials: int, seed: int, level: float = 0.95
) -> NDArray[np.float64]:
    """Between what do scores lie, if sentences are drawn again with replacement?  [2, scores].

    These are percentiles of the drawn samples in which a score is defined.
    """
    random = np.random.default_rng(seed)
    values, n = statistics.astype(np.float64), len(statistics)
    drawn = []
    for count in _blocks(trials, n):
        which = random.integers(0, n, (count, n)) + n * np.arange(count)[:, None]
        times = np.bincount(which.ravel(), minlength=count * n).reshape(count, n)
        drawn.append(score(times.astype(np.float64) @ values))
    samples = np.concatenate(drawn)
    edges = [(1 - level) / 2, (1 + level) / 2]
    interval = np.full((2, samples.shape[1]), np.nan)
    defined = ~np.isnan(samples).all(0)
    interval[:, defined] = np.nanquantile(samples[:, defined], edges, axis=0)
    return interval


def _blocks(trials: int, sentences: int) -> Iterator[int]:
    if trials < 1:
        raise MultiplaneError(f"{trials} trials; at least 1 is needed")
    size = max(1, CELLS // sentences)
    for start in range(0, trials, size):
        yield min(size, trials - start)
