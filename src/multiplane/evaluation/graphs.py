"""Scores for graphs in which words may have several heads: F1 over arcs, from DEPS.

Arcs are compared as sets, those from 0 included and those of empty nodes left out.  As for trees,
each sentence has counts that add up, so the tests of `significance` take them.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.evaluation.pairs import Source, pairs
from multiplane.transforms.enhanced import LabelledGraph, enhanced

# What is counted in each sentence: labelled arcs, pairs of head and dependent whatever the label,
# arcs to words with several heads in gold; whole graphs.
COLUMNS = (
    *("gold", "system", "right"),
    *("gold_pairs", "system_pairs", "right_pairs"),
    *("gold_several", "right_several"),
    *("sentences", "exact"),
)


# Each score by the count of what is right, and of what: of two, it is the harmonic mean.
SCORES = {
    "precision": ("right", "system"),
    "recall": ("right", "gold"),
    "f1": ("right", "gold", "system"),
    "unlabelled_precision": ("right_pairs", "system_pairs"),
    "unlabelled_recall": ("right_pairs", "gold_pairs"),
    "unlabelled_f1": ("right_pairs", "gold_pairs", "system_pairs"),
    "several_heads_recall": ("right_several", "gold_several"),
    "exact": ("exact", "sentences"),
}


@dataclass(frozen=True, eq=False)
class GraphEvaluation:
    """Counts by sentence, and the scores of all of them together."""

    table: NDArray[np.int64]  # [sentences, COLUMNS]

    @cached_property
    def totals(self) -> dict[str, int]:
        return dict(zip(COLUMNS, self.table.sum(0).tolist(), strict=True))

    @cached_property
    def scores(self) -> dict[str, float | None]:
        """Percentages; None where nothing counts."""
        values = scores(self.table.sum(0)).tolist()
        return {
            name: None if np.isnan(value) else value
            for name, value in zip(SCORES, values, strict=True)
        }

    @property
    def f1(self) -> float | None:
        return self.scores["f1"]


def scores(sums: NDArray[np.int64]) -> NDArray[np.float64]:
    """From sums [..., COLUMNS] to percentages [..., SCORES]; not a number where nothing counts."""
    at = {name: sums[..., k] for k, name in enumerate(COLUMNS)}
    right = np.stack([at[parts[0]] for parts in SCORES.values()], axis=-1)
    of = [sum(at[name] for name in parts[1:]) / (len(parts) - 1) for parts in SCORES.values()]
    total = np.stack(of, axis=-1)
    none = np.full(total.shape, np.nan)
    return np.asarray(100 * np.divide(right, total, out=none, where=total > 0), np.float64)


def counts(gold: LabelledGraph, system: LabelledGraph) -> tuple[int, ...]:
    """Count what scores are made of, in one sentence; in the order of COLUMNS."""
    one, other = set(gold.arcs), set(system.arcs)
    pairs_of = [{(h, d) for h, _, d in arcs} for arcs in (one, other)]
    heads: dict[int, int] = {}
    for _, d in pairs_of[0]:
        heads[d] = heads.get(d, 0) + 1
    several = {arc for arc in one if heads[arc[2]] > 1}
    return (
        *(len(one), len(other), len(one & other)),
        *(len(pairs_of[0]), len(pairs_of[1]), len(pairs_of[0] & pairs_of[1])),
        *(len(several), len(several & other)),
        *(1, int(one == other)),
    )


def evaluate_graphs(
    gold: Source,
    system: Source,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
) -> GraphEvaluation:
    r"""Score the graphs in DEPS of a system's output; both must have the same words.

    >>> from multiplane.conllu import reads
    >>> text = "1\tgo\t_\tVERB\t_\t_\t0\troot\t{}\t_\n"
    >>> evaluate_graphs(reads(text.format("0:root")), reads(text.format("0:dep"))).scores["f1"]
    0.0
    """
    found = [counts(enhanced(one), enhanced(other)) for one, other in pairs(gold, system, format)]
    if not found:
        raise MultiplaneError("there are no sentences to evaluate")
    return GraphEvaluation(np.array(found, np.int64))
