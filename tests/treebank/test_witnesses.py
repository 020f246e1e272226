"""Witnesses of a census: sentences outside a class, with their planes."""

import io

import pytest

from multiplane.conllu import read
from multiplane.errors import FormatError
from multiplane.treebank.census import census
from multiplane.treebank.witnesses import CLASSES, Witnesses, with_planes
from support import naive
from support.paths import NOT_TREES, STRUCTURES


def test_witnesses_have_their_planes(tmp_path):
    with Witnesses(tmp_path) as witnesses:
        census(STRUCTURES, NOT_TREES, watch=[witnesses.take])
    assert witnesses.counts["not-2-planar"] == witnesses.counts["ill-nested"] == 1
    assert witnesses.counts["left-out"] == 3
    (sentence,) = read(tmp_path / "not-2-planar.conllu")
    assert sentence.comments[0] == f"# found_at = {STRUCTURES}:35"
    plane = [misc.split("Plane=")[1] if "Plane=" in misc else None for misc in sentence.misc]
    assert plane[6] is None
    arcs = {(h, d): plane[d - 1] for d, h in enumerate(sentence.heads, 1) if h}
    for a, b in map(tuple, naive.crossing_pairs(sentence.graph)):
        assert arcs[a] != arcs[b]
    assert (tmp_path / "not-4-planar.conllu").read_text() == ""
    assert {path.stem for path in tmp_path.iterdir()} == {*CLASSES, "left-out"}


def test_no_witnesses_are_left_by_work_that_failed(tmp_path):
    with pytest.raises(FormatError), Witnesses(tmp_path) as witnesses:
        census(STRUCTURES, NOT_TREES, watch=[witnesses.take], on_error="stop")
    assert list(tmp_path.iterdir()) == []


def test_planes_in_misc_keep_what_else_is_there():
    sentence = next(read(STRUCTURES))
    assert "SpaceAfter=No|Plane=2" in with_planes(sentence, {4: 2})
    again = with_planes(sentence, {4: 2}).replace("\n", "\r\n")
    other = next(read(io.StringIO(again)))
    assert "SpaceAfter=No|Plane=1\r\n" in with_planes(other, {4: 1})
    conllx = "1\ta\ta\tX\tX\t_\t2\tdep\t2\tother\n2\tb\tb\tX\tX\t_\t0\tROOT\t0\tROOT\n"
    text = with_planes(next(read(io.StringIO(conllx))), {1: 1})
    assert "\t2\tdep\t_\tPHEAD=2|PDEPREL=other|Plane=1\n" in text
