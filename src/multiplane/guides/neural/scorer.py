"""A network as a scorer: it sums vectors of words, and one layer later scores classes.

W·v is computed beforehand for each word v and each address, so that a configuration costs a few
sums of rows and one small product.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kernel import fill_atoms, fill_rows, resolve
from multiplane.guides.neural.advice import (
    Advice,
    add_advice,
    add_scaled,
    likeliness,
    size_of,
    take_advice,
)
from multiplane.guides.rows import sum_rows
from multiplane.guides.scorer import look, name_label, score
from multiplane.machine.kernel import active_plane
from multiplane.native import inlined, lean
from multiplane.native.memory import fetch


class Neural(NamedTuple):
    """What scores a piece of a batch.

    `table` has the rows of features, then for each node of the piece a row for each address.
    """

    table: NDArray[np.float32]  # [_, hidden]
    shift: int  # 64 − bits: shifting a feature's hash by this gives the number of its row
    rows: int  # of features
    ahead: NDArray[np.int64]  # by sentence: how much higher the batch's numbers of its nodes are
    classes: NDArray[np.float32]  # [hidden, classes]
    bias: NDArray[np.float32]  # by class
    hidden: NDArray[np.float32]  # work space
    bias_of: NDArray[np.float32]  # by transition and, last, of stopping: added to scores
    advice: Advice | None


@look.on(Neural)
@inlined
def look_at_words(scorer, c, kin, sentence, task, bits, found):
    features, looked = task.features, task.work.looked
    plane = active_plane(c, task.code)
    resolve(c, kin, sentence.words, features.addresses, looked.nodes)
    fill_atoms(c, kin, plane, sentence, bits, task.batch.values, features.atoms, looked)
    count = fill_rows(
        sentence.first_node, task.batch, features, looked, np.uint64(scorer.shift), scorer.table,
        found,
    )  # fmt: skip
    first = sentence.first_node - scorer.ahead[sentence.number]
    count = list_vectors(scorer, features.vectors, looked.nodes, first, found, count)
    return take_advice(scorer.advice, c, task, bits, first, found, count)


@lean
def list_vectors(scorer, vectors, nodes, first, found, count):
    """Write the rows of the words at all addresses; return how many rows there are now.

    `first` is where the nodes of the sentence begin.
    """
    addresses = len(vectors)
    begin = scorer.rows + first * addresses
    start, size = scorer.table.ctypes.data, scorer.table.shape[1] * scorer.table.itemsize
    for p in range(addresses):
        row = begin + nodes[vectors[p]] * addresses + p
        found[count] = row
        fetch(start + row * size)
        count += 1
    return count


@score.on(Neural)
@lean
def score_by_network(scorer, found, count, task, open_, scores):
    hidden, starts = scorer.hidden, task.classes.starts
    rows = count - size_of(scorer.advice)
    sum_rows(scorer.table, found, rows, hidden)
    add_advice(scorer.advice, found, rows, hidden)
    put_bias(scorer.bias, scores)
    for j in range(len(hidden)):
        if hidden[j] > 0:  # max(0, x)
            add_scaled(scorer.classes[j], hidden[j], scores)
    if task.walk is None:  # members of families are compared across places
        normalise(scores, open_, starts)
    for t in range(len(starts) - 1):
        extra = scorer.bias_of[t] + likeliness(scorer.advice, found, count, t)
        if open_[t] and extra != 0:
            for k in range(starts[t], starts[t + 1]):
                scores[k] += extra


@lean
def put_bias(bias, scores):
    for k in range(len(bias)):
        scores[k] = bias[k]


@lean
def normalise(scores, open_, starts):
    """Turn the scores of open classes into logarithms of probabilities, as beams compare sums."""
    most = np.float32(-np.inf)
    for t in range(len(starts) - 1):
        if open_[t]:
            for k in range(starts[t], starts[t + 1]):
                most = max(most, scores[k])
    total = np.float32(0)
    for t in range(len(starts) - 1):
        if open_[t]:
            for k in range(starts[t], starts[t + 1]):
                total += np.exp(scores[k] - most)
    total = most + np.log(total)
    for k in range(len(scores)):
        scores[k] -= total


@name_label.on(Neural)
@lean
def name_nothing(scorer, found, count, task):  # noqa: ARG001 - as the others
    return -1  # no class of a network is OTHER
