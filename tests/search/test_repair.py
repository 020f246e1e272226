"""Trees completed by likely heads, against plain Python."""

import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.oracles.beliefs import Beliefs, believe
from multiplane.search.repair import NONE, repair
from support import twins


@st.composite
def partial_trees(draw):
    """Heads of a forest, some unknown, and chances of all arcs."""
    words = draw(st.integers(1, 7))
    order = draw(st.permutations(range(1, words + 1)))
    heads = [NONE] * words
    for at, word in enumerate(order):
        above = [NONE, NONE, *order[:at], *([0] if draw(st.booleans()) else [])]
        heads[word - 1] = draw(st.sampled_from(above))
    seed = draw(st.integers(0, 1 << 30))
    rng = np.random.default_rng(seed)
    chances = rng.dirichlet(np.full(words + 1, 0.5), words)
    return heads, chances


def plainly(heads, chances, *, one_root):
    """Do what `repair` promises: choose a root, then again and again the likeliest arc."""
    heads, words = [*heads], len(heads)
    kept = np.where(chances >= 1e-3, chances, 0)
    kept[range(words), range(1, words + 1)] = 0
    root = 0
    if one_root:
        some = [d for d in range(1, words + 1) if heads[d - 1] == 0]
        some = some or [d for d in range(1, words + 1) if heads[d - 1] == NONE]
        root = max(some, key=lambda d: (kept[d - 1, 0], -d))
        heads = [NONE if h == 0 else h for h in heads]
        heads[root - 1] = 0

    def above(node):
        found = []
        while node > 0:
            found.append(node)
            node = heads[node - 1]
        return found

    while NONE in heads:
        left = [d for d in range(1, words + 1) if heads[d - 1] == NONE]
        likely = [
            (kept[d - 1, h], -d, h)
            for d in left
            for h in range(words + 1)
            if kept[d - 1, h] > 0 and not (h == 0 and one_root) and d not in above(h)
        ]
        _, d, h = max(likely, default=(0, -left[-1], root))
        heads[-d - 1] = h
    return heads


@given(partial_trees(), st.booleans())
def test_it_is_that_of_plain_python(given_, one_root):
    heads, chances = given_
    found = np.array(heads, np.int32)
    repair(found, np.array([len(heads)]), believe([chances]), one_root)
    assert found.tolist() == plainly(heads, chances, one_root=one_root)
    assert not [*twins.problems(found.tolist(), one_root=one_root)]
    if not one_root:
        assert all(
            new == old for new, old in zip(found.tolist(), heads, strict=True) if old != NONE
        )


def test_sentences_are_repaired_one_by_one():
    rng = np.random.default_rng(1)
    chances = [rng.dirichlet(np.ones(n + 1), n) for n in (3, 1, 4)]
    heads = [[NONE, 1, NONE], [NONE], [2, NONE, NONE, 3]]
    found = np.array([h for some in heads for h in some], np.int32)
    repair(found, np.array([3, 1, 4]), believe(chances), True)
    expected = [plainly(h, c, one_root=True) for h, c in zip(heads, chances, strict=True)]
    assert found.tolist() == [h for some in expected for h in some]


def test_long_sentences_take_linear_time():
    def seconds(words):
        """Time the worst case: no word has a head, and each most likely depends on the next."""
        nodes = words + 2
        starts = np.zeros(nodes + 1, np.int64)
        starts[2:-1] = 2 * np.arange(1, words + 1)
        starts[-1] = 2 * words
        heads = np.zeros(2 * words, np.int32)
        heads[::2] = np.minimum(np.arange(2, words + 2), words - 1)
        chances = np.tile(np.array([0.9, 0.1], np.float32), words)
        none = np.zeros(0, np.int32)
        beliefs = Beliefs(
            starts, heads, chances, np.zeros(nodes + 1, np.int64), none, none.astype(np.float32)
        )
        found = np.full(words, NONE, np.int32)
        begin = time.process_time()
        repair(found, np.array([words]), beliefs, True)
        assert (found == 0).sum() == 1
        return time.process_time() - begin

    seconds(10)  # compiled
    few, many = (min(seconds(words) for _ in range(3)) for words in (4_000, 32_000))
    assert many < 24 * few + 0.01
