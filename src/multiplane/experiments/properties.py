"""Properties of treebanks: what a census counts, as columns of a table."""

from collections.abc import Callable, Mapping
from typing import Any

from multiplane.experiments.answer import Cell
from multiplane.experiments.plan import Experiment, Treebank
from multiplane.treebank.census import census, total

Record = Mapping[str, Any]


def _number(key: str) -> Callable[[Record], Cell]:
    return lambda record: Cell((float(record[key]),), f"{record[key]:,}")


def _share(key: str) -> Callable[[Record], Cell]:
    """A number of trees with its share, as in Table 1 of 2010 and 2013."""

    def show(record: Record) -> Cell:
        share = 100 * record[key] / (record["trees"] or 1)
        return Cell((share,), f"{record[key]:,} ({share:.2f}%)")

    return show


def _percent(key: str) -> Callable[[Record], Cell]:
    return lambda record: Cell((float(record[key]),), f"{record[key]:.1f}")


# By the name in an experiment: the title, and what is shown.
PROPERTIES: dict[str, tuple[str, Callable[[Record], Cell]]] = {
    "trees": ("Trees", _number("trees")),
    "words": ("Words", _number("words")),
    "non_projective": ("Non-projective", _share("non_projective")),
    "not_planar": ("Not planar", _share("not_planar")),
    "not_2_planar": ("Not 2-planar", _share("not_2_planar")),
    "not_3_planar": ("Not 3-planar", _share("not_3_planar")),
    "not_4_planar": ("Not 4-planar", _share("not_4_planar")),
    "ill_nested": ("Ill-nested", _share("ill_nested")),
    "several_roots": ("Several roots", _share("several_roots")),
    "left": ("L %", _percent("left")),
    "right": ("R %", _percent("right")),
    "left_1": ("L1 %", _percent("left_1")),
    "right_1": ("R1 %", _percent("right_1")),
    "mean_length": ("Length", _percent("mean_length")),
    "non_projective_arcs": ("Non-projective arcs", _number("non_projective_arcs")),
    "max_planes": ("Planes", _number("max_planes")),
    "max_gap_degree": ("Gap degree", _number("max_gap_degree")),
}


def properties(experiment: Experiment, treebank: Treebank) -> dict[str, Cell]:
    """Count the files of a treebank together; sentences that are no trees are left out."""
    files = [str(treebank.files[split]) for split in experiment.on if split in treebank.files]
    record = total(census(*files, on_error="skip")).as_dict()
    return {name: PROPERTIES[name][1](record) for name in experiment.measures}
