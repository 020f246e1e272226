"""A linear model in training that leaves out rare features.

A feature counts from its n-th occurrence in the first epoch on, and never if it has fewer.  Rare
features tell the training sentences apart, so that frequent ones, which other sentences share,
would learn too little.  Left out, they have no weights, so that parsers need not know of it.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kernel import extract
from multiplane.guides.scorer import look, name_label, score
from multiplane.guides.table import label_by_rows, score_by_rows
from multiplane.native import inlined, lean


class Frequent(NamedTuple):
    """Weights as in `Linear`, and how often each row was found."""

    weights: NDArray[np.float32]
    label_weights: NDArray[np.float32]
    shift: int
    times: NDArray[np.int32]  # [2^bits]
    least: int  # rows found less often are left out; 0: none are
    counting: bool  # in the first epoch


@lean
def keep_frequent(found, count, times, least, counting):
    """Count what was found, and move the frequent rows to the front; return how many they are."""
    kept = 0
    for at in range(count):
        row = found[at]
        times[row] += counting
        if times[row] >= least:
            found[kept] = row
            kept += 1
    return kept


@look.on(Frequent)
@inlined
def extract_frequent(scorer, c, kin, sentence, task, bits, found):
    count = extract(scorer, c, kin, sentence, task, bits, found)
    return keep_frequent(found, count, scorer.times, scorer.least, scorer.counting)


score.on(Frequent)(score_by_rows)
name_label.on(Frequent)(label_by_rows)
