"""Trees that hang from 0, and labels that look like marks."""

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from multiplane.transforms.marks import Marked


@st.composite
def trees_under_0(draw, max_words, max_roots=4):
    """Heads of a tree that hangs from 0, with one root or several."""
    order = draw(st.permutations(range(1, draw(st.integers(1, max_words)) + 1)))
    roots = draw(st.integers(1, max_roots))
    heads = [0] * (len(order) + 1)
    for k, d in enumerate(order):
        heads[d] = draw(st.sampled_from(order[:k])) if k >= roots else 0
    return tuple(heads)


LABELS = st.sampled_from(["nsubj", "nsubj:pass", "obl↑", "\\", "a↓"])
MARKS = st.builds(
    Marked, st.sampled_from("ab"), st.booleans(), st.sampled_from("abc"), st.booleans()
)
COVERED = st.builds(Marked, st.sampled_from("ab"), covered=st.just(value=True))
WILD = st.one_of(MARKS, MARKS, MARKS, COVERED).map(str) | st.sampled_from(["↑↑", "a↑", "\\"])


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
