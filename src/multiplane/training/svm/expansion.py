"""Expand a kernel machine of scikit-learn into weights of features and pairs of features."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.doc.library import library
from multiplane.training.svm.linear import EXTRA


@dataclass(frozen=True, slots=True, eq=False)
class Expansion:
    """Weights of pairs of columns, one <= other, for decisions between two classes.

    starts [pairs + 1]: where the weights of each pair begin in `columns` and `weights`.
    """

    ones: NDArray[np.int64]
    others: NDArray[np.int64]
    starts: NDArray[np.int64]
    columns: NDArray[np.uint16]
    weights: NDArray[np.float32]
    bias: NDArray[np.float64]


def expand(machine: Any, gamma: float, coef0: float) -> Expansion:
    """Expand (gamma x·y + coef0)² for an SVC that has learnt from rows of 0 and 1.

    Decisions between classes a < b come in LIBSVM's order, (0, 1), (0, 2), …, (1, 2), …; positive
    ones are for a.
    """
    sparse = library("scipy.sparse", EXTRA)
    vectors = sparse.csr_matrix(machine.support_vectors_)
    vectors.sort_indices()
    shares, bias = _shares(machine, sparse)
    keys, at, weights = _pairs(vectors, gamma, coef0)
    found, places = np.unique(keys, return_inverse=True)
    pairs = sparse.csr_matrix((weights, (at, places)), shape=(vectors.shape[0], len(found)))
    product = (pairs.T @ shares).tocsr()
    product.sort_indices()
    ones, others = np.divmod(found, vectors.shape[1])
    constant = coef0**2 * np.asarray(shares.sum(axis=0)).ravel()
    return Expansion(
        ones,
        others,
        product.indptr.astype(np.int64),
        product.indices.astype(np.uint16),
        product.data.astype(np.float32),
        bias + constant,
    )


def _shares(machine: Any, sparse: Any) -> tuple[Any, NDArray[np.float64]]:
    """Return the coefficient of each vector in each decision, [vectors, decisions], and the bias.

    Row r of `dual_coef_` is for the other class: r, or r + 1 from the vector's own class on.
    """
    coefficients = machine.dual_coef_
    coefficients = coefficients.toarray() if sparse.issparse(coefficients) else coefficients
    bias = machine.intercept_
    count = len(machine.classes_)
    if count == 2:  # here positive decisions are for the second class
        coefficients, bias = -coefficients, -bias
    own = np.repeat(np.arange(count), machine.n_support_)
    rows, vectors = np.nonzero(coefficients)
    other = rows + (rows >= own[vectors])
    low, high = np.minimum(own[vectors], other), np.maximum(own[vectors], other)
    decision = low * count - low * (low + 1) // 2 + high - low - 1
    values = coefficients[rows, vectors]
    shape = len(own), count * (count - 1) // 2
    return sparse.csr_matrix((values, (vectors, decision)), shape=shape), bias


def _pairs(
    vectors: Any, gamma: float, coef0: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """List the pairs of all vectors: their numbers, vectors, and values in the kernel."""
    keys, places, weights = [], [], []
    sizes = np.diff(vectors.indptr)
    for size in np.unique(sizes).tolist():
        which = np.flatnonzero(sizes == size)
        columns = vectors.indices[vectors.indptr[which][:, None] + np.arange(size)]
        one, other = np.triu_indices(size)
        pairs = columns[:, one].astype(np.int64) * vectors.shape[1] + columns[:, other]
        share = np.where(one == other, gamma**2 + 2 * gamma * coef0, 2 * gamma**2)
        keys.append(pairs.ravel())
        places.append(np.repeat(which, len(one)))
        weights.append(np.tile(share, len(which)))
    return np.concatenate(keys), np.concatenate(places), np.concatenate(weights)
