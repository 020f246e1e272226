"""What every step of a search reads and writes, as one structure."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import BatchTables
from multiplane.features.program import FeatureTables
from multiplane.guides.classes import ClassTables
from multiplane.machine.code import Code
from multiplane.machine.walk import Walk


class Settings(NamedTuple):
    """Settings of a search, and how it completes trees."""

    stops: bool  # may derivations go on from terminal configurations, so that stopping is a choice?
    one_root: bool
    directed: bool
    has_root: bool  # is the artificial root a node?
    root_label: int  # of words left without a head
    loose_label: int  # of words attached to the root so that there is only one


class Looked(NamedTuple):
    """What features found when they last looked."""

    nodes: NDArray[np.int64]  # by address of the feature model
    atoms: NDArray[np.uint64]


class Work(NamedTuple):
    """Arrays that every step writes to, allocated once per search; not shared between threads."""

    open: NDArray[np.bool_]  # by transition, the last for stopping: may it be done?
    looked: Looked
    found: NDArray[np.int64]  # filled in by the scorer's `look`
    scores: NDArray[Any]  # by class
    label_scores: NDArray[Any]
    folded: NDArray[np.int64]  # rows of the table of labels


class Task(NamedTuple):
    """A parser and a batch, without the scorer."""

    code: Code
    classes: ClassTables
    features: FeatureTables
    walk: Walk | None  # of families of transitions
    settings: Settings
    batch: BatchTables
    work: Work
