"""A linear model as a scorer: a row of weights for each feature, a column for each class."""

# mypy: disable-error-code="no-untyped-def"

from typing import Any, NamedTuple

from numpy.typing import NDArray

from multiplane.features.kernel import extract
from multiplane.guides.rows import sum_rows
from multiplane.guides.scorer import look, name_label, score
from multiplane.native import inlined, lean
from multiplane.native.memory import fetch


class Linear(NamedTuple):
    """Weights of classes, and of the labels that OTHER stands for."""

    weights: NDArray[Any]  # [2^bits, classes], int8 or, in training, float32
    label_weights: NDArray[Any]  # [_, labels]
    shift: int  # 64 − bits: shifting a feature's hash by this gives the number of its row


@score.on(Linear)
@inlined
def score_by_rows(scorer, found, count, task, open_, scores):  # noqa: ARG001 - others need all
    sum_rows(scorer.weights, found, count, scores)


@inlined
def label_by_rows(scorer, found, count, task):
    """Return the best label by the table of labels."""
    work, labels = task.work, task.classes.by_label.shape[1]
    return best_label(scorer.label_weights, found, count, labels, work.folded, work.label_scores)


@lean
def best_label(weights, found, count, labels, folded, label_scores):
    """Return the best label by a table with fewer rows than that of classes."""
    mask = len(weights) - 1
    begin, size = weights.ctypes.data, weights.shape[1] * weights.itemsize
    for at in range(count):
        folded[at] = found[at] & mask
        fetch(begin + folded[at] * size)
    sum_rows(weights, folded, count, label_scores)
    best = 0
    for k in range(1, labels):
        if label_scores[k] > label_scores[best]:
            best = k
    return best


look.on(Linear)(extract)
name_label.on(Linear)(label_by_rows)
