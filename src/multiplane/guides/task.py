"""What every step of a search looks at and writes to, under one name."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import BatchTables
from multiplane.features.program import FeatureTables
from multiplane.guides.classes import ClassTables
from multiplane.machine.code import Code
from multiplane.machine.walk import Walk


class Settings(NamedTuple):
    """What a search may do, and how trees are completed."""

    stops: bool  # may derivations go on after an end, so that the guide must say when to stop?
    one_root: bool
    directed: bool
    has_root: bool  # is the artificial root a node?
    root_label: int  # of words that are left without a head
    loose_label: int  # of those that get the root as their head, so that there is only one


class Work(NamedTuple):
    """Arrays that every step writes to, made once before a search; not shared between threads."""

    open: NDArray[np.bool_]  # by transition, the last for stopping: may it be done?
    nodes: NDArray[np.int64]  # by address of the feature model
    atoms: NDArray[np.uint64]
    found: NDArray[np.int64]  # what a scorer found out about a configuration
    scores: NDArray[Any]  # by class
    label_scores: NDArray[Any]
    folded: NDArray[np.int64]  # rows of the table of labels


class Task(NamedTuple):
    """A parser and a batch, without what scores."""

    code: Code
    classes: ClassTables
    features: FeatureTables
    walk: Walk | None  # of families of transitions
    settings: Settings
    batch: BatchTables
    work: Work
