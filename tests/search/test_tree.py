"""From whatever a search built to a tree."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.features.kin import K_FIELDS, K_HEAD, K_HEADER, K_LABEL, clear_kin, kin_size
from multiplane.guides.task import Settings
from multiplane.reference.situation import Situation, begin
from multiplane.search.tree import open_cycles, read_tree
from multiplane.systems import systems
from support import twins

ROOT, LOOSE = 0, 1


def check(given_heads, *, one_root, given_labels=None):
    """Any heads, cycles and loops included; -1 is none."""
    words = len(given_heads)
    given_labels = given_labels or [d % 5 for d in range(words)]
    kin = np.empty(kin_size(words, True), np.int32)
    clear_kin(kin, words)
    table = kin[K_HEADER:].reshape(K_FIELDS, words + 2)
    arcs = []
    for d, (head, label) in enumerate(zip(given_heads, given_labels, strict=True), 1):
        if head >= 0:
            table[K_HEAD, d], table[K_LABEL, d] = head, label + 1
            arcs.append((head, label, d))
    heads, labels = np.full((2, words), -9, np.int32)
    settings = Settings(False, one_root, True, False, ROOT, LOOSE)
    read_tree(kin, words, settings, heads, labels)
    assert not list(twins.problems(heads.tolist(), one_root=one_root))
    system = systems["planar"]
    situation = Situation(system, words, begin(system, words).configuration, tuple(arcs))
    expected = twins.tree(situation, one_root=one_root, root_label=ROOT, loose_label=LOOSE)
    assert (heads.tolist(), labels.tolist()) == expected
    return heads.tolist(), labels.tolist()


@pytest.mark.parametrize("one_root", [True, False])
@pytest.mark.parametrize("words", [0, 1, 2, 3, 4])
def test_all_heads_of_short_sentences(words, one_root):
    for heads in product(range(-1, words + 1), repeat=words):
        check(heads, one_root=one_root)


@given(
    st.lists(st.integers(-1, 60), min_size=1, max_size=60),
    st.lists(st.integers(0, 4), min_size=60, max_size=60),
    st.booleans(),
)
def test_any_heads(heads, labels, one_root):
    words = len(heads)
    given_heads = [head if head <= words else -1 for head in heads]
    check(given_heads, one_root=one_root, given_labels=labels[:words])


def test_only_a_word_of_the_cycle_becomes_a_root():
    """1 leads into the cycle of 2 and 3, and keeps its head."""
    assert check([2, 3, 2], one_root=False) == ([2, 0, 2], [0, ROOT, 2])


def test_further_roots_depend_on_the_first():
    heads, labels = check([-1, 0, 4, -1], one_root=True, given_labels=[3, 3, 3, 3])
    assert heads == [0, 1, 4, 1]
    assert labels == [ROOT, 3, 3, LOOSE]


def test_long_chains_take_linear_time():
    """A million words, each below the next: a quadratic search would never come back."""
    words = 1_000_000
    heads = np.arange(2, words + 2, dtype=np.int32)
    heads[-1] = 1
    labels = np.zeros(words, np.int32)
    open_cycles(heads, labels, words, 7)
    assert (heads[0], labels[0]) == (0, 7)
    assert (heads[1:-1] == np.arange(3, words + 1)).all()
    assert heads[-1] == 1
