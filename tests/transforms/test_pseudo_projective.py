"""Many trees at once, against each by itself."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from test_lifting import LABELS, trees_under_0
from test_lowering import WILD

from multiplane.transforms.lifting import projectivize
from multiplane.transforms.lowering import deprojectivize
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS
from multiplane.transforms.pseudo_projective import Lowering, lift


@st.composite
def treebanks(draw, labels):
    trees = draw(st.lists(trees_under_0(9), min_size=1, max_size=4))
    return [
        (heads[1:], tuple(draw(st.lists(labels, min_size=len(heads) - 1, max_size=len(heads) - 1))))
        for heads in trees
    ]


def flat(trees):
    heads = np.array([h for heads, _ in trees for h in heads], np.int32)
    names = sorted({label for _, labels in trees for label in labels})
    labels = np.array([names.index(l) for _, labels in trees for l in labels], np.int32)
    starts = np.cumsum([0, *(len(heads) for heads, _ in trees)])
    return heads, labels, tuple(names), starts


def apart(heads, labels, names, starts):
    texts = [names[label] for label in labels]
    return [(tuple(heads[b:e].tolist()), tuple(texts[b:e])) for b, e in pairwise(starts)]


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
