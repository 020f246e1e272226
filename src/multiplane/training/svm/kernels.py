"""LIBSVM with a polynomial kernel: a machine for each value of a feature, as weights."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.doc.library import library
from multiplane.errors import MultiplaneError
from multiplane.guides.votes import Votes
from multiplane.guides.votes_kernel import ROW_BITS
from multiplane.parsing.design import Design
from multiplane.training.options import Options
from multiplane.training.svm.decisions import Decisions
from multiplane.training.svm.expansion import expand
from multiplane.training.svm.linear import EXTRA, TOLERANCE, matrix
from multiplane.training.svm.split import NO_SPLIT, Split, split_place

GAMMA, COEF0 = 0.2, 0.4  # of the kernel (γ x·y + r)², as in MaltParser
CACHE = 500  # megabytes for LIBSVM's cache of kernel values
MOST_MACHINES = 1 << (63 - 2 * ROW_BITS)


def voting(decisions: Decisions, design: Design, options: Options) -> Votes:
    """Train machines for all values of the split, and join their weights."""
    place = split_place(design, options.split)
    column = decisions.rows[np.concatenate(([0], decisions.ends[:-1])) + place]
    least = options.split_least if options.split != NO_SPLIT else len(decisions) + 1
    split = Split.of(column, least)
    numbers = split.numbers(column)
    count = int(numbers.max()) + 1
    if count > MOST_MACHINES:
        raise MultiplaneError(
            f"split {options.split!r} makes {count:,} machines; the limit is {MOST_MACHINES:,}"
        )
    machines = [
        _machine(decisions.part(np.flatnonzero(numbers == number)), number, options)
        for number in range(count)
    ]
    parts = {name: np.concatenate([m[name] for m in machines]) for name in machines[0]}
    lengths = [len(machine["classes"]) for machine in machines]
    seen = np.bincount(decisions.classes, minlength=len(design.classes.tables.transitions))
    return Votes(
        settings=np.array([place, split.rest], np.int64),
        values=split.values,
        machines=split.machines,
        class_starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.int32),
        classes=parts["classes"].astype(np.int32),
        bias=parts["bias"],
        prior=seen / seen.sum(),
        keys=parts["keys"],
        starts=np.concatenate(([0], np.cumsum(parts["sizes"]))),
        columns=parts["columns"],
        weights=parts["weights"],
    )


def _machine(decisions: Decisions, number: int, options: Options) -> dict[str, NDArray[Any]]:
    """Train one machine; return its part of the arrays of `Votes`."""
    classes = np.unique(decisions.classes)
    if len(classes) == 1:  # nothing to decide
        return {
            "classes": classes,
            "bias": np.zeros(0),
            "keys": np.zeros(0, np.uint64),
            "sizes": np.zeros(0, np.int64),
            "columns": np.zeros(0, np.uint16),
            "weights": np.zeros(0, np.float32),
        }
    machine = library("sklearn.svm", EXTRA).SVC(
        C=options.penalty,
        kernel="poly",
        degree=2,
        gamma=GAMMA,
        coef0=COEF0,
        tol=TOLERANCE,
        cache_size=CACHE,
    )
    examples, names = matrix(decisions.rows, decisions.ends)
    examples.data[:] = 1  # even where two features share a row
    machine.fit(examples, decisions.classes)
    found = expand(machine, GAMMA, COEF0)
    rows = names.astype(np.int64)  # sorted, so that pairs stay sorted
    keys = (number << 2 * ROW_BITS) | (rows[found.ones] << ROW_BITS) | rows[found.others]
    return {
        "classes": classes,
        "bias": found.bias,
        "keys": keys.astype(np.uint64),
        "sizes": np.diff(found.starts),
        "columns": found.columns,
        "weights": found.weights,
    }
