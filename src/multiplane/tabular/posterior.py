"""The predictions of a model for a sentence, from its chart."""

from dataclasses import dataclass

from multiplane.tabular.alphabet import Codes
from multiplane.tabular.branching import maximum_branching
from multiplane.tabular.chart import Chart
from multiplane.tabular.counts import count_expectations
from multiplane.tabular.forest import Done
from multiplane.tabular.lazy import lazy
from multiplane.tabular.model import Model
from multiplane.tabular.weights import Floats


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

    @property
    def logp(self) -> float:
        """The log-probability of the sentence."""
        return self.chart.logp

    @property
    def best(self) -> tuple[float, tuple[Done, ...]]:
        """The most probable derivation, and its log-probability."""
        return self.chart.best

    @property
    def viterbi(self) -> tuple[int, ...]:
        """The heads of the words in the most probable derivation."""
        return self.chart.heads

    @lazy
    def arcs(self) -> Floats:
        """The probability of each arc, [head, dependent], given the sentence."""
        return self.chart.expectations.arcs

    @lazy
    def minimum_risk(self) -> tuple[int, ...]:
        """The heads of the tree, of all trees, with the most arcs expected to be right."""
        return maximum_branching(self.arcs, single_root=self.single_root)

    def count(self, sums: tuple[Floats, ...]) -> float:
        """Add the expected count of each transition; return the log-probability."""
        count_expectations(self.codes, self.chart.expectations, sums)
        return self.logp
