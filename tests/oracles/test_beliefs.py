"""Beliefs: the likely arcs of a matrix, by dependent and by head."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.oracles.beliefs import MOST_DEPENDENTS, believe, by_head
from support.beliefs import matrix


def lists(starts, others, chances):
    """What is kept for each node, as a dictionary."""
    pairs = list(zip(others.tolist(), chances.tolist(), strict=True))
    return [dict(pairs[begin:end]) for begin, end in pairwise(starts)]


def likely(chances, most, least):
    """The likely heads of each node of a sentence: of its root, its words, and "no word"."""
    found = [{}]
    for d, row in enumerate(np.asarray(chances, np.float32).tolist(), 1):
        heads = [h for h, p in enumerate(row) if h != d and p > 0 and p >= np.float32(least)]
        heads.sort(key=lambda h: -row[h])  # stable: the first of equals stays
        found.append({h: row[h] for h in heads[:most]})
    return [*found, {}]


@given(st.lists(st.integers(0, 8), max_size=4), st.integers(1, 9), st.sampled_from([0, 0.05, 0.3]))
def test_likely_heads_are_kept_and_listed_both_ways(lengths, most, least):
    matrices = [matrix(words, words + at) for at, words in enumerate(lengths)]
    found = believe(matrices, most=most, least=least)
    by_dependent = [part for one in matrices for part in likely(one, most, least)]
    assert lists(found.head_starts, found.heads, found.head_chances) == by_dependent
    expected, first = [{} for _ in by_dependent], 0
    for words in lengths:
        for d in range(1, words + 1):
            for h, chance in by_dependent[first + d].items():
                expected[first + h][d] = chance
        first += words + 2
    assert lists(found.dependent_starts, found.dependents, found.dependent_chances) == expected


def test_the_most_likely_head_comes_first():
    found = believe([np.array([[0.2, 0, 0.5, 0.3], [0.1, 0.9, 0, 0], [0.6, 0.3, 0.1, 0]])])
    assert [found.heads[at] for at in found.head_starts[1:4]] == [2, 1, 0]


def test_a_head_keeps_its_most_likely_dependents():
    words = MOST_DEPENDENTS + 6
    starts = np.array([0, words], np.int64)
    chances = np.random.default_rng(1).permutation(np.linspace(0.1, 0.9, words)).astype(np.float32)
    head_starts = np.concatenate([[0], np.arange(words + 1), [words]]).astype(np.int64)
    found = by_head(head_starts, np.full(words, 2, np.int32), chances, starts)
    kept = lists(found.dependent_starts, found.dependents, found.dependent_chances)
    best = np.sort(np.argsort(-chances)[:MOST_DEPENDENTS]) + 1
    assert list(kept[2]) == best.tolist()
    assert list(kept[2].values()) == pytest.approx(chances[best - 1].tolist())
    assert not any(part for node, part in enumerate(kept) if node != 2)
    assert len(found.heads) == words


def test_of_equally_likely_dependents_a_head_keeps_the_first():
    words = 5 * MOST_DEPENDENTS
    chances = np.where(np.arange(words) % 10 == 9, 0.5, 0.25).astype(np.float32)
    head_starts = np.concatenate([[0], np.arange(words + 1), [words]]).astype(np.int64)
    found = by_head(head_starts, np.full(words, 2, np.int32), chances, np.array([0, words]))
    best = [d for d in range(1, words + 1) if d % 10 == 0]
    rest = [d for d in range(1, words + 1) if d % 10][: MOST_DEPENDENTS - len(best)]
    assert found.dependents[:MOST_DEPENDENTS].tolist() == sorted(best + rest)


def test_beliefs_of_long_sentences_are_small():
    words = 300
    found = believe([np.full((words, words + 1), 1 / words)])
    assert len(found.heads) <= 16 * words
    assert np.diff(found.dependent_starts).max() <= MOST_DEPENDENTS
