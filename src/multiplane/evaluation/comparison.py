"""A comparison of two systems on the same gold: is the difference real?"""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from multiplane.evaluation import metrics
from multiplane.evaluation.metrics import METRICS
from multiplane.evaluation.significance import McNemar, mcnemar, randomized
from multiplane.evaluation.statistics import right_arcs, right_heads

if TYPE_CHECKING:
    from multiplane.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two evaluations; the trials and the seed are those of the first one's signature."""

    first: "Evaluation"
    second: "Evaluation"

    @cached_property
    def differences(self) -> dict[str, float | None]:
        """How much better each score of the first is; None where one of them is undefined."""
        both = {
            metric.name: (self.first.scores[metric.name], self.second.scores[metric.name])
            for metric in METRICS
        }
        return {
            name: None if one is None or other is None else one - other
            for name, (one, other) in both.items()
        }

    @cached_property
    def randomized(self) -> dict[str, float | None]:
        """The p-value of each difference, by swapping the systems at random in each sentence."""
        options = self.first.signature
        return metrics.named(
            randomized(
                self.first.table,
                self.second.table,
                metrics.scores,
                trials=options.randomized,
                seed=options.seed,
            )
        )

    @cached_property
    def mcnemar(self) -> dict[str, McNemar]:
        """McNemar's test of the scores that are about words."""
        one, other, counted = self.first.words, self.second.words, ~self.first.words.punctuation
        heads, arcs = (right_heads(one), right_heads(other)), (right_arcs(one), right_arcs(other))
        return {
            "uas": mcnemar(*heads),
            "las": mcnemar(*arcs),
            "uas_nopunct": mcnemar(*(right[counted] for right in heads)),
            "las_nopunct": mcnemar(*(right[counted] for right in arcs)),
        }

    def as_dict(self) -> dict[str, Any]:
        """All of it, with the keys of `--json`."""
        return {
            "mcnemar": {name: asdict(test) for name, test in self.mcnemar.items()},
            "randomized": {
                name: {"difference": difference, "p": self.randomized[name]}
                for name, difference in self.differences.items()
            },
        }
