"""Committees: the weights of a sum, by their definition."""

import numpy as np
import pytest

from multiplane.guides.packing import LARGEST
from multiplane.training.committee import APART, Committee, added_up
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft
from multiplane.training.examples import Examples
from multiplane.training.learner import Learner
from multiplane.training.options import Options
from multiplane.training.training import train
from support import toy


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy") / "plain"
    place.write_text(toy.treebank(60))
    return place


def averages(learner):
    steps = np.float32(learner.averages.clock[0])
    return learner.table.weights - learner.averages.totals / steps


def test_weights_are_the_sum_of_the_averages_of_all_members(file):
    design, seen = draft("arc-eager", read_corpus([file]), Options(bits=14))
    examples = Examples.of(seen, design, design.labels)
    seeds = [1, 1 + APART, 1 + 2 * APART]
    committee, alone = (
        [Learner(examples, 1, seed, static=False) for seed in seeds] for _ in range(2)
    )
    together = Committee(committee, added_up)
    progress = list(together.epoch(0.0))
    assert progress == sorted(progress)
    assert progress[-1] == len(examples.batch)
    for learner in alone:
        list(learner.epoch(0.0))
    assert not (averages(alone[0]) == averages(alone[1])).all()
    total = sum(averages(learner) for learner in alone)
    expected = np.round(total * LARGEST / np.abs(total).max())
    assert np.abs(together.parser().weights - expected).max() <= 1  # ties of rounding


@pytest.mark.parametrize("more", [{}, {"beam": 4}])
def test_a_parser_of_several_members(file, more):
    parsers = [
        train("arc-eager", file, file, bits=14, epochs=2, members=members, seed=seed, **more)
        for members, seed in ((1, 1), (2, 1), (2, 1), (2, 2))
    ]
    one, two, again, other = (parser.weights for parser in parsers)
    assert (two == again).all()
    assert not (two == one).all()
    assert not (two == other).all()
    assert parsers[1].training["members"] == 2
    assert toy.las(parsers[1], file) > 99
