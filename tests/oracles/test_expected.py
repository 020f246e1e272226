"""Expected costs against the definition, exhaustively on short sentences, for every system."""

import random
from itertools import product
from operator import ne

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.machine.explore import ends_are_final
from multiplane.machine.kernel import apply, is_terminal
from multiplane.machine.layout import ARCS, SWITCHES, machine
from multiplane.machine.permission import permitted
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.dynamic import DynamicOracle, has_costs, root_last
from multiplane.oracles.expected import CLOSED, full_cost
from multiplane.oracles.gold import gold
from multiplane.oracles.gold_graph import GoldGraph
from multiplane.oracles.graph_loss import graph_errors, graph_loss
from multiplane.oracles.reach import reach_table
from multiplane.oracles.right import graph_oracle
from multiplane.systems import systems
from support.beliefs import Expected, Explored, matrix
from support.oracles import DAGS, PLACES, forests, placed
from support.strategies import systems as any_systems

WORDS = 3
LISTED = list(systems)
MOST = 600  # configurations compared for each length
# All ways to give words heads, another word or the root.
HEADS = [h for h in product(range(WORDS + 1), repeat=WORDS) if all(map(ne, h, range(1, WORDS + 1)))]


def configurations(explored, seed=0):
    """All configurations that have a successor, or a sample."""
    found = list(explored.following)
    return found if len(found) <= MOST else random.Random(seed).sample(found, MOST)


def open_in(expected, block):
    code = expected.machine.code
    return np.array([permitted(block, code, t) for t in range(code.transitions)], np.bool_)


def after(expected, block, transition):
    following = block.copy()
    apply(following, expected.machine.code, transition, 0)
    return following


def slow_costs(expected, block):
    """Expected costs by looking at all words before and after each transition."""
    e = expected
    code, rotates = e.machine.code, e.prospects.changes.rotates

    def cost(then, t):
        then = after(e, then, t)
        if not rotates[t]:
            return full_cost(block, then, code, e.prospects, e.beliefs, e.first, e.room)
        return min((cost(then, u) for u in np.flatnonzero(open_in(e, then))), default=0)

    open_ = open_in(e, block)
    return [cost(block, t) if open_[t] else CLOSED for t in range(code.transitions)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LISTED)
def test_arcs_that_no_derivation_can_build_any_more(name, place):
    """Where the table of `reach` is exact, so are costs; elsewhere no arc is lost too early.

    In which systems it is exact, `test_reach` says.

    Right after a rotation, what it has cost counts as reachable: its cost was that of the best
    step, so the steps that follow are compared by what they add to it.
    """
    system = placed(name, place)
    exact = reach_table(system).exact
    for words in range(1, WORDS + 1):
        chances = matrix(words, words)
        try:
            explored = Explored(system, words, limit=20_000)
        except MultiplaneError:  # three stacks and a root
            assert words == WORDS
            break
        expected = Expected(system, chances)
        single, rotates = expected.prospects.single, expected.prospects.changes.rotates
        for at in configurations(explored):
            block = explored.block(at)
            if block[SWITCHES]:
                continue
            if exact:
                wanted = explored.costs(at, chances, single=single, rotates=rotates)
                found = expected.costs(block, open_in(expected, block))
                assert set(np.flatnonzero(found != CLOSED)) == set(wanted)
                for t, cost in wanted.items():
                    assert found[t] == pytest.approx(cost, abs=1e-5), explored.space.derivation(at)
            else:
                lost = full_cost(
                    expected.machine.start,
                    block,
                    expected.machine.code,
                    expected.prospects,
                    expected.beliefs,
                    expected.first,
                    expected.room,
                )
                assert lost <= explored.lost(at, chances, single=single) + 1e-5


def test_arcs_between_linked_words_are_not_lost_if_they_can_be_built():
    for words in range(1, WORDS + 1):
        chances = matrix(words, words)
        explored, expected = Explored(DAGS, words), Expected(DAGS, chances)
        e, code = expected, expected.machine.code
        for at in configurations(explored):
            block = explored.block(at)
            start = e.machine.start
            lost = full_cost(start, block, code, e.prospects, e.beliefs, e.first, e.room)
            assert lost <= explored.lost(at, chances, single=False) + 1e-5
        follow(expected, random.Random(words))


@pytest.mark.parametrize("name", [name for name in LISTED if has_costs(systems[name])])
def test_means_of_the_losses_of_all_head_assignments(name):
    """Draw the head of each word by itself; add up the losses of arcs, each considered alone.

    Alone means by the table of `reach`: without the oracle's look at components, whose tops must
    not be covered in some systems.
    """
    system = systems[name]
    oracles = {
        (h, d): DynamicOracle(
            system,
            gold([h if e == d else -1 for e in range(1, WORDS + 1)], root_last=root_last(system)),
        )
        for d, h in product(range(1, WORDS + 1), range(WORDS + 1))
        if h != d
    }
    for oracle in oracles.values():
        oracle.model = oracle.model._replace(covers=False)

    def loss_of(block):
        """Add up the losses of arcs; without direction, other arcs count as wrong there."""
        wrong = 0 if system.directed else block[ARCS]
        found = {arc: oracle.loss(block) - wrong for arc, oracle in oracles.items()}
        return {heads: wrong + sum(found[h, d] for d, h in enumerate(heads, 1)) for heads in HEADS}

    compare_with_means(system, loss_of)


