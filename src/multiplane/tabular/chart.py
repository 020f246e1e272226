"""The chart of a sentence: its probability, its best derivation, its expectations."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.tabular import kernel
from multiplane.tabular.forest import Done
from multiplane.tabular.layout import hook_places, item_places
from multiplane.tabular.lazy import lazy
from multiplane.tabular.outside import outside, spine_outside
from multiplane.tabular.plain import best_antecedents, inside_plain
from multiplane.tabular.weights import Floats, Weights

KINDS = {"real": kernel.REAL, "viterbi": kernel.VITERBI, "log": kernel.LOG}


@dataclass(frozen=True, slots=True)
class Expectations:
    """How often each transition is expected, by positions as in `Weights`."""

    shift: Floats
    la1: Floats
    ra1: Floats
    la2: Floats
    ra2: Floats

    @property
    def arcs(self) -> Floats:
        """The posterior probability of each arc, [head, dependent]."""
        right = self.ra1 + self.ra2.sum(1)  # b3 → b1
        arcs: Floats = right + (self.la1 + self.la2.sum(1)).T
        return arcs


@dataclass(frozen=True, slots=True)
class Filled:
    """The items of a chart in one semiring, and [¢, 0, ¢ 0, j] for each j."""

    kind: int
    weights: tuple[Any, ...]
    items: Floats
    hooks: Floats
    spine: Floats
    total: float


@dataclass(frozen=True)
class Chart:
    """All computations on one sentence, packed.

    With `single_root`, only those that end in a tree with one word under 0.  `algorithm` is
    "hooks", in O(n⁷), or "plain", in O(n⁸).

    >>> round(np.exp(Chart(Weights.uniform(4)).logp))
    256
    """

    weights: Weights
    single_root: bool = False
    algorithm: str = "hooks"

    def __post_init__(self) -> None:
        if self.algorithm not in ("hooks", "plain"):
            raise UnknownName(f"algorithm {self.algorithm}: there are hooks, plain")

    @lazy
    def _places(self) -> tuple[Any, Any]:
        nodes = self.weights.words + 1
        return item_places(nodes), hook_places(nodes)

    @lazy
    def _scale(self) -> Floats:
        """What each word's shift is divided by, in logs, so that nothing vanishes in (+, ×).

        An item from i to j holds the shifts of i … j - 1 and no others, whatever else it holds.
        """
        w = self.weights
        best = w.shift.max(0, initial=-np.inf)
        reduces = [part.max(initial=-np.inf) for part in (w.la1, w.ra1, w.la2, w.ra2)]
        scale: Floats = np.where(np.isfinite(best), best, 0.0) + max(*reduces, -700.0)
        scale[0] = 0.0
        return scale

    def fill(self, semiring: str) -> Filled:
        """Fill the chart in "real", "viterbi" or "log"; the first is scaled by word."""
        if semiring not in KINDS:
            raise UnknownName(f"semiring {semiring}: there are {', '.join(KINDS)}")
        kind, w = KINDS[semiring], self.weights
        shift, stop = w.shift, w.stop
        parts = [shift, w.la1, w.ra1, w.la2, np.moveaxis(w.ra2, 0, 2).copy()]
        if self.single_root:
            parts[4][..., 0] = -np.inf  # ra2 from 0 leaves a word that needs a way to 0 as well
        if kind == kernel.REAL:
            parts[0] = shift - self._scale
            parts = [np.exp(part) for part in parts]
            stop = float(np.exp(stop))
        weights = tuple(np.ascontiguousarray(part, dtype=np.float64) for part in parts)
        places, hook_at = self._places
        zero, one = (0.0, 1.0) if kind == kernel.REAL else (-np.inf, 0.0)
        items = np.full(places[-1, -1], zero)
        hooks = np.full(hook_at[-1, -1] if self.algorithm == "hooks" else 0, zero)
        if self.algorithm == "hooks":
            kernel.inside(kind, weights, items, places, hooks, hook_at)
        else:
            inside_plain(kind, weights, items, places)
        spine = np.full(w.words + 2, zero)
        spine[1] = one
        kernel.spine(kind, weights[2], items, places, self.single_root, spine)
        total = float(kernel.multiply(kind, spine[-1], stop))
        return Filled(kind, weights, items, hooks, spine, total)

    @lazy
    def _real(self) -> Filled:
        return self.fill("real")

    @lazy
    def logp(self) -> float:
        """The log-probability of the sentence; -inf where there is no derivation."""
        total = self._real.total
        if total > 1e-250 and np.isfinite(total):
            return float(np.log(total) + self._scale.sum())
        return self.fill("log").total

    @lazy
    def best(self) -> tuple[float, tuple[Done, ...]]:
        """The most probable derivation, and its log-probability."""
        filled = self.fill("viterbi")
        if filled.total == -np.inf:
            raise MultiplaneError("the sentence has no derivation of probability above 0")
        return filled.total, tuple(self._trace(filled))

    def _trace(self, filled: Filled) -> list[Done]:
        """Go down from the goal; the stack holds what is still to be written, the next on top."""
        derivation, places = [Done("sh", (-1,), -1, 0)], self._places[0]
        todo: list[Any] = []
        j = self.weights.words + 1
        while j > 1:  # [¢, 0, ¢ 0, k] and [0, k, 0 h5, j] by ra1
            k, h5 = self._last_root(filled, j)
            todo += [Done("ra1", (0, h5), 0, h5), (0, k, 0, h5, j)]
            j = k
        while todo:
            top = todo.pop()
            if isinstance(top, Done):
                derivation.append(top)
                continue
            h1, i, _, _, j = top
            if j == i + 1:
                derivation.append(Done("sh", (h1,), -1, i))
                continue
            rule, k, h2, h3, h4, h5 = best_antecedents(filled.weights, filled.items, places, *top)
            stack = (h2, h4, h5)
            name, head, dependent = (
                ("la1", h5, h4), ("ra1", h4, h5), ("la2", h5, h2), ("ra2", h2, h5)
            )[rule - 1]  # fmt: skip
            todo += [Done(name, stack, head, dependent), (h3, k, h4, h5, j), (h1, i, h2, h3, k)]
        return derivation

    def _last_root(self, filled: Filled, j: int) -> tuple[int, int]:
        places, ra1 = self._places[0], filled.weights[2]
        found = (-np.inf, 0, 0)
        for k in range(1, j):
            start = places[k, j]
            row = filled.items[start : start + j - k] + ra1[0, k:j] + filled.spine[k]
            found = max(found, (float(row.max()), k, k + int(row.argmax())))
        return found[1:]

    @lazy
    def heads(self) -> tuple[int, ...]:
        """The tree of the best derivation, as the head of each word."""
        heads = {done.dependent: done.head for done in self.best[1] if done.name != "sh"}
        return tuple(heads[d] for d in range(1, self.weights.words + 1))

    @lazy
    def expectations(self) -> Expectations:
        """How often each transition is expected, given the sentence."""
        filled = self._real
        if self.algorithm != "hooks":
            raise UnknownName("expectations need the algorithm hooks")
        if not (filled.total > 1e-250 and np.isfinite(filled.total)):
            raise MultiplaneError("the sentence has no derivation of probability above 0")
        return self.outside(filled)[1]

    def outside(self, filled: Filled) -> tuple[Floats, Expectations]:
        """Return the outside values of the items, in the scale of `filled`, and expectations."""
        places, hook_at = self._places
        items_bar, hooks_bar = np.zeros_like(filled.items), np.zeros_like(filled.hooks)
        expected = tuple(np.zeros_like(part) for part in filled.weights)
        stop = float(np.exp(self.weights.stop))
        spine_outside(
            filled.weights[2], stop, filled.items, places, filled.spine, items_bar, expected[2],
            self.single_root,
        )  # fmt: skip
        outside(
            filled.weights, filled.items, places, filled.hooks, hook_at, items_bar, hooks_bar,
            expected,
        )  # fmt: skip
        shift, la1, ra1, la2, ra2 = (part / filled.total for part in expected)
        return items_bar, Expectations(shift, la1, ra1, la2, np.moveaxis(ra2, 2, 0))
