"""A linear model as a guide, in plain Python: a readable version of the compiled scorers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.semantics import apply
from multiplane.graph import Arc
from multiplane.guides.classes import OTHER, Classes
from multiplane.guides.families import families
from multiplane.guides.votes import Votes
from multiplane.reference.features import Extractor
from multiplane.reference.guide import STOP
from multiplane.reference.situation import Choice, Situation, new_arcs


@dataclass(frozen=True, slots=True)
class Candidate:
    """A class that may be chosen, its transition and label, and its score."""

    number: int
    choice: Choice
    score: float


@dataclass(frozen=True)
class LinearGuide:
    """Weights, or voting machines, for one sentence of a batch.

    Weights have a row for each feature and a column for each class.
    """

    extractor: Extractor
    classes: Classes
    weights: NDArray[Any] | Votes
    label_weights: NDArray[Any]  # for the labels of OTHER
    one_root: bool = True

    def scores(self, situation: Situation) -> dict[Choice, float]:
        """Score the open choices; of two classes with the same choice, the better one counts."""
        found: dict[Choice, float] = {}
        for candidate in self.candidates(situation):
            if candidate.score > found.get(candidate.choice, float("-inf")):
                found.pop(candidate.choice, None)  # so that it gets the place of the better class
                found[candidate.choice] = candidate.score
        return found

    def candidates(self, situation: Situation) -> list[Candidate]:
        """List the classes that may be chosen, with their scores."""
        system, configuration = situation.system, situation.configuration
        found = list(self._here(situation, system.is_terminal(configuration), 0))
        walk = families(system)
        passed = 0
        while walk is not None:
            following = apply(system, walk.forth, configuration)
            if following is None:
                break
            configuration, passed = following, passed + 1
            there = replace(situation, configuration=configuration)
            found += self._here(there, False, passed)
        return found

    def _here(self, situation: Situation, ended: bool, passed: int) -> Iterator[Candidate]:
        """Score first members of families, or all transitions, `passed` steps of a walk away."""
        system, order = situation.system, list(situation.system)
        before, free = situation.configuration, dict[int, list[int]]()
        rooted = _touches_root(before.arcs)
        lost = _abandoned(before, situation.words)
        may_abandon = not system.has_root and not (self.one_root and lost)
        open_: dict[int, str] = {}
        for name, after, taken in situation.permitted(len(self.classes.labels)):
            base, _, member = name.partition("(")
            second_root = rooted and self.one_root and _touches_root(new_arcs(before, after))
            left_behind = (
                _abandoned(after, situation.words) - lost if system.directed else frozenset()
            )
            if left_behind and not may_abandon:
                continue
            if member in ("", "1)") and not second_root:
                open_[order.index(base)], free[order.index(base)] = base, taken
        rows = np.array(self.extractor.rows(situation, open_), np.int64)
        scores = self._sums(rows, open_, ended=ended)
        starts, labels = self.classes.tables.starts.tolist(), self.classes.tables.labels.tolist()
        for number, name in open_.items():
            if system[name].is_family:
                action = f"{name}({passed + 1})"
            elif passed:
                continue
            else:
                action = name
            for k in self._classes(situation, number):
                label = self._other(rows, free[number]) if labels[k] == OTHER else labels[k]
                if label >= 0 and label not in free[number]:
                    continue
                yield Candidate(k, (action, label), scores[k])
        if ended:
            for k in range(starts[-2], starts[-1]):
                yield Candidate(k, STOP, scores[k])

    def _classes(self, situation: Situation, number: int) -> list[int]:
        """List the classes of a transition: one if its arc stands beside another."""
        tables = self.classes.tables
        found = list(range(*tables.starts[number : number + 2].tolist()))
        if tables.again is None or tables.again[number] < 0:
            return found
        stores, held = situation.system.stores, situation.configuration.stores
        ends = tables.arcs[number].tolist()
        head, dependent = (
            held[at][stores[at].position(depth, len(held[at]))]
            for at, depth in (ends[:2], ends[2:])
        )
        again = int(tables.again[number])
        if (head, dependent) in situation.configuration.arcs:
            return [again]
        return [k for k in found if k != again]

    def _sums(self, rows: NDArray[np.int64], open_: Mapping[int, str], *, ended: bool) -> list[Any]:
        """Score all classes."""
        if isinstance(self.weights, Votes):
            stop = {len(self.classes.tables.starts) - 2} if ended else set()
            may = {*open_, *stop}
            allowed = {
                k for k, t in enumerate(self.classes.tables.transitions.tolist()) if t in may
            }
            return self.weights.scores(rows.tolist(), allowed)
        return self.weights[rows].sum(axis=0, dtype=_wide(self.weights)).tolist()  # type: ignore[no-any-return]

    def _other(self, rows: NDArray[np.int64], free: list[int]) -> int:
        folded = rows & len(self.label_weights) - 1
        scores = self.label_weights[folded].sum(axis=0, dtype=_wide(self.label_weights))
        return free[int(scores[free].argmax())]


def _abandoned(configuration: Configuration, words: int) -> frozenset[int]:
    """Return the words that were dropped without a head, and are roots for good."""
    kept = {node for store in configuration.stores for node in store}
    headed = {dependent for _, dependent in configuration.arcs}
    return frozenset(range(1, words + 1)) - kept - headed


def _touches_root(arcs: Iterable[Arc]) -> bool:
    return any(0 in arc for arc in arcs)


def _wide(weights: NDArray[Any]) -> type:
    return np.int64 if weights.dtype == np.int8 else np.float32
