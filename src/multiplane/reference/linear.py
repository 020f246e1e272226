"""A linear model as a guide, in plain Python: what the compiled searches do, for all to read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.semantics import apply, successors
from multiplane.graph import Arc
from multiplane.guides.classes import OTHER, Classes
from multiplane.guides.families import families
from multiplane.guides.votes import Votes
from multiplane.reference.features import Extractor
from multiplane.reference.guide import STOP
from multiplane.reference.situation import Choice, Situation


@dataclass(frozen=True, slots=True)
class Candidate:
    """A class that may be chosen, with what it does and its score."""

    number: int
    choice: Choice
    score: float


@dataclass(frozen=True)
class LinearGuide:
    """Weights for one sentence of a batch: a row for each feature, a column for each class; or
    machines that vote.
    """

    extractor: Extractor
    classes: Classes
    weights: NDArray[Any] | Votes
    label_weights: NDArray[Any]  # for the labels of OTHER
    one_root: bool = True

    def scores(self, situation: Situation) -> dict[Choice, float]:
        """Score what may be done; the better of two classes that do the same counts."""
        found: dict[Choice, float] = {}
        for candidate in self.candidates(situation):
            if candidate.score > found.get(candidate.choice, float("-inf")):
                found.pop(candidate.choice, None)  # its place is that of the better class
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
            there = Situation(
                system, situation.words, configuration, situation.arcs, situation.choices
            )
            found += self._here(there, False, passed)
        return found

    def _here(self, situation: Situation, ended: bool, passed: int) -> Iterator[Candidate]:
        """Score the first members of families, or all, so many steps of a walk from the start."""
        system, order = situation.system, list(situation.system)
        before = situation.configuration.arcs
        rooted = any(0 in arc for arc in before)
        lost = _abandoned(situation.configuration, situation.words)
        may_abandon = not system.has_root and not (self.one_root and lost)
        open_: dict[int, str] = {}
        for name, after in successors(system, situation.configuration):
            base, _, member = name.partition("(")
            second_root = rooted and self.one_root and _touches_root(after.arcs - before)
            left_behind = (
                _abandoned(after, situation.words) - lost if system.directed else frozenset()
            )
            if left_behind and not may_abandon:
                continue
            if member in ("", "1)") and not second_root:
                open_[order.index(base)] = base
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
            for k in range(starts[number], starts[number + 1]):
                label = self._other(rows) if labels[k] == OTHER else labels[k]
                yield Candidate(k, (action, label), scores[k])
        if ended:
            for k in range(starts[-2], starts[-1]):
                yield Candidate(k, STOP, scores[k])

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

    def _other(self, rows: NDArray[np.int64]) -> int:
        folded = rows & len(self.label_weights) - 1
        scores = self.label_weights[folded].sum(axis=0, dtype=_wide(self.label_weights))
        return int(scores[: len(self.classes.labels)].argmax())


def _abandoned(configuration: Configuration, words: int) -> frozenset[int]:
    """The words that have gone without a head: roots, whatever comes."""
    kept = {node for store in configuration.stores for node in store}
    headed = {dependent for _, dependent in configuration.arcs}
    return frozenset(range(1, words + 1)) - kept - headed


def _touches_root(arcs: frozenset[Arc]) -> bool:
    return any(0 in arc for arc in arcs)


def _wide(weights: NDArray[Any]) -> type:
    return np.int64 if weights.dtype == np.int8 else np.float32
