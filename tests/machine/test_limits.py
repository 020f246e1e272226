"""What may run on the compiled machine never has a word twice in a store; the slow twin looks."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from multiplane.calculus import RE, SH, UN, WORDS, System, copy, drop, move, rotate, stack, β, σ
from multiplane.calculus.search import Search
from multiplane.errors import DefinitionError
from multiplane.machine.explore import explore
from multiplane.machine.limits import refusal
from multiplane.systems import systems

MORE = ("9-planar", "2-planar[single-head,acyclic]+lba+rba+lnba+rnba", "attardi-9")
σ2 = stack(2)


def twice(system, words):
    """Is there a configuration with a word twice in one store?"""
    search = Search(system, words, limit=20_000)
    return any(
        len(set(contents)) < len(contents) for c in search.came_from for contents in c.stores
    )


@pytest.mark.parametrize("name", [*systems, *MORE])
def test_the_catalogue_has_room(name):
    assert refusal(systems[name]) is None


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
    assume(refusal(system) is None)
    assert not twice(system, 3)


def test_where_a_word_can_be_twice_there_is_no_room():
    grow = System("grow", SHIFT=SH, GROW=copy(σ, σ))
    back = System("back", start={σ: [], σ2: [], β: WORDS}, SHIFT=copy(β, σ2) >> SH, BACK=UN)
    for system in (grow, back):
        assert twice(system, 2)
        assert refusal(system)
    both = System("both", start={σ: WORDS, β: WORDS}, SHIFT=SH)
    assert refusal(both).startswith("SHIFT could put a word into σ, which has it already")


def test_rotation_before_a_move_is_seen():
    """The copy that a rotation brings along meets the other one."""
    start = {σ: [], σ2: [], β: WORDS}
    system = System("turned", start=start, SHIFT=copy(β, σ2) >> SH, T=rotate(σ, σ2) >> move(σ, σ2))
    assert twice(system, 2)
    assert "T could put a word into σ2" in refusal(system)


def test_rotated_stores_are_open_on_the_same_side():
    assert "open on different sides" in refusal(System("all", SHIFT=SH, TURN=rotate(σ, β)))


def test_words_may_start_in_several_stores():
    """As long as none of them gets another copy."""
    assert refusal(System("both", start={σ: WORDS, β: WORDS}, DROP=drop(β))) is None
    twice_there = System("two", start={σ: [*WORDS, *WORDS], β: []}, DROP=drop(σ))
    assert refusal(twice_there) == "it starts with a word twice in σ"


def test_many_stacks_are_judged_at_once():
    """Two copies at a time are enough to look at."""
    stacks = [stack(number) for number in range(1, 9)]
    shift, dropped = SH, drop(stacks[0][2])
    for store in stacks[1:]:
        shift, dropped = copy(β, store) >> shift, dropped >> drop(store[2])
    start = {**{store: [] for store in stacks}, β: WORDS}
    turn = rotate(*stacks)
    assert refusal(System("many", start=start, SHIFT=shift, TURN=turn, DROP=dropped)) is None


def test_exploring_asks_for_room_too():
    system = System("over", start={σ: [], σ2: [], β: WORDS}, DUP=copy(β, σ2), SHIFT=SH)
    with pytest.raises(DefinitionError, match="over: DUP could put a word into σ2"):
        explore(system, 2)
