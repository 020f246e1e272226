"""What a model says of a sentence: the compiled chart where it can, the forest elsewhere."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.tabular.alphabet import Codes
from multiplane.tabular.branching import maximum_branching
from multiplane.tabular.chart import Chart
from multiplane.tabular.counts import count_derivation, count_expectations
from multiplane.tabular.forest import Done, Forest, deduce
from multiplane.tabular.lazy import lazy
from multiplane.tabular.model import Model
from multiplane.tabular.weights import Floats

MOST_WORDS = 12  # that a forest with edges one by one is made for


@lru_cache(16)
def _forest(words: int, degree: int, width: int) -> Forest:
    """Return the forest, which is the same for all sentences of a length."""
    return deduce(words, degree, width)


@dataclass(frozen=True)
class Posterior:
    """The computations of a model on one sentence, by their probability."""

    model: Model
    codes: Codes
    single_root: bool = False

    @property
    def words(self) -> int:
        return len(self.codes) - 2

    @lazy
    def chart(self) -> Chart:
        return Chart(self.model.weights(self.codes), self.single_root)

    @lazy
    def forest(self) -> Forest:
        """The forest as a hypergraph; of several roots, even where only one is wanted."""
        if self.words > MOST_WORDS:
            raise MultiplaneError(
                f"{self.words} words: for the history {self.model.history.name} of degree "
                f"{self.model.history.degree} there is only the forest, for up to {MOST_WORDS}"
            )
        return _forest(self.words, self.model.history.degree, self.model.history.width)

    def _logp(self, done: Done) -> float:
        return self.model.logp(self.codes, done)

    @lazy
    def _marginals(self) -> tuple[float, list[tuple[Done, float]]]:
        return self.forest.marginals(self._logp)

    @lazy
    def logp(self) -> float:
        """The log-probability of the sentence."""
        return self.chart.logp if self.model.has_chart else self._marginals[0]

    @lazy
    def best(self) -> tuple[float, tuple[Done, ...]]:
        """The most probable derivation, and its log-probability."""
        if self.model.has_chart:
            return self.chart.best
        found = self.forest.best(1, self._logp)
        if not found:
            raise MultiplaneError("the sentence has no derivation of probability above 0")
        return found[0]

    @lazy
    def viterbi(self) -> tuple[int, ...]:
        """The heads of the words in the most probable derivation."""
        heads = {done.dependent: done.head for done in self.best[1] if done.name != "sh"}
        return tuple(heads[d] for d in range(1, self.words + 1))

    @lazy
    def arcs(self) -> Floats:
        """The probability of each arc, [head, dependent], given the sentence."""
        if self.model.has_chart:
            return self.chart.expectations.arcs
        arcs = np.zeros((self.words + 1,) * 2)
        for done, often in self._marginals[1]:
            if done.name != "sh":
                arcs[done.head, done.dependent] += often
        return arcs

    @lazy
    def minimum_risk(self) -> tuple[int, ...]:
        """The heads of the tree with the most arcs expected to be right, of any tree at all."""
        return maximum_branching(self.arcs, single_root=self.single_root)

    def count(self, counts: tuple[Floats, ...]) -> float:
        """Add the expected counts of the choices; return the log-probability."""
        if self.model.has_chart:
            count_expectations(self.codes, self.chart.expectations, counts)
        else:
            count_derivation(self.model, self.codes, self._marginals[1], counts)
        return self.logp
