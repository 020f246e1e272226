"""Scores: functions of summed statistics."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.evaluation.statistics import Counts

Floats = NDArray[np.float64]


def percent(part: int, whole: int) -> float | None:
    """Return a share in percent, or None where there is nothing to share."""
    return 100 * part / whole if whole else None


@dataclass(frozen=True, slots=True)
class Metric:
    """The percentage of what is right; of two totals, the harmonic mean of both percentages."""

    name: str
    title: str
    right: str
    of: tuple[str, ...]


METRICS = (
    Metric("uas", "UAS", "head", ("tokens",)),
    Metric("las", "LAS", "right", ("tokens",)),
    Metric("uas_nopunct", "UAS without punctuation", "head_nopunct", ("tokens_nopunct",)),
    Metric("las_nopunct", "LAS without punctuation", "right_nopunct", ("tokens_nopunct",)),
    Metric("clas", "CLAS", "content_right", ("content_gold", "content_system")),
    Metric("np_precision", "non-projective precision", "np_system_right", ("np_system",)),
    Metric("np_recall", "non-projective recall", "np_gold_right", ("np_gold",)),
    Metric(
        "projective_precision",
        "projective precision",
        "projective_system_right",
        ("projective_system",),
    ),
    Metric("projective_recall", "projective recall", "projective_gold_right", ("projective_gold",)),
    Metric("exact_uas", "whole sentences, heads", "exact_head", ("sentences",)),
    Metric("exact_las", "whole sentences, heads and labels", "exact_right", ("sentences",)),
)
COLUMNS = tuple(dict.fromkeys(name for metric in METRICS for name in (metric.right, *metric.of)))


def table(statistics: Mapping[str, Counts]) -> Counts:
    """Put side by side the statistics that metrics need: [sentences, COLUMNS]."""
    return np.stack([statistics[name] for name in COLUMNS], axis=1)


def scores(sums: NDArray[np.int64] | Floats) -> Floats:
    """From sums [..., COLUMNS] to percentages [..., METRICS]; not a number where nothing counts."""
    right = np.stack([sums[..., COLUMNS.index(metric.right)] for metric in METRICS], axis=-1)
    totals = [[sums[..., COLUMNS.index(name)] for name in metric.of] for metric in METRICS]
    total = np.stack([sum(parts) / len(parts) for parts in totals], axis=-1)
    none = np.full(total.shape, np.nan)
    return np.asarray(100 * np.divide(right, total, out=none, where=total > 0), np.float64)


def named(values: Floats) -> dict[str, float | None]:
    """Call one value for each metric by its name; what is not a number is None."""
    return {
        metric.name: None if math.isnan(value) else value
        for metric, value in zip(METRICS, values.tolist(), strict=True)
    }
