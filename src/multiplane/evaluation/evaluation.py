"""An evaluation: the scores of a system on the words of a treebank."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.evaluation import metrics, views
from multiplane.evaluation.comparison import Comparison
from multiplane.evaluation.pairs import Source, pairs, sentences
from multiplane.evaluation.signature import Signature
from multiplane.evaluation.significance import bootstrap as _bootstrap
from multiplane.evaluation.statistics import Counts, statistics
from multiplane.evaluation.words import Words, words

COUNTS = ("sentences", "tokens", "multiple_roots", "headless", "not_trees")


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a system put out, beside gold; scores are percentages, None where nothing counts."""

    words: Words
    signature: Signature
    against: "Evaluation | None" = None  # another system on the same gold

    @cached_property
    def statistics(self) -> dict[str, Counts]:
        """By name, one number for each sentence."""
        return statistics(self.words)

    @cached_property
    def table(self) -> Counts:
        """The statistics that metrics need."""
        return metrics.table(self.statistics)

    @cached_property
    def totals(self) -> dict[str, int]:
        """The statistics of all sentences together."""
        return {name: int(counts.sum()) for name, counts in self.statistics.items()}

    @cached_property
    def scores(self) -> dict[str, float | None]:
        return metrics.named(metrics.scores(self.table.sum(0)))

    @property
    def uas(self) -> float | None:
        return self.scores["uas"]

    @property
    def las(self) -> float | None:
        return self.scores["las"]

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float] | None]:
        """Between what each score lies, with a confidence of 95 %."""
        trials, seed = self.signature.bootstrap, self.signature.seed
        if not trials:
            return {}
        edges = _bootstrap(self.table, metrics.scores, trials=trials, seed=seed)
        low, high = map(metrics.named, edges)
        return {
            name: None if one is None or other is None else (one, other)
            for (name, one), other in zip(low.items(), high.values(), strict=True)
        }

    @cached_property
    def comparison(self) -> Comparison | None:
        return None if self.against is None else Comparison(self, self.against)

    @cached_property
    def labels(self) -> list[views.Row]:
        return views.by_label(self.words)

    @cached_property
    def lengths(self) -> list[views.Row]:
        return views.by_length(self.words)

    @cached_property
    def directions(self) -> list[views.Row]:
        return views.by_direction(self.words)

    @cached_property
    def confusions(self) -> list[views.Confusion]:
        return views.confusions(self.words)

    def as_dict(self) -> dict[str, Any]:
        """All of it, with the keys of `--json`."""
        return {
            **_numbers(self),
            "intervals": {name: pair and list(pair) for name, pair in self.intervals.items()},
            "labels": [row.as_dict() for row in self.labels],
            "lengths": [row.as_dict() for row in self.lengths],
            "directions": [row.as_dict() for row in self.directions],
            "confusions": [asdict(row) for row in self.confusions],
            "against": self.comparison and _numbers(self.comparison.second),
            "significance": self.comparison and self.comparison.as_dict(),
            "signature": str(self.signature),
        }


def evaluate(
    gold: Source,
    system: Source,
    *,
    against: Source | None = None,
    ignore_subtypes: bool = False,
    trials: int = 10_000,
    bootstrap: int = 1000,
    seed: int = 1,
    format: str | None = None,  # noqa: A002 - the word that users type
) -> Evaluation:
    r"""Score a system's output, and compare it with that of another, on the same gold.

    Each is a place of a treebank, or its sentences; all must have the same words.  With
    `ignore_subtypes`, UAS, LAS and CLAS are those of the CoNLL shared task of 2018.  `bootstrap` is
    the number of trials for intervals, 0 for none; `trials` that for the randomised comparison.

    >>> from multiplane.conllu import reads
    >>> text = "1\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    >>> evaluate(reads(text), reads(text)).las
    100.0
    """
    if [gold, system, against].count("-") > 1:
        raise MultiplaneError("standard input can be read only once; use files")
    if trials < 1 or bootstrap < 0 or seed < 0:
        raise MultiplaneError(
            f"trials {trials}, bootstrap {bootstrap}, seed {seed}; trials must be at least 1 "
            "and the others at least 0"
        )
    if against is not None:
        gold = list(sentences(gold, format))  # it is needed twice

    def table(source: Source) -> Words:
        return words(pairs(gold, source, format), ignore_subtypes=ignore_subtypes)

    found = table(system)
    signature = Signature(
        punct=found.judged_by,
        labels="universal" if ignore_subtypes else "whole",
        bootstrap=bootstrap,
        randomized=0 if against is None else trials,
        seed=seed,
    )
    other = None if against is None else Evaluation(table(against), signature)
    return Evaluation(found, signature, other)


def _numbers(evaluation: Evaluation) -> dict[str, Any]:
    return {name: evaluation.totals[name] for name in COUNTS} | evaluation.scores
