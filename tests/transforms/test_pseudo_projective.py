"""Many trees at once, against each by itself."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.transforms.lifting import projectivize
from multiplane.transforms.lowering import deprojectivize
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS
from multiplane.transforms.pseudo_projective import Lowering, lift
from support.marked_trees import LABELS, WILD, apart, flat, treebanks


@given(treebanks(LABELS), st.sampled_from(list(ENCODINGS)), st.sampled_from(COVERED_ROOTS))
def test_all_are_lifted_as_each_is(trees, encoding, covered_roots):
    heads, labels, names, starts = flat(trees)
    before = heads.copy()
    lifted = lift(heads, labels, names, starts, encoding, covered_roots)
    assert apart(*lifted, starts) == [
        projectivize(*tree, encoding, covered_roots=covered_roots) for tree in trees
    ]
    assert (heads == before).all()


@given(treebanks(WILD), st.sampled_from(list(ENCODINGS)))
def test_all_are_lowered_as_each_is(trees, encoding):
    heads, labels, names, starts = flat(trees)
    lowering = Lowering.of(names, encoding)
    lowering.lower(heads, labels, starts)
    expected = [deprojectivize(*tree, encoding) for tree in trees]
    assert apart(heads, labels, lowering.names, starts) == expected


def test_covered_roots_stay_where_there_is_to_be_one_root():
    names = ("root", "root⇑", "x⇑", "nsubj")
    lowering = Lowering.of(names, "head")
    starts = np.array([0, 4])
    for one_root, heads, labels in (
        (None, [0, 0, 0, 1], ["root", "root", "x", "nsubj"]),
        ((0, 2), [0, 1, 1, 1], ["root", "nsubj", "x", "nsubj"]),
    ):
        found = np.array([0, 1, 1, 1], np.int32), np.array([0, 1, 2, 3], np.int32)
        lowering.lower(*found, starts, one_root)
        assert apart(*found, lowering.names, starts) == [(tuple(heads), tuple(labels))]
