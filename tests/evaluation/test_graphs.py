import doctest
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.conllu import reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.evaluation.graphs import (
    COLUMNS,
    SCORES,
    GraphEvaluation,
    counts,
    evaluate_graphs,
    scores,
)
from multiplane.evaluation.significance import bootstrap, randomized
from multiplane.transforms.enhanced import LabelledGraph, with_graph


def sentence(arcs, words=4):
    lines = [f"{d}\tw{d}\t_\t_\t_\t_\t0\t_\t_\t_\n" for d in range(1, words + 1)]
    return with_graph(next(reads("".join(lines) + "\n")), arcs)


ARCS = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from("ab"), st.integers(1, 4)).filter(
        lambda arc: arc[0] != arc[2]
    )
)


def share(right, of):
    return 100 * len(right) / len(of) if of else None


def f1(one, other):
    """The harmonic mean of precision and recall, as everybody defines it."""
    if not one and not other:
        return None
    if not one & other:
        return 0.0
    precision, recall = len(one & other) / len(other), len(one & other) / len(one)
    return 200 * precision * recall / (precision + recall)


def by_definition(pairs):
    gold = {(s, *arc) for s, (one, _) in enumerate(pairs) for arc in one}
    system = {(s, *arc) for s, (_, other) in enumerate(pairs) for arc in other}
    g, o = ({(s, h, d) for s, h, _, d in arcs} for arcs in (gold, system))
    several = {arc for arc in gold if len({h for s, h, d in g if (s, d) == (arc[0], arc[3])}) > 1}
    return {
        "precision": share(gold & system, system),
        "recall": share(gold & system, gold),
        "f1": f1(gold, system),
        "unlabelled_precision": share(g & o, o),
        "unlabelled_recall": share(g & o, g),
        "unlabelled_f1": f1(g, o),
        "several_heads_recall": share(several & system, several),
        "exact": 100 * sum(set(one) == set(other) for one, other in pairs) / len(pairs),
    }


@given(st.lists(st.tuples(ARCS, ARCS), min_size=1, max_size=4))
def test_scores_are_those_of_the_definitions(pairs):
    found = evaluate_graphs(
        *([sentence(arcs) for arcs in side] for side in zip(*pairs, strict=True))
    )
    assert found.scores == pytest.approx(by_definition(pairs))


def test_a_small_case():
    gold = sentence([(0, "root", 2), (2, "nsubj", 1), (3, "nsubj", 1), (2, "xcomp", 3)])
    system = sentence([(0, "root", 2), (2, "nsubj", 1), (3, "obj", 1)])
    found = evaluate_graphs([gold], [system])
    assert found.totals == dict(zip(COLUMNS, (4, 3, 2, 4, 3, 3, 2, 1, 1, 0), strict=True))
    assert found.f1 == pytest.approx(400 / 7)
    assert found.scores["unlabelled_f1"] == pytest.approx(600 / 7)
    assert found.scores["several_heads_recall"] == 50.0
    assert list(found.scores) == list(SCORES)


def test_nothing_counts():
    empty = LabelledGraph(1, ())
    found = GraphEvaluation(np.array([counts(empty, empty)], np.int64))
    assert found.scores["f1"] is None
    assert found.scores["exact"] == 100.0


def test_significance_takes_the_same_table():
    gold = [sentence([(0, "root", 1), (1, "a", 2)])] * 20
    good, bad = evaluate_graphs(gold, gold), evaluate_graphs(gold, [sentence([])] * 20)
    low, high = bootstrap(good.table, scores, trials=20, seed=1)
    assert low[2] == high[2] == 100.0
    p = randomized(good.table, bad.table, scores, trials=200, seed=1)
    assert p[list(SCORES).index("f1")] < 0.05


def test_the_words_must_be_the_same():
    with pytest.raises(FormatError, match="the end of the file"):
        evaluate_graphs([sentence([])], [])
    with pytest.raises(MultiplaneError, match="no sentences"):
        evaluate_graphs([], [])


def test_examples():
    assert doctest.testmod(import_module("multiplane.evaluation.graphs")).failed == 0
