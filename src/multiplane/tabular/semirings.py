"""Semirings: what the chart computes, as values with ⊕, ⊗ and their neutral elements.

Goodman 1999; expectations: Li & Eisner 2009.  Log zero is -inf.
"""

import heapq
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from multiplane.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Semiring:
    """⊕, ⊗, zero and one, and the value of a transition with a given log-probability.

    `weight` takes the log-probability and the transition with its arc.
    """

    name: str
    zero: Any
    one: Any
    plus: Callable[[Any, Any], Any]
    times: Callable[[Any, Any], Any]
    weight: Callable[[float, Any], Any]

    def sum(self, values: Iterable[Any]) -> Any:
        total = self.zero
        for value in values:
            total = self.plus(total, value)
        return total


def logaddexp(a: float, b: float) -> float:
    """Return log(exp a + exp b)."""
    if a < b:
        a, b = b, a
    return a if b == -math.inf else a + math.log1p(math.exp(b - a))


# fmt: off
BOOLEAN  = Semiring("boolean", False, True, lambda a, b: a or b, lambda a, b: a and b,
                    lambda logp, _: logp > -math.inf)
COUNTING = Semiring("counting", 0, 1, lambda a, b: a + b, lambda a, b: a * b,
                    lambda logp, _: int(logp > -math.inf))
REAL     = Semiring("real", 0.0, 1.0, lambda a, b: a + b, lambda a, b: a * b,
                    lambda logp, _: math.exp(logp))
LOG      = Semiring("log", -math.inf, 0.0, logaddexp, lambda a, b: a + b,
                    lambda logp, _: logp)
VITERBI  = Semiring("viterbi", -math.inf, 0.0, max, lambda a, b: a + b,
                    lambda logp, _: logp)
# fmt: on


def k_best(k: int) -> Semiring:
    """Return the semiring of the k best: lists of (log-probability, transitions), best first."""

    def plus(a: list[Any], b: list[Any]) -> list[Any]:
        return list(heapq.merge(a, b, key=lambda entry: -entry[0]))[:k]

    def times(a: list[Any], b: list[Any]) -> list[Any]:
        pairs = [(p + q, x + y) for p, x in a for q, y in b]
        return heapq.nlargest(k, pairs, key=lambda entry: entry[0])

    def weight(logp: float, done: Any) -> list[Any]:
        return [(logp, (done,))] if logp > -math.inf else []

    return Semiring(f"{k}-best", [], [(0.0, ())], plus, times, weight)


def expectation(feature: Callable[[Any], dict[Any, float]]) -> Semiring:
    """Return the semiring of pairs (p, r): a probability, and sums of features weighted by it.

    The result's r divided by its p is the expected number of each feature.
    """

    def plus(a: Any, b: Any) -> Any:
        return a[0] + b[0], _added(a[1], 1.0, b[1], 1.0)

    def times(a: Any, b: Any) -> Any:  # (p, r) ⊗ (q, s) = (pq, ps + qr)
        return a[0] * b[0], _added(a[1], b[0], b[1], a[0])

    def weight(logp: float, done: Any) -> Any:
        p = math.exp(logp)
        return p, {key: p * value for key, value in feature(done).items()}

    return Semiring("expectation", (0.0, {}), (1.0, {}), plus, times, weight)


def _added(a: dict[Any, float], p: float, b: dict[Any, float], q: float) -> dict[Any, float]:
    total = {key: p * value for key, value in a.items() if p}
    for key, value in b.items():
        if q:
            total[key] = total.get(key, 0.0) + q * value
    return total


def check_semiring(
    semiring: Semiring, samples: Iterable[Any], same: Callable[[Any, Any], bool]
) -> Verdict:
    """Do the laws hold on all triples of samples?  If not, the witness is a triple."""
    zero, one, plus, times = semiring.zero, semiring.one, semiring.plus, semiring.times
    laws: dict[str, Callable[[Any, Any, Any], tuple[Any, Any]]] = {
        "⊕ is associative": lambda a, b, c: (plus(plus(a, b), c), plus(a, plus(b, c))),
        "⊕ is commutative": lambda a, b, _: (plus(a, b), plus(b, a)),
        "zero is neutral for ⊕": lambda a, _b, _c: (plus(a, zero), a),
        "⊗ is associative": lambda a, b, c: (times(times(a, b), c), times(a, times(b, c))),
        "one is neutral for ⊗": lambda a, _b, _c: (times(a, one), a),
        "one is neutral for ⊗ from the left": lambda a, _b, _c: (times(one, a), a),
        "zero annihilates": lambda a, _b, _c: (times(a, zero), zero),
        "zero annihilates from the left": lambda a, _b, _c: (times(zero, a), zero),
        "⊗ distributes over ⊕": lambda a, b, c: (
            times(a, plus(b, c)),
            plus(times(a, b), times(a, c)),
        ),
        "⊗ distributes from the right": lambda a, b, c: (
            times(plus(a, b), c),
            plus(times(a, c), times(b, c)),
        ),
    }
    values = list(samples)
    for triple in product(values, repeat=3):
        for law, sides in laws.items():
            left, right = sides(*triple)
            if not same(left, right):
                because = f"{semiring.name}: {law} fails on {triple}: {left} and {right}"
                return Verdict(False, because, triple)
    return Verdict(True, f"{semiring.name}: {len(laws)} laws hold on {len(values)} samples")
