"""What may run on the compiled machine never has a word twice in a store; the slow twin looks."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from multiplane.calculus import RE, SH, UN, WORDS, System, copy, drop, move, rotate, stack, β, σ
from multiplane.calculus.search import Search
from multiplane.server.store_room import has_room
from multiplane.systems import systems

MORE = ("9-planar", "2-planar[single-head,acyclic]+lba+rba+lnba+rnba", "attardi-9")
σ2 = stack(2)


def twice(system, words):
    """Is there a configuration with a word twice in one store?"""
    search = Search(system, words, limit=3000)
    return any(
        len(set(contents)) < len(contents) for c in search.came_from for contents in c.stores
    )


@pytest.mark.parametrize("name", [*systems, *MORE])
def test_the_catalogue_has_room(name):
    assert has_room(systems[name])


STEPS = [SH, UN, RE, copy(β, σ2), copy(σ, σ2), copy(β, σ), copy(β[1], σ2), move(β, σ2),
         move(σ2, σ), move(σ2, β), drop(σ2), drop(β), rotate(σ, σ2), copy(σ[1], β)]  # fmt: skip


@st.composite
def copying(draw):
    transitions = {}
    for number in range(draw(st.integers(1, 3))):
        first, *rest = draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3))
        for step in rest:
            first = first >> step
        transitions[f"T{number}"] = first
    return System("copying", transitions, start={σ: [], σ2: [], β: WORDS})


@given(copying())
@settings(max_examples=150)
def test_where_there_is_room_no_word_is_twice_in_a_store(system):
    assume(has_room(system))
    assert not twice(system, 3)


def test_where_a_word_can_be_twice_there_is_no_room():
    grow = System("grow", SHIFT=SH, GROW=copy(σ, σ))
    back = System("back", start={σ: [], σ2: [], β: WORDS}, SHIFT=copy(β, σ2) >> SH, BACK=UN)
    for system in (grow, back):
        assert twice(system, 2)
        assert not has_room(system)
    assert has_room(System("both", start={σ: WORDS, β: WORDS}, SHIFT=SH)).holds is False


def test_stacks_take_turns_in_one_way():
    σ3, start = stack(3), {σ: [], σ2: [], stack(3): [], β: WORDS}
    once = System("once", start=start, SHIFT=SH, TURN=rotate(σ, σ2, σ3))
    assert has_room(once)
    assert not has_room(once.but("twice", OTHER=rotate(σ, σ2)))
    assert not has_room(System("all", SHIFT=SH, TURN=rotate(σ, β)))
