"""Two treebanks compared."""

import io
from itertools import combinations

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.evaluation.significance import dealt
from multiplane.evaluation.treebanks import COLUMNS, SHARES, Trees, compare, scores
from multiplane.treebank.census import census
from support.paths import NOT_TREES, STRUCTURES


def test_dealing_comes_close_to_all_ways_to_deal():
    first, second = [5, 3, 4, 6], [3, 1, 2, 2, 4, 1]
    columns = [np.array([[value, 1] for value in values]) for values in (first, second)]

    def mean(sums):
        return sums[..., :1] / sums[..., 1:]

    everything, seen = first + second, abs(np.mean(first) - np.mean(second))
    as_far = [
        abs(sum(chosen) / 4 - (sum(everything) - sum(chosen)) / 6) >= seen - 1e-9
        for chosen in combinations(everything, 4)
    ]
    (p,) = dealt(*columns, mean, trials=20_000, seed=3)
    assert p == pytest.approx(np.mean(as_far), abs=0.015)


def test_samples_of_different_size_that_do_not_differ():
    """The p-values of such samples are spread evenly, so that few are small."""
    random = np.random.default_rng(5)
    values = []
    for seed in range(200):
        one, other = (np.stack([random.integers(0, 2, n), np.ones(n, int)], 1) for n in (20, 150))
        (p,) = dealt(one, other, lambda sums: sums[..., :1] / sums[..., 1:], trials=99, seed=seed)
        values.append(p)
    assert np.mean(np.array(values) <= 0.1) <= 0.16


def test_the_shares_are_those_of_the_census():
    trees = Trees()
    (row,) = census(STRUCTURES, watch=[trees.take])
    assert trees.table.shape == (6, len(COLUMNS))
    found = dict(zip([share.name for share in SHARES], scores(trees.table.sum(0)), strict=True))
    known = row.as_dict()
    for key in ("non_projective", "not_planar", "not_2_planar", "not_3_planar", "ill_nested"):
        assert found[key] == pytest.approx(100 * known[key] / 6)
    assert found["left"] == pytest.approx(known["left"])
    assert found["mean_length"] == pytest.approx(known["mean_length"])
    assert found["non_projective_arcs"] == pytest.approx(100 * row.non_projective_arcs / row.arcs)


def test_two_treebanks():
    rows, contrasts = compare(STRUCTURES, STRUCTURES, trials=50)
    assert [row.trees for row in rows] == [6, 6]
    for each in contrasts:
        assert each.difference == 0
        assert each.p == 1
        assert each.first_interval[0] <= each.first <= each.first_interval[1]
    again = compare(STRUCTURES, NOT_TREES, trials=50)[1]
    assert again == compare(STRUCTURES, NOT_TREES, trials=50)[1]  # the seed is the same


def test_a_treebank_without_arcs_or_trees():
    one = "1\tx\tx\tX\t_\t_\t0\troot\t_\t_\n\n"
    _, contrasts = compare(io.StringIO(one), STRUCTURES, trials=9)
    found = {each.name: each.as_dict() for each in contrasts}
    assert found["mean_length"]["first"] is found["mean_length"]["p"] is None
    assert found["non_projective"]["first"] == 0
    with pytest.raises(MultiplaneError, match="no trees"):
        compare(io.StringIO(""), STRUCTURES)


def test_dutch_and_english_differ(treebanks):
    paths = [treebanks / name / "dev.conllu" for name in ("Dutch-LassySmall", "English-EWT")]
    _, contrasts = compare(*paths, without={"PUNCT"}, trials=200)
    found = {each.name: each for each in contrasts}
    assert found["non_projective"].p < 0.05
    assert found["not_3_planar"].p == 1
