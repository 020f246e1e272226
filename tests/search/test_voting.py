"""Search where machines vote, against plain Python, for systems of all kinds."""

import numpy as np
import pytest

from multiplane.guides.votes_kernel import NO_WEIGHTS, Voting
from multiplane.reference.search import follow
from support import parsers, twins
from support.voting import random_votes

LENGTHS = (2, 0, 4, 1)
NAMES = [
    "arc-eager", "arc-standard-stack", "swap", "covington", "attardi-2", "planar[acyclic]",
    "2-planar[single-head,acyclic]", "arc-eager+lba", "looping",
]  # fmt: skip


@pytest.mark.parametrize("place", ["none", "last"])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_that_of_plain_python(name, place):
    system = parsers.placed(name, place)
    labels = 70 if place == "last" else 5
    parser = parsers.Parser(
        system, LENGTHS, 3, one_root=place == "none", labels=labels,
        text=parsers.everything(system), bits=8,
    )  # fmt: skip
    votes = random_votes(5, 1 << 8, len(parser.classes.tables.transitions), machines=2)
    parser.weights = votes
    decisions = np.zeros(votes.most_decisions)
    scorer = Voting(votes.tables, parser.label_weights, NO_WEIGHTS, 64 - parser.bits, decisions)
    task = parser.task(scores=np.zeros(len(votes.prior)))
    heads, found = parser.search(scorer=scorer, task=task)
    for sentence, words in enumerate(LENGTHS):
        situation = follow(system, parser.guide(sentence), words)
        expected = twins.tree(situation, one_root=parser.one_root)
        assert (heads[sentence].tolist(), found[sentence].tolist()) == expected
