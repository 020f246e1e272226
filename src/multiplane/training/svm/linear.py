"""LIBLINEAR: a support vector machine for many classes at once (Crammer and Singer 2001).

Its weights go into the same table as a perceptron's, rounded to bytes.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.doc.library import library
from multiplane.guides.packing import Table, quantised
from multiplane.guides.rows import aligned
from multiplane.training.options import Options

EXTRA = "svm"
TOLERANCE = 0.1  # of both machines, as in MaltParser


def matrix(rows: NDArray[np.int32], ends: NDArray[np.int64]) -> tuple[Any, NDArray[np.int32]]:
    """Return decisions as a sparse matrix, and the row of weights of each of its columns."""
    sparse = library("scipy.sparse", EXTRA)
    names, columns = np.unique(rows, return_inverse=True)
    starts = np.concatenate(([0], ends))
    found = sparse.csr_matrix(
        (np.ones(len(rows)), columns.astype(np.int32), starts.astype(np.int32)),
        shape=(len(ends), len(names)),
    )
    found.sum_duplicates()  # two features of a decision may share a row
    return found, names


def linear_table(
    rows: NDArray[np.int32],
    ends: NDArray[np.int64],
    right: NDArray[np.int64],
    shape: tuple[int, int],
    options: Options,
) -> Table:
    """Learn weights for rows and classes."""
    weights = aligned(*shape, np.float32)
    if len(right) and (right == right[0]).all():
        weights[rows, right[0]] = 1
    elif len(right):
        machine = library("sklearn.svm", EXTRA).LinearSVC(
            multi_class="crammer_singer",
            C=options.penalty,
            tol=TOLERANCE,
            fit_intercept=False,  # rows are all that a table has
            random_state=options.seed,
        )
        examples, names = matrix(rows, ends)
        machine.fit(examples, right)
        found = machine.coef_
        if len(found) == 1:  # of two classes, one
            found = np.concatenate((-found, found))
        weights[names[:, None], machine.classes_[None]] = found.T
    return quantised(weights, np.zeros_like(weights), 1)
