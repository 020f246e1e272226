"""Search where machines vote, against plain Python, for systems of all kinds."""

import numpy as np
import pytest
from multiplane.search.voting import parse_by_votes

from multiplane.reference.search import follow
from support import parsers, twins
from support.voting import random_votes

LENGTHS = (2, 0, 4, 1)
NAMES = [
    "arc-eager", "arc-standard-stack", "swap", "covington", "attardi-2", "planar[acyclic]",
    "2-planar[single-head,acyclic]", "arc-eager+lba", "looping",
]  # fmt: skip
NO_DIRECTIONS = np.zeros(0, np.int32), np.zeros(0, np.int8), 0


@pytest.mark.parametrize("place", ["none", "last"])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_that_of_plain_python(name, place):
    system = parsers.placed(name, place)
    labels = 70 if place == "last" else 5
    parser = parsers.Parser(
        system, LENGTHS, 3, one_root=place == "none", labels=labels,
        text=parsers.everything(system), bits=8,
    )  # fmt: skip
    votes = random_votes(5, 1 << 8, len(parser.classes.transitions), machines=2)
    parser.weights = votes
    heads, found = np.full((2, sum(LENGTHS)), -9, np.int32)
    room = parser.room(parser.label_weights, parser.label_weights)
    parse_by_votes(
        parser.batch.starts, parser.blocks, parser.tables, parser.program.tables,
        parser.classes.tables, parser.batch.data, parser.options, votes.tables,
        parser.label_weights, room, votes.most_decisions, NO_DIRECTIONS, heads, found,
    )  # fmt: skip
    at = 0
    for sentence, words in enumerate(LENGTHS):
        situation = follow(system, parser.guide(sentence), words)
        expected = twins.tree(situation, one_root=parser.one_root)
        assert (heads[at : at + words].tolist(), found[at : at + words].tolist()) == expected
        at += words
