"""Compiled searches against plain ones, and with any weights, for all systems."""

import random
from collections import Counter

import numpy as np
import pytest

from multiplane.calculus.invariants import analyse
from multiplane.guides.families import families
from multiplane.machine.steps import most_steps
from multiplane.reference.search import follow
from multiplane.systems import systems
from support import parsers, twins

LENGTHS = (2, 0, 4, 1)
NAMES = [*systems, *parsers.OWN]


def same(parser, found, slow, *more):
    for sentence, words in enumerate(parser.lengths):
        situation = slow(parser.system, parser.guide(sentence), words, *more)
        expected = twins.tree(situation, one_root=parser.one_root)
        assert (found[0][sentence].tolist(), found[1][sentence].tolist()) == expected


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_greedy_search_is_that_of_plain_python(name, place):
    system = parsers.placed(name, place)
    for seed, labels in ((1, 5), (2, 70)):
        parser = parsers.Parser(
            system,
            LENGTHS,
            seed,
            one_root=seed == 1,
            labels=labels,
            text=parsers.everything(system),
        )
        same(parser, parser.search(), follow)


# Elsewhere words get one head, or none has a direction: one arc leads from one word to another.
SEVERAL_HEADS = [
    name
    for name in (*NAMES, "planar[directed-acyclic]")  # the last asks about paths
    if parsers.placed(name, "none").directed
    and not analyse(parsers.placed(name, "none")).keeps_single_heads
]


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", SEVERAL_HEADS)
def test_greedy_search_with_several_arcs_between_two_words(name, place):
    """Labels that have no class of their own (70 labels) are free or taken as well."""
    system = parsers.placed(name, place)
    most = 0
    for seed, labels, parallel in ((1, 3, 3), (2, 70, 2), (3, 70, 4), (4, 2, 2)):
        parser = parsers.Parser(
            system,
            LENGTHS,
            seed,
            one_root=seed == 1,
            labels=labels,
            text=parsers.everything(system),
            parallel=parallel,
        )
        for sentence, found in enumerate(parser.graphs()):
            words = parser.lengths[sentence]
            situation = follow(system, parser.guide(sentence), words, parallel)
            assert found[: len(situation.arcs)] == list(situation.arcs)
            headless = set(range(1, words + 1)) - {d for _, _, d in situation.arcs}
            assert [d for _, _, d in found[len(situation.arcs) :]] == sorted(headless)
            assert len(set(found)) == len(found)
            here = max(Counter((h, d) for h, _, d in found).values(), default=0)
            assert here <= parallel
            most = max(most, here)
    assert most > 1


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "easy-first"])
def test_beam_search_is_that_of_plain_python(name, place):
    system = parsers.placed(name, place)
    text = parsers.everything(system)
    for seed, width in ((1, 1), (2, 3)):
        lengths = (2, 0, 3, 1)
        parser = parsers.Parser(system, lengths, seed, one_root=seed == 1, text=text, labels=40)
        found = parser.search(width)
        same(parser, found, twins.beam, width)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "easy-first"])
def test_a_beam_of_one_is_greedy(name):
    parser = parsers.Parser(parsers.placed(name, "none"), (4, 9, 1), 7)
    for one, other in zip(parser.search(), parser.search(1), strict=True):
        assert all(map(np.array_equal, one, other))


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_any_weights_give_trees(name, place):
    """The fuzz test: never a crash, a loop, or something that is not a tree."""
    rng = random.Random(name + place)
    system = parsers.placed(name, place)
    for one_root in (True, False):
        lengths = (0, 1, 2, 40, 3, rng.randrange(4, 30), 0)
        parser = parsers.Parser(system, lengths, rng.randrange(999), one_root=one_root)
        results = [parser.search()]
        if families(system) is None:
            short = parsers.Parser(system, (0, 1, 2, 12, 5), rng.randrange(999), one_root=one_root)
            results.append(short.search(4))
        for heads, labels in results:
            for sentence, given in zip(heads, labels, strict=True):
                assert not list(twins.problems(sentence.tolist(), one_root=one_root))
                assert all(0 <= label < parser.labels for label in given.tolist())


def test_constant_weights_give_trees():
    """All ties: the first transition that may be done, for ever."""
    for name in NAMES:
        parser = parsers.Parser(parsers.placed(name, "none"), (1, 2, 17))
        parser.weights[:] = 0
        for sentence in parser.search()[0]:
            assert not list(twins.problems(sentence.tolist(), one_root=True))


@pytest.mark.parametrize(("name", "slow"), [("covington", "NO_ARC"), ("swap", "SWAP")])
def test_the_longest_derivations_come_to_their_end(name, slow):
    """All words are passed over by each, or all are exchanged: quadratic, and not cut off."""
    words = 100
    system = systems[name]
    parser = parsers.Parser(system, (words,), text="permitted", bits=4)
    parser.weights[:] = 0
    names = list(system)
    for transition, score in ((slow, 3), ("SHIFT", 2)):
        parser.weights[:, parser.classes.tables.starts[names.index(transition)]] = score
    times = np.zeros(len(names) + 1, np.int64)
    parser.search(times=times)
    steps = times.sum()
    pairs = words * (words - 1) // 2
    assert steps == words + pairs if name == "covington" else words + pairs < steps
    assert steps < most_steps(words)
