"""The census: one row of counts for each treebank.

Table 1 of 2010 and 2013 (planarity), Table 2 of 2012 (directions), Table 1 of 2011 (degrees).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, fields
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.compressed import Place
from multiplane.errors import FormatError
from multiplane.html_table import html_table
from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.fields import FIELDS
from multiplane.treebank.folders import Treebank, treebanks
from multiplane.treebank.scan_kernel import MALFORMED
from multiplane.treebank.shapes import MEASURES
from multiplane.treebank.survey import Surveyed, survey

SHOWN = (  # in notebooks
    *("trees", "words", "non_projective", "not_planar", "not_2_planar", "ill_nested"),
    *("arcs", "non_projective_arcs", "crossings", "max_planes", "max_gap_degree", "mean_length"),
)
MOST_LISTED = 1000  # sentences left out that a row names; all are counted


@dataclass(frozen=True, slots=True)
class Census:
    """What was counted in one treebank; rows can be added.

    Trees are counted by their number of planes (lower and upper bound), gap degree and edge
    degree, arcs by the degree of Attardi's transition (0 where none builds it).
    """

    name: str
    trees: int = 0
    words: int = 0  # of the trees
    several_roots: int = 0  # trees
    non_projective: int = 0  # trees
    ill_nested: int = 0  # trees
    non_projective_arcs: int = 0
    crossings: int = 0  # pairs of arcs
    left_arcs: int = 0  # between words, as all that follow
    right_arcs: int = 0
    left_1_arcs: int = 0
    right_1_arcs: int = 0
    length: int = 0  # of these arcs together
    malformed: int = 0  # sentences
    not_trees: int = 0  # sentences
    words_left_out: int = 0  # by their tags
    planes: Counter[tuple[int, int]] = field(default_factory=Counter)
    gap_degrees: Counter[int] = field(default_factory=Counter)
    edge_degrees: Counter[int] = field(default_factory=Counter)
    transitions: Counter[int] = field(default_factory=Counter)
    transitions_of_non_projective: Counter[int] = field(default_factory=Counter)
    left_out: tuple[FormatError, ...] = ()

    def __add__(self, other: "Census") -> "Census":
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)[1:]}
        sums["left_out"] = sums["left_out"][:MOST_LISTED]
        return Census(self.name, **sums)

    def not_k_planar(self, k: int) -> int:
        """The trees that were shown to need more than k planes."""
        return sum(count for (lower, _), count in self.planes.items() if lower > k)

    @property
    def undecided(self) -> int:
        """The trees for which the fewest planes are known only between two bounds."""
        return sum(count for (lower, upper), count in self.planes.items() if lower < upper)

    @property
    def max_planes(self) -> int:
        """The planes that suffice for every tree."""
        return max((upper for _, upper in self.planes), default=0)

    @property
    def arcs(self) -> int:
        """The arcs between words."""
        return self.left_arcs + self.right_arcs

    @property
    def left_out_count(self) -> int:
        """The sentences that are in no other count."""
        return self.malformed + self.not_trees

    def percent(self, arcs: int) -> float:
        """Their share of the arcs between words."""
        return 100 * arcs / self.arcs if self.arcs else 0.0

    def as_dict(self) -> dict[str, Any]:
        """All fields, ready for JSON."""
        return {key: field.of(self) for key, field in FIELDS.items()}

    def _repr_html_(self) -> str:  # what notebooks ask for
        return Rows([self])._repr_html_()


class Rows(list[Census]):
    """Rows of a census; notebooks show them as a table."""

    def _repr_html_(self) -> str:
        shown = [FIELDS[key] for key in SHOWN]
        rows = ((escape(row.name), *(f.text(row.as_dict()) for f in shown)) for row in self)
        return html_table(("", *(field.heading for field in shown)), rows)


def census(
    *sources: Place,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str | None = None,
    without: Collection[str] = (),
    watch: Iterable[Callable[[Surveyed], object]] = (),
) -> Rows:
    """Count each treebank; one row for each, in order.

    The files of a folder are one treebank; a folder of folders gives a row for each.  Words with
    a tag (UPOS) of `without` are left out: what depends on them is lifted to the next word above.

    By default a malformed sentence is a FormatError, and one that is not a tree is left out and
    counted; with `on_error="stop"` both are errors, with "skip" neither.  What is left out is
    named in the row.  Functions in `watch` see each chunk as it is counted.
    """
    found = [treebank for source in sources for treebank in treebanks(source)]
    return Rows(_row(treebank, format, on_error, without, list(watch)) for treebank in found)


def total(rows: Iterable[Census], name: str = "total") -> Census:
    """All rows together."""
    return sum(rows, Census(name))


def _row(
    treebank: Treebank,
    form: str | None,
    on_error: str | None,
    tags: Collection[str],
    watch: list[Callable[[Surveyed], object]],
) -> Census:
    row = Census(treebank.name)
    for file in treebank.files:
        for surveyed in survey(file, format=form, on_error=on_error, without=tags):
            row += counted(surveyed, row.name)
            for see in watch:
                see(surveyed)
    return row


def counted(surveyed: Surveyed, name: str, chosen: NDArray[np.bool_] | None = None) -> Census:
    """Count one chunk, or of its trees those that are chosen."""
    is_tree, starts = surveyed.is_tree, surveyed.chunk.starts
    left_out = surveyed.left_out if chosen is None else {}
    if chosen is not None:
        is_tree = is_tree & chosen
    trees = surveyed.trees[is_tree]
    lengths = np.diff(starts)
    arcs = surveyed.arcs[starts[0] : starts[-1]][np.repeat(is_tree, lengths)]
    lower, upper = (bound[is_tree] for bound in surveyed.bounds)
    sums = trees.sum(axis=0).tolist() if len(trees) else [0] * kernel.COLUMNS
    non_projective = arcs[:, kernel.DEGREE] > 0
    malformed = sum(surveyed.chunk.faults[s] == MALFORMED for s in left_out)
    return Census(
        name,
        trees=len(trees),
        words=int(lengths[is_tree].sum()),
        several_roots=int((trees[:, kernel.ROOTS] > 1).sum()),
        non_projective=int((trees[:, kernel.NON_PROJECTIVE] > 0).sum()),
        ill_nested=sums[kernel.ILL_NESTED],
        non_projective_arcs=sums[kernel.NON_PROJECTIVE],
        crossings=sums[kernel.CROSSINGS],
        length=sums[kernel.LENGTH],
        **{f"{name}_arcs": sums[MEASURES[name]] for name in ("left", "right", "left_1", "right_1")},
        malformed=int(malformed),
        not_trees=len(left_out) - int(malformed),
        words_left_out=surveyed.words_left_out if chosen is None else 0,
        planes=Counter(zip(lower.tolist(), upper.tolist(), strict=True)),
        gap_degrees=_histogram(trees[:, kernel.GAP_DEGREE]),
        edge_degrees=_histogram(trees[:, kernel.EDGE_DEGREE]),
        transitions=_histogram(arcs[:, kernel.TRANSITION]),
        transitions_of_non_projective=_histogram(arcs[non_projective, kernel.TRANSITION]),
        left_out=tuple(left_out.values())[:MOST_LISTED],
    )


def _histogram(values: Any) -> Counter[int]:
    counts = np.bincount(values).tolist() if len(values) else []
    return Counter({value: count for value, count in enumerate(counts) if count})
