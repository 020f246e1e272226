"""The vocabulary: what its entries claim is true, and all that they name is there."""

from itertools import combinations, permutations, product

import pytest

from multiplane import calculus
from multiplane.calculus import i, j, stack, β, λ1, λ2, σ
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.vocabulary import (
    CONDITIONS,
    HAS_ARC,
    LAST_STEP,
    NEGATED,
    NO_PLACE,
    NUMBER,
    ONE_PLACE,
    PLACE,
    PRESENT,
    STEPS,
    STORE,
    SWITCHED,
    TOP,
    Undirected,
)

NODES = (0, 1, 2)
ARCS = [(head, dependent) for head, dependent in permutations(NODES, 2)]
CONFIGURATIONS = [
    Configuration((), frozenset(arcs)) for size in range(5) for arcs in combinations(ARCS, size)
]
BY_CODE = {condition.code: condition for condition in CONDITIONS.values()}
ABOUT_WORDS = [condition for condition in CONDITIONS.values() if condition.arity]
EACH = pytest.mark.parametrize("condition", ABOUT_WORDS, ids=lambda condition: condition.name)


def facts(condition, configuration):
    """List the words that the condition holds of."""
    places = product(NODES, repeat=condition.arity)
    return {nodes for nodes in places if condition.meaning(configuration, *nodes)}


def implied(known):
    """Close facts, pairs of a code and its words, under `follows_from` and `transitive`."""
    while True:
        new = {
            (condition.code, tuple(words[position] for position in positions))
            for code, words in known
            for condition in CONDITIONS.values()
            for other, positions in condition.follows_from.items()
            if other == code and len(set(words)) == len(words)
        }
        if new <= known:
            return known
        known = known | new


def test_the_codes_that_kernels_know():
    assert [step.code for step in STEPS.values()] == list(range(LAST_STEP + 1))
    codes = [condition.code for condition in CONDITIONS.values()]
    assert len(set(codes)) == len(codes)
    assert all(LAST_STEP < code < NEGATED and code != PRESENT for code in codes)
    # Whoever changes one of these changes what compiled code and its tables mean.
    assert {step.name: step.code for step in STEPS.values()} | {
        name: CONDITIONS[name].code for name in list(CONDITIONS)[:7]
    } == {
        "move": 0,
        "copy": 1,
        "drop": 2,
        "arc": 3,
        "edge": 4,
        "rotate": 5,
        "move_all": 6,
        "has_head": 7,
        "linked": 8,
        "path": 9,
        "has_arc": 10,
        "is_root": 11,
        "precedes": 12,
        "switched": 13,
    }


def test_numbers_of_places():
    assert NO_PLACE == (SWITCHED,)
    assert [code in ONE_PLACE for code in (*BY_CODE, PRESENT)] == [
        *(condition.arity == 1 for condition in BY_CODE.values()),
        True,
    ]
    assert STEPS["rotate"].arity is None


@pytest.mark.parametrize("word", [*STEPS.values(), *CONDITIONS.values()], ids=lambda w: w.name)
def test_each_has_a_function_of_its_name(word):
    given = {PLACE: [i, j], TOP: [i, j], STORE: [σ, stack(2)], NUMBER: [1]}
    if word.name == "move_all":
        given = {STORE: [λ2, λ1]}
    arguments = [given[kind].pop(0) for kind in word.takes * (2 if word.any_number else 1)]
    made = getattr(calculus, word.name)(*arguments)
    assert word.name in calculus.__all__
    if word.name in CONDITIONS:
        assert made.condition is word
        assert len(made.places) == word.arity
    else:
        (step,) = made.steps
        assert step.primitive is word
        assert step.places == tuple(arguments)


def test_a_store_stands_for_its_top():
    for step in STEPS.values():
        if TOP in step.takes:
            others = [σ] * (len(step.takes) - 1)
            function = getattr(calculus, step.name)
            assert function(β, *others) == function(β[0], *others)


@EACH
def test_it_is_printed_with_all_its_words(condition):
    for text in (*condition.text, *condition.says):
        assert all(f"{{{position}}}" in text for position in range(condition.arity))


@EACH
def test_a_word_and_itself(condition):
    if condition.arity == 2 and condition.of_itself is not None:
        for configuration in CONFIGURATIONS:
            for node in NODES:
                assert condition.meaning(configuration, node, node) == condition.of_itself


@EACH
def test_what_it_follows_from(condition):
    for code, positions in condition.follows_from.items():
        for configuration in CONFIGURATIONS:
            for nodes in facts(BY_CODE[code], configuration):
                if len(set(nodes)) == len(nodes):
                    assert condition.meaning(configuration, *(nodes[p] for p in positions))


@EACH
def test_what_it_excludes(condition):
    for code, positions in condition.excludes.items():
        for configuration in CONFIGURATIONS:
            both = product(facts(condition, configuration), facts(BY_CODE[code], configuration))
            for nodes, others in both:
                assert any(
                    position is not None and nodes[position] != other
                    for position, other in zip(positions, others, strict=True)
                )


@EACH
def test_transitive_and_unique(condition):
    for configuration in CONFIGURATIONS:
        holds = facts(condition, configuration)
        assert not condition.unique or len(holds) <= 1
        if condition.transitive:
            assert {(x, z) for (x, y), (w, z) in product(holds, holds) if y == w} <= holds


@EACH
def test_what_a_new_arc_changes(condition):
    """Of a condition that does not spread only what follows from the arc itself; nothing ends."""
    for configuration in CONFIGURATIONS:
        for arc in ARCS:
            after = Configuration((), configuration.arcs | {arc})
            old, new = facts(condition, configuration), facts(condition, after)
            assert old <= new
            if not condition.spreads:
                direct = implied({(HAS_ARC, arc)})
                assert new - old <= {words for code, words in direct if code == condition.code}


@EACH
def test_without_directions(condition):
    """What means the same in undirected systems does not depend on the direction of any arc."""
    turned = [
        facts(condition, configuration) == facts(condition, Configuration((), frozenset(arcs)))
        for configuration in CONFIGURATIONS
        for arcs in product(*({arc, arc[::-1]} for arc in configuration.arcs))
    ]
    assert all(turned) == (condition.undirected is Undirected.SAME)


def test_conditions_about_arcs():
    about = {name for name, condition in CONDITIONS.items() if condition.about_arcs}
    assert about == {"has_head", "linked", "path", "has_arc"}
