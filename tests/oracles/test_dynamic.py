"""The dynamic oracle against exhaustive search."""

import random
from time import process_time

import pytest

from multiplane.errors import DefinitionError, MultiplaneError
from multiplane.graph import Graph
from multiplane.machine.explore import explore
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, gold_for, has_costs, loss_model
from multiplane.oracles.right import tree_oracle
from multiplane.oracles.trace import trace
from multiplane.systems import systems
from multiplane.systems.planar import single_headed
from multiplane.systems.undirected import undirected
from support.exhaustive import block_of, exact_losses
from support.oracles import (
    BOUNDS,
    EXACT,
    OF_FIVE_WORDS,
    OF_FOUR_WORDS,
    OF_SIX_WORDS,
    PLACES,
    forests,
    placed,
)


def disagreements(system, words, most):
    """Compare losses on all pairs of a reachable configuration and a forest, or a sample."""
    space, trees = explore(system, words, with_edges=True), forests(words)
    if len(trees) > 300:
        trees = random.Random(words).sample(trees, 300)
    exact = exact_losses(space, trees)
    pairs = len(exact) * len(trees)
    rng = random.Random(words)
    chosen = range(pairs) if pairs <= most else [rng.randrange(pairs) for _ in range(most)]
    oracles = [DynamicOracle(system, gold_for(system, t)) for t in trees]
    for pair in chosen:
        at, tree = divmod(pair, len(trees))
        found = oracles[tree].loss(block_of(space, at))
        if found != exact[at, tree]:
            yield space, at, trees[tree], found, int(exact[at, tree])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", EXACT)
def test_the_loss_is_exact(name, place):
    system = placed(name, place)
    for words in (1, 2, 3):
        wrong = list(disagreements(system, words, 20_000))
        assert not wrong, (wrong[0][0].derivation(wrong[0][1]), wrong[0][2:])
    assert name not in OF_FOUR_WORDS or not list(disagreements(system, 4, 6_000))


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", OF_FOUR_WORDS)
def test_the_loss_is_exact_for_all_configurations_of_four_words(name, place):
    assert not list(disagreements(placed(name, place), 4, 5_000_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_FIVE_WORDS)
def test_the_loss_is_exact_on_samples_of_five_words(name):
    assert not list(disagreements(systems[name], 5, 20_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_SIX_WORDS)
def test_the_loss_is_exact_on_samples_of_six_words(name):
    assert not list(disagreements(systems[name], 6, 20_000))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", BOUNDS)
def test_the_loss_is_never_too_high(name, place):
    system = placed(name, place)
    for words in (2, 3):
        for _, _, _, found, exact in disagreements(system, words, 5_000):
            assert found < exact


@pytest.mark.parametrize("name", ["arc-eager", "2-planar[single-head,acyclic]", "covington"])
def test_costs_are_differences_of_losses(name):
    system, trees = systems[name], forests(3)
    space = explore(system, 3, with_edges=True)
    exact = exact_losses(space, trees)
    successors = {}
    for source, transition, target in space.edges.tolist():
        successors.setdefault(source, {})[transition] = target
    rng = random.Random(1)
    for _ in range(1500):
        at, tree = rng.choice(list(successors)), rng.randrange(len(trees))
        found = DynamicOracle(system, gold_for(system, trees[tree])).costs(block_of(space, at))
        losses = {t: int(exact[target, tree]) for t, target in successors[at].items()}
        best = min(losses.values())
        for t, cost in enumerate(found.tolist()):
            assert cost == (losses[t] - best if t in losses else FORBIDDEN)


def test_several_heads_have_no_costs():
    with pytest.raises(DefinitionError, match="several heads"):
        DynamicOracle(systems["dag-arc-eager"], gold_for(systems["arc-eager"], [0]))
    found = trace(systems["dag-arc-eager"], Graph(3, frozenset({(1, 3), (2, 3), (1, 2)})))
    assert found.derivation.graph.arcs == {(1, 3), (2, 3), (1, 2)}
    with pytest.raises(MultiplaneError, match="no derivation of this graph: every output"):
        trace(systems["dag-arc-eager"], Graph(4, frozenset({(1, 3), (2, 4), (1, 4), (3, 4)})))


@pytest.mark.parametrize("name", ["planar", "2-planar", "planar[single-head]"])
def test_edges_that_may_close_cycles_have_no_costs(name):
    system = undirected(systems[name])
    assert system.name == f"undirected-{name}"
    assert not has_costs(system)
    with pytest.raises(DefinitionError, match=r"edges may close cycles; .* ¬linked"):
        DynamicOracle(system, gold_for(system, [2, 0]))
    with pytest.raises(DefinitionError, match="edges may close cycles"):
        tree_oracle(system, static=True)


def test_edges_without_cycles_have_costs():
    system = undirected(systems["planar[acyclic]"])
    assert system.name == "undirected-planar[acyclic]"
    assert loss_model(system) is not None
    assert undirected(systems["planar[single-head,acyclic]"]).name == "undirected-planar"


def test_unknown_heads_cost_nothing():
    oracle = DynamicOracle(systems["arc-eager"], gold_for(systems["arc-eager"], [-1, -1, -1]))
    assert set(oracle.costs(oracle.machine.start).tolist()) <= {0, FORBIDDEN}
    assert oracle.loss(oracle.machine.start) == 0


@pytest.mark.parametrize("name", ["2-planar", "3-planar", "2-planar-eager", "undirected-2-planar"])
def test_long_random_trees(name):
    """Up to now the search for arcs to give up took a second, in 3-planar, for a configuration."""
    rng = random.Random(1)
    heads = [rng.randrange(word) for word in range(1, 301)]
    system = systems[single_headed(name)]
    oracle = DynamicOracle(system, gold_for(system, heads))
    block = oracle.machine.start
    oracle.costs(block)  # compiles
    begin = process_time()
    for _ in range(20):
        oracle.costs(block)
    assert process_time() - begin < 1
