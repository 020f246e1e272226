"""The chart of a sentence: its probability, its best derivation, its expectations."""

import math
from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.tabular.arithmetic import LOG, REAL, VITERBI
from multiplane.tabular.forest import Done, Item
from multiplane.tabular.kernel import Inside, inside
from multiplane.tabular.layout import Layout, layout
from multiplane.tabular.lazy import lazy
from multiplane.tabular.outside import Outside, outside
from multiplane.tabular.packed import Packed, no_sums, packed, unpacked
from multiplane.tabular.patterns import Patterns, patterns
from multiplane.tabular.places import Span, item_place
from multiplane.tabular.plain import inside_plain
from multiplane.tabular.rules import reductions
from multiplane.tabular.trace import best_derivation
from multiplane.tabular.weights import Floats, Weights, arcs_of

KINDS = {"real": REAL, "viterbi": VITERBI, "log": LOG}
ALGORITHMS = ("hooks", "plain")
LEAST = 1e-250  # a smaller scaled probability has lost precision to underflow


@dataclass(frozen=True, slots=True)
class Expectations:
    """How often each transition is expected, by positions as in `Weights`."""

    shift: Floats
    rules: tuple[Floats, ...]

    @property
    def arcs(self) -> Floats:
        """The posterior probability of each arc, [head, dependent]."""
        return arcs_of(self.rules)


@dataclass(frozen=True, slots=True)
class Filled:
    """The items of a chart in one semiring, its hooks, and the weight of the sentence."""

    kind: int
    weights: Packed
    items: Floats
    hooks: Floats
    total: float


@dataclass(frozen=True)
class Chart:
    """All computations on one sentence, packed.

    With `single_root`, only those that end in a tree with one root.  `algorithm` is "hooks", in
    O(n⁷) for degree 2, or "plain", in O(n⁸).

    >>> [round(np.exp(Chart(Weights.uniform(4, degree)).logp)) for degree in (1, 2, 3)]
    [67, 256, 349]
    """

    weights: Weights
    single_root: bool = False
    algorithm: str = "hooks"

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise UnknownName(
                f"unknown algorithm {self.algorithm}; choose from {', '.join(ALGORITHMS)}"
            )

    @lazy
    def patterns(self) -> Patterns:
        return patterns(self.weights.degree, self.weights.width, self.weights.contexts)

    @lazy
    def layout(self) -> Layout:
        w = self.weights
        return layout(w.degree, w.width, w.contexts, w.words)

    @lazy
    def _scale(self) -> Floats:
        """Log scales of the words' shifts, which prevent underflow in (+, ×).

        An item from i to j contains exactly the shifts of i … j - 1.
        """
        shift = self.weights.shift
        best = shift.reshape(-1, shift.shape[-1]).max(0)
        reduces = max(float(table.max()) for table in self.weights.rules)
        scale: Floats = np.where(np.isfinite(best), best, 0.0) + max(reduces, -700.0)
        scale[0] = scale[-1] = 0.0
        return scale

    def fill(self, semiring: str, scale: Floats | None = None) -> Filled:
        """Fill the chart in "real", "viterbi" or "log"; the first is scaled by word."""
        if semiring not in KINDS:
            raise UnknownName(f"unknown semiring {semiring}; choose from {', '.join(KINDS)}")
        kind, p, l = KINDS[semiring], self.patterns, self.layout
        real = kind == REAL
        scale = self._scale if real and scale is None else scale
        weights = packed(self.weights, scale if real else None)
        zero, stop = (0.0, math.exp(self.weights.stop)) if real else (-np.inf, self.weights.stop)
        items = np.full(l.item_at[-1], zero)
        hooks = np.full(l.hook_at[-1] if self.algorithm == "hooks" else 0, zero)
        job = Inside(kind, weights, self.single_root, items, hooks)
        if self.algorithm == "hooks":
            inside(p, l, job)
        else:
            inside_plain(p, l, job)
        goal = float(items[l.goal])
        return Filled(kind, weights, items, hooks, goal * stop if real else goal + stop)

    def place(self, item: Item) -> int:
        """Return the index of an item in `Filled.items`, or -1 if it is not there."""
        w = self.weights.width
        start, end = (_numbered(nodes, w) for nodes in (item.start, item.end))
        return int(item_place(self.patterns, self.layout, Span(start, item.i + w, end, item.j + w)))

    @lazy
    def _real(self) -> tuple[Filled, Floats]:
        """The chart in (+, ×), and its scale, which is corrected if the first one was wrong."""
        filled, scale = self.fill("real"), self._scale
        if not _sound(filled.total) and np.isfinite(logp := self.fill("log").total):
            even = scale.copy()
            even[1:-1] += (logp - scale.sum()) / self.weights.words
            filled, scale = self.fill("real", even), even
        return filled, scale

    @lazy
    def logp(self) -> float:
        """The log-probability of the sentence; -inf if there is no derivation."""
        filled, scale = self._real
        if _sound(filled.total):
            return float(np.log(filled.total) + scale.sum())
        return self.fill("log").total

    @lazy
    def best(self) -> tuple[float, tuple[Done, ...]]:
        """The most probable derivation, and its log-probability."""
        filled = self.fill("viterbi")
        if filled.total == -np.inf:
            raise MultiplaneError("the sentence has no derivation of probability above 0")
        derivation = best_derivation(
            self.patterns, self.layout, filled.weights, reductions(self.weights.degree),
            filled.items, single_root=self.single_root,
        )  # fmt: skip
        return filled.total, tuple(derivation)

    @lazy
    def heads(self) -> tuple[int, ...]:
        """The tree of the best derivation, as the head of each word."""
        heads = {done.dependent: done.head for done in self.best[1] if done.name != "sh"}
        return tuple(heads[d] for d in range(1, self.weights.words + 1))

    @lazy
    def expectations(self) -> Expectations:
        """How often each transition is expected, given the sentence."""
        if self.algorithm != "hooks":
            raise UnknownName("expectations need the algorithm hooks")
        filled, _ = self._real
        if not _sound(filled.total):
            raise MultiplaneError("the sentence has no derivation of probability above 0")
        return self.outside(filled)[1]

    def outside(self, filled: Filled) -> tuple[Floats, Expectations]:
        """Return the outside values of the items, in the scale of `filled`, and expectations."""
        items_bar, hooks_bar = np.zeros(len(filled.items)), np.zeros(len(filled.hooks))
        items_bar[self.layout.goal] = math.exp(self.weights.stop)
        flat, sums = no_sums(self.weights)
        known = filled.weights, self.single_root, filled.items, filled.hooks
        outside(self.patterns, self.layout, Outside(*known, items_bar, hooks_bar, sums))
        shift, *rules = unpacked(flat / filled.total, self.weights)
        return items_bar, Expectations(shift, tuple(rules))


def _sound(total: float) -> bool:
    return total > LEAST and math.isfinite(total)


def _numbered(nodes: tuple[int, ...], width: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Number nodes as in the chart, where each ¢ is a different node, below all others."""
    bottoms = sum(node < 0 for node in nodes)
    return np.array([node + width if node >= 0 else width - bottoms + at
                     for at, node in enumerate(nodes)])  # fmt: skip
