"""Heads and children in the kernels against those read off the arcs of plain configurations."""

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.calculus import RE, SH, UN, System, edge, move, β, σ
from multiplane.features import kin as compiled
from multiplane.features.atoms import RELATIONS, STATE, UNDIRECTED
from multiplane.machine.kernel import add_arc
from multiplane.machine.layout import ARCS, machine
from multiplane.reference.features import Kin
from multiplane.reference.situation import Situation, begin
from multiplane.systems import systems
from multiplane.systems.root import rooted
from support import parsers

KEPT = [*RELATIONS[: RELATIONS.index("next")], *STATE]  # in the order of the fields
UNDIRECTED_LOOPING = System(  # a user's own: words come back, so arcs come in any order; cycles
    "undirected-looping", SHIFT=SH, UNSHIFT=UN, REDUCE=RE, ARC=edge(σ[0], β[0]), SWAP=move(σ[1], β)
)


def compare(system, words, choices):
    fields = KEPT if system.directed else [*KEPT, *UNDIRECTED]
    for block, kin, situation in parsers.derivation(system, words, choices):
        slow = Kin(situation)
        table = kin[compiled.K_HEADER :].reshape(len(fields), words + 2)
        for node in range(words + 1):
            for row, name in zip(table, fields, strict=True):
                if name not in STATE:
                    found = slow.related(node, name)
                    assert row[node] == (words + 1 if found is None else found)
                else:
                    assert row[node] == slow.known(node, name)
        assert (table[:5, words + 1] == words + 1).all()
        assert (table[5:10, words + 1] == 0).all()
        assert (table[10:, words + 1] == words + 1).all()
        assert kin[:3].tolist() == [*(n + 1 for n in reversed(situation.numbers)), 0, 0, 0][:3]
        assert {(h, d) for h, _, d in situation.arcs} == situation.configuration.arcs
        assert kin[3] == len(situation.arcs) == block[ARCS]


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


@settings(max_examples=60)
@given(
    st.sampled_from(["planar", "2-planar", "covington", "looping"]),
    st.sampled_from(parsers.PLACES),
    st.integers(3, 14),
    st.integers(0, 1 << 30),
)
def test_neighbours_and_siblings_of_any_derivation(name, place, words, seed):
    system = UNDIRECTED_LOOPING if name == "looping" else systems[f"undirected-{name}"]
    rng = random.Random(seed)
    choices = [rng.randrange(1 << 16) for _ in range(8 * words)]
    compare(system if place == "none" else rooted(system, place), words, choices)


def test_children_are_counted_from_the_outside():
    system = systems["planar"]
    arcs = ((4, 7, 2), (4, 8, 1), (4, 9, 3), (4, 7, 6), (4, 5, 5))
    kin = Kin(Situation(system, 6, begin(system, 6).configuration, arcs))
    assert [kin.related(4, r) for r in RELATIONS] == [None, 1, 2, 6, 5, 5, 3]
    assert [kin.known(4, s) for s in STATE] == [0, 3, 2, 1 << 7 | 1 << 8 | 1 << 9, 1 << 7 | 1 << 5]
    block = np.empty(compiled.kin_size(6, True), np.int32)
    compiled.clear_kin(block, 6)
    for head, label, child in arcs:
        compiled.adopt(block, 8, head, child, label)
    table = block[compiled.K_HEADER :].reshape(compiled.K_FIELDS, 8)
    assert table[1:5, 4].tolist() == [1, 2, 6, 5]
    assert table[6:8, 4].tolist() == [3, 2]


def undirected(arcs, words):
    """Kin of undirected arcs, built in this order: the plain one, and the fields of the kernel."""
    system = systems["undirected-planar"]
    slow = Kin(Situation(system, words, begin(system, words).configuration, tuple(arcs)))
    c = machine(system, words).start.copy()
    block = np.empty(compiled.kin_size(words, False), np.int32)
    compiled.clear_kin(block, words)
    for one, label, other in arcs:
        add_arc(c, one, other, label, 0)
        compiled.note(c, block, words + 2, 0, True)
    return slow, block[compiled.K_HEADER :].reshape(compiled.UNDIRECTED_FIELDS, words + 2)


@pytest.mark.parametrize("order", list(permutations([(1, 5), (2, 5), (3, 5), (4, 5)])))
def test_third_neighbours_and_left_siblings(order):
    """Words 1 to 4 are linked to 5: each has the one before it as its left sibling."""
    slow, table = undirected([(one, 7, other) for one, other in order], 5)
    assert slow.related(5, "left3") == table[compiled.LEFT3, 5] == 3
    assert slow.related(5, "right3") is None
    assert [slow.related(node, "left_sibling") for node in range(6)] == [None, None, 1, 2, 3, None]
    assert table[compiled.LEFT_SIBLING].tolist() == [6, 6, 1, 2, 3, 6, 6]
    assert (table[[compiled.RIGHT3, compiled.RIGHT_SIBLING]] == 6).all()


@pytest.mark.parametrize("order", list(permutations([(1, 2), (1, 3), (1, 4), (1, 5)])))
def test_third_neighbours_and_right_siblings(order):
    """The mirror image: words 2 to 5 are linked to 1."""
    slow, table = undirected([(one, 7, other) for one, other in order], 5)
    assert slow.related(1, "right3") == table[compiled.RIGHT3, 1] == 3
    assert [slow.related(node, "right_sibling") for node in range(6)] == [
        *[None] * 2,
        3,
        4,
        5,
        None,
    ]
    assert table[compiled.RIGHT_SIBLING].tolist() == [6, 6, 3, 4, 5, 6, 6]
    assert (table[[compiled.LEFT3, compiled.LEFT_SIBLING]] == 6).all()


def test_a_sibling_is_the_nearest_over_all_shared_neighbours():
    """Word 3 shares 6 with 1, and then 5 with 2."""
    arcs = [(1, 0, 6), (3, 0, 6), (3, 0, 5), (2, 0, 5)]
    for much, nearest in ((2, 1), (3, 1), (4, 2)):
        slow, table = undirected(arcs[:much], 6)
        assert slow.related(3, "left_sibling") == table[compiled.LEFT_SIBLING, 3] == nearest


def test_words_that_share_a_neighbour_between_them_are_no_siblings():
    slow, table = undirected([(1, 0, 2), (2, 0, 3)], 3)
    assert (table[compiled.LEFT_SIBLING :] == 4).all()
    assert slow.related(3, "left_sibling") is slow.related(1, "right_sibling") is None
