"""Costs that are proved, against exhaustive search."""

import random

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.machine.explore import explore
from multiplane.machine.kernel import apply
from multiplane.oracles.certain import ALL, Search, certain_costs, loss_is_exact
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, gold_for, has_costs
from multiplane.oracles.static import StaticOracle
from multiplane.server.derivations import hand_derivation
from multiplane.systems import systems
from support.exhaustive import UNREACHED, block_of, exact_losses
from support.oracles import BOUNDS, EXACT, PLACES, forests, placed

WITH_COSTS = [
    name for name in dict.fromkeys([*systems, *EXACT, *BOUNDS]) if has_costs(systems[name])
]
HARD = [4, 1, 4, 0]


def compared(system, words, trees, most):
    """Compare costs in reachable configurations with those by exhaustive search; count the two."""
    space = explore(system, words, limit=300_000, with_edges=True)
    exact = exact_losses(space, trees)
    following = {}
    for source, transition, target in space.edges.tolist():
        following.setdefault(source, {})[transition] = target
    rng = random.Random(words)
    pairs = [(at, tree) for at in following for tree in range(len(trees))]
    if len(pairs) > most:
        pairs = rng.sample(pairs, most)
    known = unknown = 0
    for at, tree in pairs:
        oracle = DynamicOracle(system, gold_for(system, trees[tree]))
        names = oracle.machine.program.names  # of families, the space may have more members
        (by_number,) = certain_costs(oracle, [block_of(space, at)])
        found = {names[t]: cost for t, cost in by_number.items()}
        losses = {space.names[t]: int(exact[to, tree]) for t, to in following[at].items()}
        least = min(losses.values())
        expected = {t: loss - least for t, loss in losses.items() if loss < UNREACHED}
        assert not found or found == expected, (space.derivation(at), trees[tree])
        known, unknown = known + bool(found), unknown + (not found)
    return known, unknown


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", WITH_COSTS)
def test_costs_are_those_of_exhaustive_search(name, place):
    """On the forests of three words, in all configurations or many of them."""
    try:
        known, unknown = compared(placed(name, place), 3, forests(3), 500)
    except MultiplaneError as error:
        pytest.skip(str(error))  # no root can be added, or too many configurations
    assert unknown <= known // 20


@pytest.mark.parametrize(("words", "trees"), [(4, 10), (5, 3)])
@pytest.mark.parametrize("name", BOUNDS)
def test_costs_of_longer_sentences(name, words, trees):
    sample = random.Random(name).sample(forests(words), trees)
    try:
        known, unknown = compared(systems[name], words, sample, 120)
    except MultiplaneError as error:
        pytest.skip(str(error))  # side-stack has too many configurations of five words
    assert unknown <= known // 20


def test_costs_of_six_words():
    sample = random.Random(6).sample(forests(5), 2)
    trees = [[*tree, random.Random(sum(tree)).randrange(6)] for tree in sample]
    known, unknown = compared(systems["arc-standard"], 6, trees, 200)
    assert unknown <= known // 20


@pytest.mark.parametrize("name", WITH_COSTS)
def test_whether_the_loss_is_exact(name):
    assert not (loss_is_exact(systems[name]) and name in BOUNDS)
    assert loss_is_exact(systems[name]) or name not in EXACT or "no-covered-roots" in name


def test_what_one_search_has_proved_is_right_for_the_next():
    """A configuration is known by what can still come of it."""
    system, rng = systems["arc-standard"], random.Random(3)
    for tree in rng.sample(forests(5), 8):
        oracle = DynamicOracle(system, gold_for(system, tree))
        search = Search(oracle)
        for _ in range(20):
            block = oracle.machine.start.copy()
            for _ in range(rng.randrange(8)):
                costs = oracle.costs(block)
                if (costs < FORBIDDEN).any():
                    allowed = np.flatnonzero(costs < FORBIDDEN).tolist()
                    apply(block, oracle.machine.code, rng.choice(allowed), 0)
            bound = oracle.loss(block)
            again = Search(oracle).least_loss(block, bound, 10_000)
            found = search.least_loss(block, bound, 10_000)
            assert found.proved
            assert again.proved
            assert found.loss == again.loss


def given(heads):
    return {"forms": ["w"] * len(heads), "heads": list(heads)}


def test_a_bound_is_not_shown_as_a_cost():
    """All that SHIFT leaves possible one by one is not possible together."""
    oracle = DynamicOracle(systems["arc-standard"], gold_for(systems["arc-standard"], HARD))
    block = oracle.machine.start.copy()
    names = oracle.machine.program.names
    apply(block, oracle.machine.code, names.index("SHIFT"), 0)
    assert oracle.costs(block)[names.index("SHIFT")] == 0
    played = hand_derivation({"name": "arc-standard"}, given(HARD), 0, ["SHIFT"], with_costs=True)
    costs = {option["name"]: option["cost"] for option in played["steps"][-1]["permitted"]}
    assert costs == {"SHIFT": 1, "LEFT-ARC": 2, "RIGHT-ARC": 0}


@pytest.mark.parametrize("words", [20, 80])
@pytest.mark.parametrize("name", ["arc-standard", "swap", "attardi-3", "side-stack"])
def test_work_on_long_sentences_is_bounded(name, words, monkeypatch):
    """What would take too long is not known."""
    rng = random.Random(1)
    heads = [rng.randrange(word) for word in range(1, words + 1)]
    machine = DynamicOracle(systems[name], gold_for(systems[name], heads)).machine
    chosen = StaticOracle(systems[name]).derive(heads).derivation
    blocks = [machine.start.copy()]
    for transition in chosen.transitions:
        blocks.append(blocks[-1].copy())
        apply(blocks[-1], machine.code, machine.program.names.index(transition), 0)
    looked, real = [], DynamicOracle.costs_and_least

    def noted(self, block):
        looked.append(block)
        return real(self, block)

    monkeypatch.setattr(DynamicOracle, "costs_and_least", noted)
    oracle = DynamicOracle(systems[name], gold_for(systems[name], heads))
    assert len(list(certain_costs(oracle, blocks))) == len(blocks)
    assert len(looked) <= ALL // (words + 1) + len(blocks)
