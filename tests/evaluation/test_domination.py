"""Domination and projectivity."""

import random
import time
from itertools import product

from hypothesis import given

from multiplane.evaluation.domination import Domination, is_tree, non_projective
from support import naive
from support.scored import heads


@given(heads(7))
def test_domination_is_a_chain_of_heads(found):
    padded, words = (0, *found), range(1, len(found) + 1)
    domination = Domination(found)
    for h, d in product(words, words):
        assert domination.dominates(h, d) == naive.dominates(padded, h, d)
    assert all(domination.dominates(0, d) for d in words)
    assert is_tree(found) == all(0 in naive.chain_of_heads(padded, d) for d in words)


@given(heads(9))
def test_non_projective_arcs(found):
    padded = (0, *found)
    expected = [bool(h) and naive.is_non_projective(padded, d) for d, h in enumerate(found, 1)]
    assert non_projective(found) == expected


def test_non_projective_arcs_of_all_short_trees():
    for padded in naive.all_heads(5):
        expected = [bool(padded[d]) and naive.is_non_projective(padded, d) for d in range(1, 6)]
        assert non_projective(padded[1:]) == expected


def test_long_sentences_take_no_time():
    shuffled = list(range(1, 20_001))
    random.Random(1).shuffle(shuffled)
    tree = [0] * 20_000
    for k, word in enumerate(shuffled[1:], 1):
        tree[word - 1] = shuffled[k // 2]
    cycle = [*range(2, 20_001), 1]
    start = time.perf_counter()
    assert sum(non_projective(tree)) > 19_000
    assert not any(non_projective(cycle))
    assert time.perf_counter() - start < 5
