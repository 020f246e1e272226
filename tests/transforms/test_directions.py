"""Directions in labels: of many trees at once, against each by itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import UnknownName
from multiplane.transforms.directions import Directions, direct, tells_direction
from multiplane.transforms.reconstruction import METHODS, encode
from support.marked_trees import apart, flat, treebanks

LABELS = st.sampled_from(["nsubj", "x_l", "x", "_r"])


@given(treebanks(LABELS))
def test_all_get_directions_as_each_does(trees):
    heads, labels, names, starts = flat(trees)
    numbers, found = direct(heads, labels, names, starts)
    texts = [texts for _, texts in apart(heads, numbers, found, starts)]
    assert texts == [tuple(label for _, _, label in encode(*tree)) for tree in trees]
    back = Directions.of(found, "labels")
    assert [back.names[back.rest[n]] for n in numbers] == [names[n] for n in labels]
    word = np.concatenate([np.arange(1, n + 1) for n in np.diff(starts)])
    assert (back.points_left[numbers] == (heads > word)).all()


def test_the_naive_method_takes_labels_as_they_are():
    told = Directions.of(["a_l", "a_r", "b"], "naive")
    assert told.names == ("a_l", "a_r", "b")
    assert told.points_left.tolist() == [-1, -1, -1]
    assert Directions.of(["a_l", "a_r", "b"], "labels").points_left.tolist() == [1, 0, -1]
    assert [tells_direction(method) for method in METHODS] == [False, True, True]
    with pytest.raises(UnknownName, match="choose from naive, trusting, labels"):
        tells_direction("best")
