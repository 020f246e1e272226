"""The precision of transitions."""

import pytest

from multiplane.calculus.derivation import derive
from multiplane.errors import NotPermitted
from multiplane.evaluation.transitions import TransitionScore, by_transition
from multiplane.oracles.static import StaticOracle
from multiplane.systems import systems

GOLD = [(2, "det"), (3, "nsubj"), (0, "root"), (3, "obj")]


def test_arcs_are_judged_by_head_and_label():
    steps = [
        ("SHIFT", ""),
        ("LEFT-ARC", "det"),  # right
        ("SHIFT", ""),
        ("LEFT-ARC", "obj"),  # the wrong label
        ("SHIFT", ""),
        ("RIGHT-ARC", "obj"),  # right
    ]
    found = {row.transition: row for row in by_transition(systems["arc-eager"], [(GOLD, steps)])}
    assert found["LEFT_ARC"] == TransitionScore("LEFT_ARC", 2, 2, 2, 1)
    assert found["RIGHT_ARC"] == TransitionScore("RIGHT_ARC", 1, 1, 1, 1)
    assert found["SHIFT"] == TransitionScore("SHIFT", 3, 0, 0, 0)
    assert found["REDUCE"].times == 0
    assert (found["LEFT_ARC"].precision, found["LEFT_ARC"].unlabelled_precision) == (50, 100)
    assert found["SHIFT"].precision is None
    assert found["RIGHT_ARC"].as_dict()["precision"] == 100


def test_wrong_heads_are_wrong_whatever_the_label():
    steps = [("SHIFT", ""), ("RIGHT_ARC", "nsubj"), ("RIGHT_ARC", "root"), ("REDUCE", "")]
    _, _, _, right = by_transition(systems["arc-eager"], [(GOLD, steps)])
    assert right == TransitionScore("RIGHT_ARC", 2, 2, 0, 0)


@pytest.mark.parametrize(
    "name", ["arc-eager+lba", "easy-first", "undirected-planar", "2-planar[single-head,acyclic]"]
)
def test_the_oracle_is_always_right(name):
    system = systems[name]
    heads = [head for head, _ in GOLD]
    answer = StaticOracle(system).derive(heads)
    labels = {tuple(sorted((head, d))): label for d, (head, label) in enumerate(GOLD, 1)}
    steps, before = [], derive(system, words=4)
    for step in answer.derivation.transitions:
        after = before.then(step)
        (arc,) = (after.last.arcs - before.last.arcs) or [(0, 0)]
        steps.append((step, labels.get(tuple(sorted(arc)), "")))
        before = after
    found = by_transition(system, [(GOLD, steps), (GOLD, steps)])
    assert [row.transition for row in found] == list(system)
    assert sum(row.arcs for row in found) == sum(row.right for row in found) == 6
    assert sum(row.times for row in found) == 2 * len(steps)


def test_what_is_not_permitted_is_an_error():
    with pytest.raises(NotPermitted):
        by_transition(systems["arc-eager"], [(GOLD, [("LEFT_ARC", "det")])])
