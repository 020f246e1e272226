"""Rare features: what is counted, and what is left out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.native import lean_entry
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft
from multiplane.training.examples import Examples
from multiplane.training.frequent import keep_frequent
from multiplane.training.learner import Learner
from multiplane.training.options import Options
from multiplane.training.training import train
from support import toy

ROWS = 6


@lean_entry
def kept(found, count, times, least, counting):
    return keep_frequent(found, count, times, least, counting)


@given(
    st.lists(st.lists(st.integers(0, ROWS - 1), max_size=5), max_size=8),
    st.integers(0, 4),
    st.integers(0, 8),
)
def test_a_feature_counts_from_its_nth_occurrence_on(looks, least, first):
    times, before = np.zeros(ROWS, np.int32), [0] * ROWS
    for number, rows in enumerate(looks):
        counting = number < first
        found = np.array([*rows, 0], np.int64)  # the last is beyond those counted
        count = kept(found, len(rows), times, least, counting)
        expected = []
        for row in rows:
            before[row] += counting
            if before[row] >= least:
                expected.append(row)
        assert found[:count].tolist() == expected
    assert times.tolist() == before


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy") / "plain"
    place.write_text(toy.treebank(60))
    return place


def learner_of(file, system, beam, cutoff):
    design, seen = draft(system, read_corpus([file]), Options(bits=14))
    examples = Examples.of(seen, design, design.labels)
    return Learner(examples, beam, seed=1, static=False, cutoff=cutoff)


@pytest.mark.parametrize(
    ("system", "beam"), [("arc-eager", 1), ("arc-eager", 4), ("easy-first", 1)]
)
def test_only_frequent_features_get_weights(file, system, beam):
    learner = learner_of(file, system, beam, cutoff=5)
    list(learner.epoch(0.0))
    times = learner.table.times.copy()
    list(learner.epoch(0.9))
    assert (learner.table.times == times).all()  # only the first epoch counts
    assert ((times > 0) & (times < 5)).any()
    assert not learner.table.weights[times < 5].any()
    assert not learner.averages.totals[times < 5].any()
    assert learner.table.weights.any()


def test_without_a_cutoff_nothing_is_counted(file):
    learner = learner_of(file, "arc-eager", 1, cutoff=1)
    list(learner.epoch(0.0))
    assert learner.table.weights.any()
    assert not learner.table.times.any()


def test_small_treebanks_have_a_cutoff_by_default(file):
    found = {
        cutoff: train("arc-eager", file, bits=14, epochs=2, cutoff=cutoff)
        for cutoff in (None, 1, 5)
    }
    assert [found[cutoff].training["cutoff"] for cutoff in found] == [5, 1, 5]
    assert (found[None].weights == found[5].weights).all()
    rows = {cutoff: int(parser.weights.any(1).sum()) for cutoff, parser in found.items()}
    assert rows[5] < rows[1]
    assert Options().least(49_999) == 5
    assert Options().least(50_000) == 1
    assert Options(beam=8).least(100) == Options(graphs=True).least(100) == 1
    assert Options(beam=8, cutoff=2).least(100) == 2
