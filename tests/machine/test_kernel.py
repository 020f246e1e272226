"""The compiled machine against the plain semantics, configuration by configuration."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.calculus import (
    RE,
    SH,
    UN,
    WORDS,
    System,
    arc,
    copy,
    drop,
    has_arc,
    has_head,
    linked,
    move,
    rotate,
    stack,
    switched,
    β,
    σ,
)
from multiplane.calculus.vocabulary import CLOSED, NEGATED
from multiplane.errors import DefinitionError
from multiplane.machine import kernel
from multiplane.machine.layout import machine
from multiplane.machine.permission import permitted, takes_label
from multiplane.systems import systems
from multiplane.systems.root import rooted
from support import parsers, strategies
from support.walks import walk, walk_with_labels

NAMES = [
    *systems,
    "planar[directed-acyclic]",
    "4-planar",
    "2-planar[single-head,acyclic]+lba+rba+lnba+rnba",
]


@pytest.mark.parametrize("name", NAMES)
def test_random_derivations(name):
    rng = random.Random(name)
    for words in (0, 1, 2, 3, 7, 12):
        walk(systems[name], words, [rng.randrange(1 << 16) for _ in range(60)])


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("name", ["arc-eager", "2-planar", "swap", "covington", "easy-first"])
def test_random_derivations_with_a_root(name, place):
    rng = random.Random(name)
    for words in (1, 4, 9):
        walk(rooted(systems[name], place), words, [rng.randrange(1 << 16) for _ in range(60)])


@settings(max_examples=60)
@given(strategies.systems(), st.integers(1, 6), st.lists(st.integers(0, 1 << 16), max_size=40))
def test_random_derivations_of_any_system(system, words, choices):
    walk(system, words, choices)


@st.composite
def rotating_systems(draw):
    """Up to five stacks that take turns in one to three ways, copies and arcs between them."""
    stacks = [stack(number) for number in range(1, draw(st.integers(2, 5)) + 1)]
    found = {"SHIFT": copy(β, draw(st.sampled_from(stacks[1:]))) >> SH}
    for number in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(stacks) - 2))
        last = draw(st.integers(first + 2, len(stacks)))
        turn = rotate(*stacks[first:last])
        found[f"TURN{number}"] = turn | ~switched(2) if draw(st.booleans()) else turn
    tops = [store[0] for store in (*stacks, β)]
    for number in range(draw(st.integers(0, 3))):
        one, other = draw(st.lists(st.sampled_from(tops), min_size=2, max_size=2, unique=True))
        found[f"ARC{number}"] = arc(one, other)
    for number in range(draw(st.integers(0, 2))):
        found[f"DROP{number}"] = drop(draw(st.sampled_from(stacks)))
    for number in range(draw(st.integers(0, 2))):  # what an arc may have changed by then
        one, other = draw(st.lists(st.sampled_from(tops), min_size=2, max_size=2, unique=True))
        asked = draw(st.sampled_from([has_head(one), linked(one, other), has_arc(one, other)]))
        first = arc(*draw(st.lists(st.sampled_from(tops), min_size=2, max_size=2, unique=True)))
        found[f"LATE{number}"] = first >> (arc(other, one) | draw(st.sampled_from([asked, ~asked])))
    while True:
        try:
            return System("turning", found, start={**{s: [] for s in stacks}, β: WORDS})
        except DefinitionError as error:  # undefined everywhere: leave it out
            del found[str(error).split(": ")[1]]


@settings(max_examples=150)
@given(rotating_systems(), st.integers(1, 6), st.lists(st.integers(0, 1 << 16), max_size=60))
def test_random_derivations_where_stacks_rotate_in_several_ways(system, words, choices):
    walk(system, words, choices)


CHOICES = st.lists(st.integers(0, 1 << 16), max_size=40)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(words=st.integers(0, 6), choices=CHOICES, parallel=st.integers(2, 3))
def test_labelled_arcs(name, words, choices, parallel):
    walk_with_labels(systems[name], words, choices, 3, parallel)


@settings(max_examples=60)
@given(strategies.systems(), st.integers(1, 5), CHOICES, st.integers(2, 3))
def test_labelled_arcs_of_any_system(system, words, choices, parallel):
    walk_with_labels(system, words, choices, 3, parallel)


@settings(max_examples=60)
@given(rotating_systems(), st.integers(1, 5), CHOICES, st.integers(2, 3))
def test_labelled_arcs_where_stores_share_words(system, words, choices, parallel):
    walk_with_labels(system, words, choices, 3, parallel)


@given(st.integers(1, 6), CHOICES)
def test_labelled_arcs_and_conditions_after_an_arc(words, choices):
    walk_with_labels(parsers.LATE, words, choices, 2, 2)


def test_an_arc_beside_another():
    """The same arc with another label, as long as there are not too many (2013, section 3)."""
    ready = machine(systems["planar"], 2, 2)
    shift, left = (ready.program.names.index(name) for name in ("SHIFT", "LEFT_ARC"))
    block = ready.start.copy()
    kernel.apply(block, ready.code, shift, 0)
    kernel.apply(block, ready.code, left, 7)
    assert permitted(block, ready.code, left)
    assert not takes_label(block, ready.code, left, 7)
    assert takes_label(block, ready.code, left, 8)
    kernel.apply(block, ready.code, left, 8)
    assert not permitted(block, ready.code, left)
    assert ready.arcs(block) == [(2, 7, 1), (2, 8, 1)]


def test_room_for_all_arcs():
    """Every arc that planarity allows, as often as may be: the block has room for all of them."""
    words, parallel = 7, 3
    ready = machine(systems["planar"], words, parallel)
    names, block = ready.program.names, ready.start.copy()
    while not kernel.is_terminal(block, ready.code):
        for name in ("LEFT_ARC", "RIGHT_ARC"):
            for label in range(parallel):
                if permitted(block, ready.code, names.index(name)):
                    kernel.apply(block, ready.code, names.index(name), label)
        kernel.apply(block, ready.code, names.index("SHIFT"), 0)
    assert len(ready.arcs(block)) == 2 * parallel * (words - 1) <= ready.arc_room


BOTH = {σ: [], stack(2): [], β: WORDS}


@pytest.mark.parametrize("parallel", [1, 2])
def test_no_arc_leads_from_a_word_to_itself(parallel):
    """Two stacks hold the same word: an arc between them is undefined there (Definition 1)."""
    system = System(
        "copies", start=BOTH, SHIFT=copy(β, stack(2)) >> SH, ARC=arc(σ[0], stack(2)[0]),
        DROP=drop(σ), LATER=arc(σ[0], β[0]) >> arc(stack(2)[0], σ[0]),
    )  # fmt: skip
    ready = machine(system, 2, parallel)
    names, block = ready.program.names, ready.start.copy()

    def allowed():
        return [n for at, n in enumerate(names) if permitted(block, ready.code, at)]

    kernel.apply(block, ready.code, names.index("SHIFT"), 0)
    assert allowed() == ["SHIFT", "DROP"]
    kernel.apply(block, ready.code, names.index("SHIFT"), 0)
    assert allowed() == ["DROP"]
    kernel.apply(block, ready.code, names.index("DROP"), 0)
    assert allowed() == ["ARC", "DROP"]
    walk(system, 4, [0, 0, 2, 1, 1, 0, 2, 1, 0, 0, 1])


def test_words_that_start_in_two_stores():
    """They share words without a copy; what an arc changes is seen at both places."""
    start = {σ: WORDS, stack(2): WORDS, β: []}
    tops = σ[0], stack(2)[0]
    later = arc(*tops) >> (arc(σ[1], tops[0]) | ~has_head(σ[1]))
    system = System("twins", start=start, ARC=arc(*tops), A=drop(σ), B=drop(stack(2)), LATER=later)
    for seed in range(20):
        rng = random.Random(seed)
        walk(system, 3, [rng.randrange(99) for _ in range(12)])


@pytest.mark.parametrize("name", NAMES)
def test_programs_of_the_catalogue_ask_nothing_new(name):
    """Models depend on the numbers of conditions: no arc here can join a word with itself."""
    rows = machine(systems[name], 0).program.checks
    assert not any(row[0] & (NEGATED - 1) == CLOSED for row in rows)


def test_two_rotations():
    """The second moves what the first brought there."""
    σ2, σ3 = stack(2), stack(3)
    start = {σ: [], σ2: [], σ3: [], β: WORDS}
    system = System("two", start=start, SHIFT=SH, A=rotate(σ, σ2), B=rotate(σ2, σ3))
    ready = machine(system, 2)
    block = ready.start.copy()
    for name in ("SHIFT", "B", "SHIFT"):
        kernel.apply(block, ready.code, ready.program.names.index(name), 0)
    assert ready.configuration(block).stores == ((1, 2), (), (), ())


@given(st.integers(1, 6), st.lists(st.integers(0, 1 << 16), max_size=40))
def test_conditions_after_an_arc(words, choices):
    assert any(machine(parsers.LATE, 1).program.late)
    walk(parsers.LATE, words, choices)


def test_arcs_keep_their_order_and_labels():
    ready = machine(systems["arc-eager"], 3)
    block = ready.start.copy()
    for name, label in [("SHIFT", 0), ("LEFT_ARC", 7), ("SHIFT", 0), ("RIGHT_ARC", 9)]:
        kernel.apply(block, ready.code, ready.program.names.index(name), label)
    assert ready.arcs(block) == [(2, 7, 1), (2, 9, 3)]


def test_too_many_stores():
    with pytest.raises(DefinitionError, match="more than 10 stores"):
        _ = machine(systems["10-planar"], 3).start


@pytest.mark.parametrize(
    ("name", "transition"),
    [
        ("DUP", copy(β, stack(2))),  # again and again
        ("TWICE", copy(β, stack(2)) >> copy(β, stack(2)) >> SH),
        ("BACK", UN),  # and SHIFT copies it again
        ("ACROSS", move(σ, stack(2))),  # which may hold it already
        ("ON", copy(σ, stack(2))),
    ],
)
def test_systems_that_could_overfill_a_store_are_refused(name, transition):
    start = {σ: [], stack(2): [], β: WORDS}
    both = copy(β, stack(2)) >> SH
    assert machine(System("own", start=start, SHIFT=both, REDUCE=RE), 3).start.size
    system = System("own", {name: transition}, start=start, SHIFT=both)
    with pytest.raises(DefinitionError, match=f"own: ({name}|SHIFT) could put"):
        _ = machine(system, 3).start


def test_long_sentences_are_ready_at_once_also_with_families():
    assert machine(systems["easy-first"], 5000).start[0] == 0
