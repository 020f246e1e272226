"""Buffer transitions are right where their policy wants them, and nothing else is right there."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.errors import DefinitionError, UnknownName
from multiplane.machine.kernel import apply, is_terminal
from multiplane.machine.permission import permitted
from multiplane.oracles.choice import put_off, use_preferred, use_wholes
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle
from multiplane.oracles.gold import gold
from multiplane.oracles.loss import errors
from multiplane.oracles.preference import preferences
from multiplane.oracles.right import judge, tree_oracle
from multiplane.systems import systems
from multiplane.systems.buffer import POLICIES, with_policy
from support import strategies
from support.oracles import forests

SYSTEMS = ["arc-eager+lba", "arc-eager+lba+rba", "arc-hybrid+rba", "arc-standard+lba+rba",
           "planar[single-head,acyclic]+lba+rba", "2-planar[single-head,acyclic]+rba",
           "arc-eager+lba+rnba"]  # fmt: skip


def by_definition(system, names, costs, before, after):
    """The names that are right among those that cost nothing."""
    free = [name for name, cost in zip(names, costs, strict=True) if cost == 0]
    fitting = []
    for name in system.prefer:
        if name in free:
            ((h, d),) = after(name) - before
            if name not in system.short or abs(h - d) == 1:
                fitting.append(name)
    if fitting:
        return {fitting[0]}
    return {name for name in free if name not in system.prefer} or set(free)


@settings(max_examples=150)
@given(strategies.trees(7), st.sampled_from(SYSTEMS), st.sampled_from(POLICIES), st.data())
def test_what_is_right_along_derivations(tree, name, policy, data):
    system = with_policy(systems[name], policy)
    words = tree.n
    heads = tree.heads
    oracle = DynamicOracle(system, gold(heads))
    names, prefer = oracle.machine.program.names, preferences(system, 0)
    block = oracle.machine.start.copy()

    def arcs(of):
        return set(oracle.machine.configuration(of).arcs)

    def after(transition):
        trial = block.copy()
        apply(trial, oracle.machine.code, names.index(transition), 0)
        return arcs(trial)

    for _ in range(4 * words):
        costs = oracle.costs(block)
        if not (costs < FORBIDDEN).any():
            break
        cost = np.append(costs, FORBIDDEN).astype(np.int32)
        open_ = cost < FORBIDDEN
        use_preferred(block, prefer, oracle.tree, open_, cost)
        right = {names[t] for t in range(len(names)) if cost[t] == 0}
        assert right == by_definition(system, names, costs, arcs(block), after)
        permitted = sorted(names[t] for t in range(len(names)) if open_[t])
        followed = data.draw(st.sampled_from(sorted(right) * 4 + permitted))
        apply(block, oracle.machine.code, names.index(followed), 0)


@pytest.mark.parametrize("name", systems)
def test_which_transitions_are_parts_of_others(name):
    names = [transition for transition, _ in systems[name].actions(4)]
    found = {(names[part], names[whole]) for part, whole in preferences(systems[name], 4).wholes}
    assert found == {
        "2-planar-eager": {("REDUCE", "REDUCE_BOTH"), ("LEFT_ARC", "LEFT_BOTH")},
    }.get(name, set())


def along(system, tree, data, choose):
    """Yield what loses nothing, and what of it a choice leaves, step by step on a random way."""
    oracle = DynamicOracle(system, gold(tree.heads))
    names, block = oracle.machine.program.names, oracle.machine.start.copy()
    while ((costs := oracle.costs(block)) < FORBIDDEN).any():
        cost = np.append(costs, FORBIDDEN).astype(np.int32)
        choose(cost < FORBIDDEN, cost)
        free, right = ({names[t] for t in range(len(names)) if c[t] == 0} for c in (costs, cost))
        yield free, right
        permitted = sorted(names[t] for t in range(len(names)) if costs[t] < FORBIDDEN)
        followed = data.draw(st.sampled_from(sorted(right) * 4 + permitted))
        apply(block, oracle.machine.code, names.index(followed), 0)


@given(strategies.trees(7), st.data())
def test_parts_are_left_alone_where_their_whole_loses_nothing(tree, data):
    system = systems["2-planar-eager"]
    pairs, parts = preferences(system, 0).wholes, {"REDUCE": "REDUCE_BOTH", "LEFT_ARC": "LEFT_BOTH"}
    for free, right in along(system, tree, data, partial(use_wholes, pairs)):
        assert right == {one for one in free if parts.get(one) not in free}


@pytest.mark.parametrize("name", systems)
def test_which_transitions_set_words_aside(name):
    names = [transition for transition, _ in systems[name].actions(4)]
    found = {names[t] for t in preferences(systems[name], 4).asides}
    assert found == {"side-stack": {"ASIDE"}}.get(name, set())


@given(strategies.trees(7), st.data())
def test_words_are_set_aside_only_where_all_else_loses_something(tree, data):
    system = systems["side-stack"]
    asides = preferences(system, 0).asides
    for free, right in along(system, tree, data, partial(put_off, asides)):
        assert right == (free - {"ASIDE"} or free)


def test_learners_of_side_stack_lose_no_head_of_short_trees():
    """Whatever is right by the oracle of training, followed in all ways, leads to the tree."""
    system = systems["side-stack"]
    asked = tree_oracle(system, static=False)
    for heads in forests(4):
        oracle = DynamicOracle(system, gold(heads))
        code = oracle.machine.code
        waiting = [oracle.machine.start.copy()]
        while waiting:
            block = waiting.pop()
            if is_terminal(block, code):
                assert errors(block, oracle.tree, oracle.model) == 0, heads
                continue
            open_ = np.array([permitted(block, code, t) for t in range(code.transitions)] + [False])
            cost = np.zeros(len(open_), np.int32)
            judge(asked, oracle.tree, block, code, open_, cost)
            for t in np.flatnonzero(open_ & (cost == 0)):
                waiting.append(block.copy())
                apply(waiting[-1], code, t, 0)


def test_policies():
    assert with_policy(systems["arc-eager+lba"], "short") == systems["arc-eager+lba"]
    assert with_policy(systems["arc-eager+lba+rnba"], "any").short == ()
    assert systems["arc-eager+lba+rnba"].short == ("LEFT_BUFFER_ARC",)
    assert with_policy(systems["arc-eager+lba"], "free").prefer == ()
    with pytest.raises(DefinitionError, match="arc-eager has no buffer transitions"):
        with_policy(systems["arc-eager"], "any")
    with pytest.raises(UnknownName, match="choose from short, any, free"):
        with_policy(systems["arc-eager+lba"], "long")
