"""Labels of arcs: the most probable label for two symbols and a direction."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from multiplane.tabular.alphabet import ROOT, Codes
from multiplane.tabular.weights import Floats

LEFT, RIGHT, FROM_ROOT = range(3)  # where the dependent is, seen from its head
UNLABELLED = "_"
UNSEEN = ("dep", "dep", "root")  # by direction, if no label was ever seen


def direction(head: int, dependent: int) -> int:
    return FROM_ROOT if head == 0 else LEFT if dependent < head else RIGHT


@dataclass(frozen=True)
class Labels:
    """The best label of each arc, [direction, head's symbol, dependent's symbol]."""

    names: tuple[str, ...]
    best: NDArray[np.int32]

    @classmethod
    def none(cls, symbols: int) -> "Labels":
        """Return labels for when none was ever seen: `root` for roots, `dep` for all others."""
        return LabelCounts(symbols).labels(0.0)

    def of(self, codes: Codes, heads: Sequence[int]) -> tuple[str, ...]:
        """Return the label of each word of a tree."""
        return tuple(
            self.names[self.best[direction(h, d), codes[h], codes[d]]]
            for d, h in enumerate(heads, 1)
        )


@dataclass
class LabelCounts:
    """How often a label was seen, by the direction of its arc and the symbols at its ends."""

    symbols: int
    seen: Counter[tuple[int, int, int, str]] = field(default_factory=Counter)

    def add(self, codes: Codes, heads: Sequence[int], labels: Sequence[str]) -> None:
        """Count the labels of a tree."""
        for d, (h, label) in enumerate(zip(heads, labels, strict=True), 1):
            if label != UNLABELLED:
                head = ROOT if h == 0 else int(codes[h])
                self.seen[direction(h, d), head, int(codes[d]), label] += 1

    def labels(self, strength: float) -> Labels:
        """Return the best labels, where each history gets `strength` more observations.

        These are distributed as the next shorter history expects: without the head, then without
        the dependent, then for any direction except from the root.  A strength of 0 counts as the
        smallest positive one, so that an unseen history still uses the next one.
        """
        strength = max(strength, 1e-9)
        order = Counter(label for *_, label in self.seen.elements())
        names = sorted({*order, *UNSEEN}, key=lambda name: (-order[name], name))
        number = {name: at for at, name in enumerate(names)}
        by_dependent = np.zeros((3, self.symbols, len(names)))
        for (way, _, dependent, label), often in self.seen.items():
            by_dependent[way, dependent, number[label]] += often
        prior = np.zeros((3, len(names)))
        prior[np.arange(3), [number[name] for name in UNSEEN]] = 1.0
        by_way = by_dependent.sum(1)
        word = by_way[[LEFT, RIGHT]].sum(0)
        anywhere = np.stack([word, word, by_way[FROM_ROOT]])
        shorter = _added(by_way, _added(anywhere, prior, strength), strength)
        shorter = _added(by_dependent, shorter[:, None], strength)
        best = np.repeat(shorter.argmax(-1)[:, None], self.symbols, axis=1)
        pairs: dict[tuple[int, int, int], Floats] = {}
        for (way, head, dependent, label), often in self.seen.items():
            key = (way, head, dependent)
            pairs.setdefault(key, strength * shorter[way, dependent])[number[label]] += often
        for key, smoothed in pairs.items():
            best[key] = smoothed.argmax()
        return Labels(tuple(names), best.astype(np.int32))


def _added(counts: Floats, shorter: Floats, strength: float) -> Floats:
    total = counts + strength * shorter
    shares: Floats = total / total.sum(-1, keepdims=True)
    return shares
