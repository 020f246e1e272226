"""The averaged perceptron, by its definition: the mean of the weights after each step."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.guides.packing import LARGEST
from multiplane.guides.perceptron import Averaged, next_step, set_against

ROWS, CLASSES = 4, 64
UPDATES = st.lists(
    st.tuples(
        st.lists(st.integers(0, ROWS - 1), max_size=3),
        st.lists(st.integers(0, 4), min_size=2, max_size=2, unique=True),
        st.booleans(),
    ),
    max_size=12,
)


@given(UPDATES)
def test_the_average_is_that_of_the_weights_before_each_step(updates):
    learnt = Averaged.zeros(ROWS, CLASSES)
    slow, seen = np.zeros((ROWS, CLASSES)), [np.zeros((ROWS, CLASSES))]
    for rows, (up, down), wrong in updates:
        now = next_step(learnt)
        if wrong:
            found = np.array([*rows, 0], np.int64)  # the last is beyond those counted
            set_against(learnt.weights, learnt.totals, found, len(rows), up, down, now)
            for row in rows:
                slow[row, up] += 1
                slow[row, down] -= 1
        seen.append(slow.copy())
    assert (learnt.weights == slow).all()
    # Each change counts from its step on: the mean of what was there before each of the steps.
    before = [np.zeros((ROWS, CLASSES)), *seen[:-1]]
    mean = np.mean(before, axis=0)
    assert np.allclose(learnt.average(), mean, atol=1e-5)
    largest = np.abs(mean).max()
    if largest > 0:
        expected = np.round(mean * LARGEST / largest)
        assert np.abs(learnt.quantised() - expected).max() <= 1
    else:
        assert not learnt.quantised().any()