@pytest.mark.parametrize("name", [name for name in LISTED if not has_costs(systems[name])])
def test_means_of_the_losses_of_graphs_where_words_may_have_several_heads(name):
    """The other systems: dynamic oracles are for single heads, so the loss is that of graphs.

    Alone means without the oracle's look at arcs that cut each other off.
    """
    system = systems[name]
    ready = machine(system, WORDS)
    code, start = ready.code, ready.start
    oracle, final = graph_oracle(system)._replace(moves_with_arcs=False), ends_are_final(system)
    work = np.zeros((WORK, WORDS + 2), np.int32)
    graphs = {}
    for heads in HEADS:
        arcs = [(h, d) for d, h in enumerate(heads, 1) if h]  # roots have no arc
        columns = np.array(arcs, np.int32).reshape(-1, 2).T
        labels = np.zeros(len(arcs), np.int32)
        graphs[heads] = GoldGraph(columns[0], labels, columns[1], work, start.copy())

    def loss_of(block):
        if final and is_terminal(block, code):
            return {heads: graph_errors(block, graphs[heads]) for heads in HEADS}
        return {heads: graph_loss(block, code, graphs[heads], oracle) for heads in HEADS}

    compare_with_means(system, loss_of)


def compare_with_means(system, loss_of):
    """Compare costs with how much losses grow on average, in configurations of a few words.

    `loss_of` gives the loss of a configuration for all ways to give words heads.
    """
    chances = matrix(WORDS, 5)
    explored, expected = Explored(system, WORDS), Expected(system, chances)
    likely = {heads: np.prod([chances[d, h] for d, h in enumerate(heads)]) for heads in HEADS}
    assert sum(likely.values()) == pytest.approx(1)
    for at in random.Random(1).sample(configurations(explored), min(60, len(explored.following))):
        block = explored.block(at)
        if block[SWITCHES]:
            continue
        found, before = expected.costs(block, open_in(expected, block)), loss_of(block)
        for t, _ in explored.following[at]:
            if expected.prospects.changes.rotates[t]:
                continue
            then = loss_of(after(expected, block, t))
            mean = sum(likely[heads] * (then[heads] - before[heads]) for heads in HEADS)
            assert found[t] == pytest.approx(mean, abs=1e-5)


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid"])
def test_means_of_the_costs_of_trees_in_arc_decomposable_systems(name, place):
    """Draw whole projective trees, whose heads depend on each other."""
    system = placed(name, place)
    golds = [gold(tree, root_last=root_last(system)) for tree in forests(WORDS)]
    golds = [tree for tree in golds if len(tree.excluded) == 0]
    weights = np.random.default_rng(3).dirichlet(np.full(len(golds), 0.3))
    chances = np.zeros((WORDS, WORDS + 1))
    for tree, weight in zip(golds, weights, strict=True):
        chances[np.arange(WORDS), tree.heads[1:]] += weight
    explored, expected = Explored(system, WORDS), Expected(system, chances)
    oracles = [DynamicOracle(system, tree) for tree in golds]
    for at in configurations(explored):
        block = explored.block(at)
        found = expected.costs(block, open_in(expected, block))
        for t, _ in explored.following[at]:
            then = after(expected, block, t)
            losses = [oracle.loss(then) - oracle.loss(block) for oracle in oracles]
            assert found[t] == pytest.approx(float(np.dot(weights, losses)), abs=1e-5)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LISTED)
def test_few_words_tell_as_much_as_all(name, place):
    rng = random.Random(name + place)
    system = placed(name, place)
    for words, kept in ((1, {}), (4, {}), (8, {}), (12, {"most": 4, "least": 0.02})):
        expected = Expected(system, matrix(words, words), **kept)
        for _ in range(4):
            follow(expected, rng)


def follow(expected, rng):
    """Compare along a random derivation."""
    block = expected.machine.start.copy()
    for _ in range(80):
        open_ = open_in(expected, block)
        if not open_.any():
            break
        found = expected.costs(block, open_)
        assert found.tolist() == pytest.approx(slow_costs(expected, block), abs=1e-4)
        block = after(expected, block, rng.choice(np.flatnonzero(open_).tolist()))


@settings(max_examples=40, deadline=None)
@given(any_systems(), st.integers(1, 9), st.randoms(use_true_random=False))
def test_few_words_tell_as_much_as_all_in_systems_nobody_has_thought_of(system, words, rng):
    try:
        expected = Expected(system, matrix(words, words))
    except MultiplaneError:  # the machine cannot run it
        return
    follow(expected, rng)


def test_only_what_is_open_is_computed():
    expected = Expected(systems["arc-eager"], matrix(4, 1))
    block = after(expected, expected.machine.start, 0)
    open_ = open_in(expected, block)
    open_[0] = False
    assert expected.costs(block, open_)[0] == CLOSED


@pytest.mark.parametrize("name", [name for name in LISTED if systems[name].directed])
def test_costs_take_the_same_time_in_long_sentences(name):
    """All transitions but rotations change few words: none needs a look at all of them."""
    found = Expected(systems[name], matrix(3, 1)).prospects.changes
    assert (found.local | found.rotates).all()
