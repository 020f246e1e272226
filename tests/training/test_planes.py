"""Parsers with several planes learn trees whose crossing arcs must be coloured with care."""

import pytest

from multiplane.conllu import read
from multiplane.training.training import train
from support.following import written

HEADS = (4, 4, 1, 0, 2)  # 1 → 3 and 4 → 1 are on one plane, 4 → 2 and 2 → 5 on the other


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("2-planar", {}),
        ("2-planar", {"oracle": "static"}),
        ("2-planar", {"learner": "liblinear"}),
        ("2-planar", {"learner": "libsvm", "split_least": 60}),
        ("2-planar", {"beam": 4}),
        ("3-planar", {}),
        ("2-planar-eager", {}),
        ("undirected-2-planar", {}),
    ],
)
def test_a_tree_of_two_planes_is_learnt(system, options, tmp_path):
    file = written([HEADS] * 40, tmp_path / "train.conllu")
    settings = {"bits": 14} | ({} if "learner" in options else {"epochs": 10}) | options
    parser = train(system, file, **settings)
    (sentence, *_) = parser.parse(read(file))
    assert tuple(sentence.heads) == HEADS
