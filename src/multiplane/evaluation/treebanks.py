"""Two treebanks compared: is one really less projective than the other, or is it chance?

A treebank is taken for a sample of trees, each drawn by itself.  Trees of one document are more
alike than that, so intervals are rather too narrow than too wide.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.compressed import Place, name_of
from multiplane.errors import MultiplaneError
from multiplane.evaluation.significance import bootstrap, dealt
from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.census import Census, census, total
from multiplane.treebank.survey import Surveyed

TRIALS, SEED = 1000, 1


@dataclass(frozen=True, slots=True)
class Share:
    """How much there is of something: the sum of one column in another's."""

    name: str  # a key of the census, where it has one
    heading: str
    part: str
    whole: str = "trees"
    percent: bool = True


# What is counted in each tree.
COLUMNS = (
    "trees",
    "non_projective",
    *("not_planar", "not_2_planar", "not_3_planar", "ill_nested", "gap_degree_over_1"),
    *("arcs", "non_projective_arcs", "left", "length"),
)
SHARES = (
    Share("non_projective", "non-projective, % of trees", "non_projective"),
    Share("not_planar", "not planar, % of trees", "not_planar"),
    Share("not_2_planar", "not 2-planar, % of trees", "not_2_planar"),
    Share("not_3_planar", "not 3-planar, % of trees", "not_3_planar"),
    Share("ill_nested", "ill-nested, % of trees", "ill_nested"),
    Share("gap_degree_over_1", "gap degree over 1, % of trees", "gap_degree_over_1"),
    Share("non_projective_arcs", "non-projective, % of arcs", "non_projective_arcs", "arcs"),
    Share("left", "pointing left, % of arcs", "left", "arcs"),
    Share("mean_length", "mean length of arcs", "length", "arcs", percent=False),
)
_PART = np.array([COLUMNS.index(share.part) for share in SHARES])
_WHOLE = np.array([COLUMNS.index(share.whole) for share in SHARES])
_UNIT = np.array([100.0 if share.percent else 1.0 for share in SHARES])


class Trees:
    """Watches a census and keeps a row of counts for each tree."""

    def __init__(self) -> None:
        self._rows: list[NDArray[np.int64]] = []

    def take(self, surveyed: Surveyed) -> None:
        """Keep the counts of a chunk."""
        trees, lower = surveyed.trees, surveyed.bounds[0]
        columns = (
            np.ones(len(trees)),
            trees[:, kernel.NON_PROJECTIVE] > 0,
            *(lower > k for k in (1, 2, 3)),
            trees[:, kernel.ILL_NESTED],
            trees[:, kernel.GAP_DEGREE] > 1,
            trees[:, kernel.LEFT] + trees[:, kernel.RIGHT],
            trees[:, kernel.NON_PROJECTIVE],
            trees[:, kernel.LEFT],
            trees[:, kernel.LENGTH],
        )
        self._rows.append(np.stack(columns, axis=1).astype(np.int64)[surveyed.is_tree])

    @property
    def table(self) -> NDArray[np.int64]:
        return np.concatenate(self._rows) if self._rows else np.empty((0, len(COLUMNS)), np.int64)


@dataclass(frozen=True, slots=True)
class Contrast:
    """One share in two treebanks, each with its interval, and the p-value of the difference."""

    name: str
    heading: str
    first: float
    first_interval: tuple[float, float]
    second: float
    second_interval: tuple[float, float]
    p: float

    @property
    def difference(self) -> float:
        return self.first - self.second

    def as_dict(self) -> dict[str, Any]:
        """All of it, with the keys of `--json`; None is undefined, as in a treebank of no arcs."""
        return {
            "name": self.name,
            "first": _defined(self.first),
            "first_interval": [_defined(edge) for edge in self.first_interval],
            "second": _defined(self.second),
            "second_interval": [_defined(edge) for edge in self.second_interval],
            "difference": _defined(self.difference),
            "p": _defined(self.p),
        }


def compare(
    first: Place,
    second: Place,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str | None = None,
    without: Collection[str] = (),
    trials: int = TRIALS,
    seed: int = SEED,
) -> tuple[list[Census], list[Contrast]]:
    """Take the census of two treebanks, and say in which shares of trees and arcs they differ.

    Intervals are those of the bootstrap (95 %), p-values of a permutation test; both draw whole
    trees.  Each p-value is for one question by itself.
    """
    samples, rows = [], []
    for source in (first, second):
        trees = Trees()
        found = census(
            source, format=format, on_error=on_error, without=without, watch=[trees.take]
        )
        rows.append(total(found, name_of(source)))
        if not len(trees.table):
            raise MultiplaneError(f"{rows[-1].name}: no trees; two treebanks with trees are needed")
        samples.append(trees.table)
    one, other = (
        zip(
            scores(sample.sum(0)),
            bootstrap(sample, scores, trials=trials, seed=seed).T,
            strict=True,
        )
        for sample in samples
    )
    p = dealt(samples[0], samples[1], scores, trials=trials, seed=seed)
    return rows, [
        Contrast(share.name, share.heading, float(a), _pair(a_edges), float(b), _pair(b_edges), q)
        for share, (a, a_edges), (b, b_edges), q in zip(SHARES, one, other, p.tolist(), strict=True)
    ]


def scores(sums: Any) -> NDArray[np.float64]:
    """Return the shares for sums [..., COLUMNS]."""
    whole = np.asarray(sums, np.float64)[..., _WHOLE]
    part = np.asarray(sums, np.float64)[..., _PART]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(whole > 0, _UNIT * part / whole, np.nan)


def _pair(edges: NDArray[np.float64]) -> tuple[float, float]:
    return float(edges[0]), float(edges[1])


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value
