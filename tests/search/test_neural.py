"""Searches that a network guides, against plain Python, for all systems."""

from dataclasses import replace

import numpy as np
import pytest

from multiplane.reference.search import follow
from multiplane.search.tree import Trees
from multiplane.systems import systems
from support import networks, parsers, twins

LENGTHS = (2, 0, 4, 1)
NAMES = [*systems, *parsers.OWN]
LABELLED = replace(networks.SMALL, label=0, graph=0)  # classes have labels, no graph head


def expected(parser, batch, slow, *more):
    """What plain Python finds: heads and labels of all words."""
    heads, labels = [], []
    for sentence, words in enumerate(LENGTHS):
        guide = networks.plain_guide(parser, batch, sentence)
        situation = slow(parser.design.system, guide, words, *more)
        settings = parser.design.settings()
        found = twins.tree(
            situation, one_root=settings.one_root, root_label=settings.root_label,
            loose_label=settings.loose_label,
        )  # fmt: skip
        heads, labels = heads + found[0], labels + found[1]
    return heads, labels


def searched(parser, batch):
    heads, labels = np.full((2, batch.words), -9, np.int32)
    parser.run(batch, parser.design.starts(batch.starts), Trees(heads, labels, True))
    return heads.tolist(), labels.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_greedy_search_is_that_of_plain_python(name):
    for place, seed in (("none", 3), ("last", 4)):
        parser, batch = networks.random_parser(
            parsers.placed(name, place), LENGTHS, networks.SMALL, seed, one_root=seed == 3
        )
        assert searched(parser, batch) == expected(parser, batch, follow)


@pytest.mark.parametrize("name", ["arc-eager", "covington", "2-planar[single-head,acyclic]"])
def test_classes_with_labels_are_those_of_plain_python(name):
    parser, batch = networks.random_parser(parsers.placed(name, "first"), LENGTHS, LABELLED, 5)
    assert searched(parser, batch) == expected(parser, batch, follow)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "easy-first"])
def test_beam_search_is_that_of_plain_python(name):
    parser, batch = networks.random_parser(parsers.placed(name, "none"), LENGTHS, networks.SMALL, 6)
    wide = replace(parser, design=replace(parser.design, graphs=False), beam=3)
    assert searched(wide, batch) == expected(wide, batch, twins.beam, 3)


def test_pieces_do_not_change_trees(monkeypatch):
    lengths = (3, 7, 1, 12, 5, 2, 9)
    parser, batch = networks.random_parser(systems["arc-eager"], lengths, networks.SMALL, 7)
    whole = searched(parser, batch)
    monkeypatch.setattr("multiplane.guides.neural.network.TOGETHER", 8)
    assert searched(parser, batch) == whole
