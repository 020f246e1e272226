"""Labels of arcs from the root, and of others."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.parsing.design import Design
from multiplane.parsing.rootlabels import RootLabels, amend
from multiplane.systems import systems
from support import networks

ARCS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abcd")), min_size=1)


@given(ARCS)
def test_a_treebank_shows_which_labels_fit(arcs):
    known = RootLabels.of(arcs)
    unfit = known.unfit("abcd")
    roots, others = ({l for h, l in arcs if bool(h) == far} for far in (False, True))
    for number, label in enumerate("abcd"):
        assert unfit[1, number] == (label not in roots)
        assert unfit[0, number] == (label in roots and label not in others)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_what_does_not_fit_is_replaced(words):
    heads, labels = np.array(words, np.int32).reshape(-1, 2).T.copy()
    amend(
        heads, labels, np.array([[True, False, False, False], [False, False, True, True]]), (0, 3)
    )
    for (head, before), after in zip(words, labels.tolist(), strict=True):
        if head:
            assert after == (3 if before == 0 else before)
        else:
            assert after == (0 if before in (2, 3) else before)


@pytest.mark.parametrize("name", ["arc-eager", "side-stack", "covington"])
def test_networks_choose_the_best_label_that_fits(name):
    parser, batch = networks.random_parser(systems[name], (5, 1, 9, 3), networks.SMALL, 3)
    starts = parser.design.starts(batch.starts)
    heads, free = parser.search(batch, starts)
    known = RootLabels(here=("l2", "l3"), only_here=("l3",))
    bound = replace(parser, design=replace(parser.design, root_labels=known))
    same, labels = bound.search(batch, starts)
    np.testing.assert_array_equal(same, heads)
    names = parser.labels
    for head, label in zip(heads.tolist(), labels.tolist(), strict=True):
        assert names[label] != "l3" if head else names[label] in known.here
    unfit = known.unfit(names)[(heads == 0).astype(int), free]
    np.testing.assert_array_equal(labels[~unfit], free[~unfit])
    assert unfit.any()


def test_a_design_keeps_them():
    parser, _ = networks.random_parser(systems["arc-eager"], (3,), networks.SMALL)
    design = replace(parser.design, root_labels=RootLabels(("l0", "l1"), ("l0",)))
    assert Design.from_dict(design.as_dict()).root_labels == design.root_labels
    assert Design.from_dict(parser.design.as_dict()).root_labels is None
