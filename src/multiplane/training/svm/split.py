"""Split decisions by a feature, which makes many small machines (as in MaltParser)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import UnknownName
from multiplane.features.atoms import MORPH
from multiplane.features.templates import FeatureModel, feature_model
from multiplane.parsing.design import Design

NO_SPLIT = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The machine for each value of a feature, and for the rest; a value is a row of weights."""

    values: NDArray[np.int64]  # sorted
    machines: NDArray[np.int32]
    rest: int

    @classmethod
    def of(cls, column: NDArray[np.int32], least: int) -> "Split":
        """Give a machine to each value that is frequent enough; the others share one."""
        values, counts = np.unique(column, return_counts=True)
        frequent = counts >= least
        own = values[frequent].astype(np.int64)
        rest = len(own) if not frequent.all() else int(counts.argmax())
        return cls(own, np.arange(len(own), dtype=np.int32), rest)

    def numbers(self, column: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the machine of each decision."""
        at = np.searchsorted(self.values, column)
        listed = np.isin(column, self.values)
        return np.where(listed, at, self.rest)


def split_place(design: Design, split: str) -> int:
    """Return the place of a feature among a configuration's rows; templates of one atom come first.

    Without a split it is the first, no value of which will be frequent enough.
    """
    if split == NO_SPLIT:
        return 0
    model = feature_model(design.features, design.system).without(design.empty)
    single = _single(model)
    wanted = feature_model(split, design.system, "split").templates
    if wanted[0] not in single:
        known = ", ".join(_lines(design.features))
        raise UnknownName(
            f"split {split!r} is not a template of the feature model, or its column is empty;"
            f" choose a template of one atom from {known}, or {NO_SPLIT} for no split"
        )
    return single.index(wanted[0])


def _single(model: FeatureModel) -> list[object]:
    """The templates of one atom, in the order of their rows."""
    return [t for t in model.templates if len(t) == 1 and t[0].asks != MORPH]


def _lines(text: str) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and " " not in line and not line.endswith(f".{MORPH}")]
