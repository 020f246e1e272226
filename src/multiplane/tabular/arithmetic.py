"""Sums and products of rows in three semirings.

Indices are unsigned: with one that could count from the end, Numba does not vectorise.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import lean

REAL, VITERBI, LOG = 0, 1, 2  # (+, ×) and (max, +) and (logaddexp, +)


@lean
def zero_of(kind):
    return 0.0 if kind == REAL else -np.inf


@lean
def logaddexp(a, b):
    if a < b:
        a, b = b, a
    return a if b == -np.inf else a + np.log1p(np.exp(b - a))


@lean
def clear(kind, out, length):
    """Let out be zero, up to a length."""
    for t in range(length):
        out[t] = zero_of(kind)


@lean
def copy(out, to, row, length):
    """Let out[to …] = row[…], for so many."""
    to, length = np.uint64(to), np.uint64(length)
    for t in range(length):
        out[to + t] = row[t]


@lean
def spread(kind, out, to, a, row, at, length):
    """Let out[to …] ⊕= a ⊗ row[at …], for so many."""
    to, at, length = np.uint64(to), np.uint64(at), np.uint64(length)
    if kind == REAL:
        for t in range(length):
            out[to + t] += a * row[at + t]
    elif kind == VITERBI:
        for t in range(length):
            b = a + row[at + t]
            out[to + t] = b if b > out[to + t] else out[to + t]  # noqa: FURB136 - nor is max
    else:
        for t in range(length):
            out[to + t] = logaddexp(out[to + t], a + row[at + t])


@lean
def pair(kind, items, run, sums, owner):
    """Let items[to + t] ⊕= sums[base + owner[owned + t]] ⊗ items[at + t], for a run."""
    to, base, owned = np.uint64(run.to), np.uint64(run.base), np.uint64(run.owned)
    at, length = np.uint64(run.at), np.uint64(run.length)
    if kind == REAL:
        for t in range(length):
            items[to + t] += sums[base + owner[owned + t]] * items[at + t]
    elif kind == VITERBI:
        for t in range(length):
            b = sums[base + owner[owned + t]] + items[at + t]
            items[to + t] = b if b > items[to + t] else items[to + t]  # noqa: FURB136 - see above
    else:
        for t in range(length):
            b = sums[base + owner[owned + t]] + items[at + t]
            items[to + t] = logaddexp(items[to + t], b)
