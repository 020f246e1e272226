"""Compiled extraction of features against the plain one, for all systems."""

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.calculus.semantics import successors
from multiplane.features.kernel import distance, extract, pair
from multiplane.features.program import CODES, compile_features
from multiplane.features.templates import feature_model
from multiplane.guides.votes_kernel import NO_WEIGHTS
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.machine.sentence import Sentence
from multiplane.reference.features import Kin, _pair
from multiplane.reference.situation import begin
from multiplane.systems import systems
from support import parsers

UNDIRECTED = ["undirected-planar", "undirected-2-planar", "undirected-covington"]


def rows(parser, block, kin, words, sentence, bits):
    """Run the kernels."""
    out = np.full(parser.most, -1, np.int64)
    first = int(parser.batch.starts[sentence])
    at = Sentence(sentence, words, first, first + 2 * sentence)
    task = parser.task()
    count = extract(block, kin, at, task, bits, 64 - parser.bits, NO_WEIGHTS, out)
    return out[:count].tolist()


def compare(system, text, lengths, choices, seed=0):
    parser = parsers.Parser(system, lengths, seed, text=text, bits=30)
    order = list(system)
    for sentence, words in enumerate(lengths):
        extractor = parser.extractor(sentence)
        for block, kin, situation in parsers.derivation(system, words, choices):
            names = [name for name, _ in successors(system, situation.configuration)]
            open_ = {order.index(name.partition("(")[0]) for name in names}
            bits = sum(1 << min(number, 30) for number in open_)
            expected = extractor.rows(situation, open_)
            assert rows(parser, block, kin, words, sentence, bits) == expected


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", [*systems, "looping"])
def test_rows_of_every_system(name, place):
    system = parsers.placed(name, place)
    rng = random.Random(name)
    choices = [rng.randrange(1 << 16) for _ in range(14)]
    compare(system, parsers.everything(system), (1, 6), choices)


@pytest.mark.parametrize("name", systems)
def test_rows_of_the_default_features(name):
    rng = random.Random(name)
    compare(systems[name], "", (6,), [rng.randrange(1 << 16) for _ in range(12)])


@settings(max_examples=25)
@given(
    st.sampled_from(["arc-eager", "2-planar", "covington", "easy-first", *UNDIRECTED]),
    st.integers(1, 14),
    st.lists(st.integers(0, 1 << 16), max_size=50),
    st.integers(0, 9),
)
def test_rows_of_any_derivation(name, words, choices, seed):
    system = systems[name]
    compare(system, parsers.everything(system), (words,), choices, seed)


def test_distances_fall_into_bins():
    assert [distance(3, 3 + far) for far in (0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 999)] == [
        *(0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7)
    ]
    assert distance(11, 3) == 6


def test_a_model_without_any_word():
    """Kernels look at the word of every atom, even of those that have none."""
    system = systems["arc-eager"]
    assert len(compile_features(feature_model("permitted", system), system).tables.addresses) == 1
    compare(system, "permitted\nlast1 permitted", (4,), [3, 1, 4, 1, 5])


def test_the_label_of_an_arc_is_that_of_the_very_arc():
    """In undirected graphs a word may have arcs to many; each atom asks for one of them."""
    system = systems["undirected-planar"]
    names = ["SHIFT", "SHIFT", "ARC", "REDUCE", "ARC", "SHIFT"]
    situation = begin(system, 3)
    for label, name in enumerate(names):
        situation = situation.after(name, label)
    kin = Kin(situation)
    assert situation.arcs == ((2, 2, 3), (1, 4, 3))
    found = {pair: _pair(situation, kin, "arc", *pair) for pair in permutations((1, 2, 3), 2)}
    assert found == {(3, 2): 7, (2, 3): 8, (3, 1): 11, (1, 3): 12, (1, 2): 1, (2, 1): 1}
    ready = machine(system, 3)
    block = ready.start.copy()
    for label, name in enumerate(names):
        apply(block, ready.code, list(system).index(name), label)
    assert found == {both: pair(block, 3, CODES["arc"], *both) for both in found}


def test_templates_are_told_apart_and_so_are_their_atoms():
    """Rows differ by template, and by the order of atoms."""
    system = systems["arc-eager"]
    parser = parsers.Parser(
        system, (4,), text="X.upos Y.upos\nY.upos X.upos\nX.upos X.xpos\nX.upos", bits=40
    )
    for _, _, situation in parsers.derivation(system, 4, [0, 0, 0]):
        found = parser.extractor(0).rows(situation, [])
        assert len(set(found)) == len(found)
