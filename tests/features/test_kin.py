"""Heads and children in the kernels against those read off the arcs of plain configurations."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parsers
from multiplane.features import kin as compiled
from multiplane.features.atoms import RELATIONS, STATE
from multiplane.features.plain import Kin
from multiplane.features.situation import Situation, begin
from multiplane.systems import systems

KEPT = [*RELATIONS[: RELATIONS.index("next")], *STATE]  # in the order of the fields


def compare(system, words, choices):
    for block, kin, situation in parsers.derivation(system, words, choices):
        slow = Kin(situation)
        table = kin[compiled.K_HEADER :].reshape(compiled.K_FIELDS, words + 2)
        for node in range(words + 1):
            for row, name in zip(table, KEPT, strict=True):
                if name in RELATIONS:
                    found = slow.related(node, name)
                    assert row[node] == (words + 1 if found is None else found)
                else:
                    assert row[node] == slow.known(node, name)
        assert (table[:5, words + 1] == words + 1).all()
        assert (table[5:, words + 1] == 0).all()
        assert kin[:3].tolist() == [*(n + 1 for n in reversed(situation.numbers)), 0, 0, 0][:3]
        assert {(h, d) for h, _, d in situation.arcs} == situation.configuration.arcs
        assert kin[3] == len(situation.arcs) == block[12]


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", [*systems, "looping"])
def test_kin_is_that_of_the_arcs(name, place):
    rng = random.Random(name)
    for words in (0, 1, 7):
        compare(parsers.placed(name, place), words, [rng.randrange(1 << 16) for _ in range(30)])


@settings(max_examples=30)
@given(
    st.sampled_from(["planar", "undirected-planar", "looping", "swap"]),
    st.integers(1, 12),
    st.lists(st.integers(0, 1 << 16), max_size=60),
)
def test_kin_of_any_derivation(name, words, choices):
    compare(parsers.placed(name, "none"), words, choices)


def test_children_are_counted_from_the_outside():
    system = systems["planar"]
    arcs = ((4, 7, 2), (4, 8, 1), (4, 9, 3), (4, 7, 6), (4, 5, 5))
    kin = Kin(Situation(system, 6, begin(system, 6).configuration, arcs))
    assert [kin.related(4, r) for r in RELATIONS] == [None, 1, 2, 6, 5, 5, 3]
    assert [kin.known(4, s) for s in STATE] == [0, 3, 2, 1 << 7 | 1 << 8 | 1 << 9, 1 << 7 | 1 << 5]
    block = np.empty(compiled.kin_size(6), np.int32)
    compiled.clear_kin(block, 6)
    for head, label, child in arcs:
        compiled.adopt(block, 8, head, child, label)
    table = block[compiled.K_HEADER :].reshape(compiled.K_FIELDS, 8)
    assert table[1:5, 4].tolist() == [1, 2, 6, 5]
    assert table[6:8, 4].tolist() == [3, 2]
