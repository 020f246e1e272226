"""Transitions and systems as values: `>>`, `|`, families, and definitions that cannot be."""

import pytest

from multiplane.calculus import (
    LA,
    RA,
    RE,
    ROOT,
    SH,
    UN,
    WORDS,
    Guard,
    System,
    arc,
    copy,
    drop,
    edge,
    empty,
    has_arc,
    has_head,
    i,
    is_root,
    j,
    linked,
    m,
    move,
    path,
    precedes,
    rotate,
    single,
    stack,
    switched,
    β,
    σ,
)
from multiplane.calculus.elementary import ELEMENTARY
from multiplane.calculus.transition import Transition
from multiplane.errors import DefinitionError, UnknownName


def test_precedence_is_that_of_the_papers():
    restricted = LA >> RE | ~has_head(i) & ~is_root(i)
    assert restricted == (LA >> RE) | (~has_head(i) & ~is_root(i))
    assert [step.kind for step in restricted.steps] == ["arc", "drop"]
    assert restricted.guard == ~has_head(i) & ~is_root(i)
    assert not restricted.steps[1].guard


def test_composition_is_associative_and_restrictions_add_up():
    assert (LA >> RE) >> SH == LA >> (RE >> SH)
    assert (RE | has_head(i)) | is_root(i) == RE | has_head(i) & is_root(i)
    assert has_head(i) & has_head(i) == Guard((has_head(i),))
    assert ~~has_head(i) == has_head(i)


def test_a_restriction_inside_a_composition_stays_with_its_step():
    inner = RA >> SH >> (RE | has_head(i))
    assert [bool(step.guard) for step in inner.steps] == [False, False, True]


def test_powers():
    assert SH**3 == SH >> SH >> SH
    family = SH**m >> LA >> RE >> UN ** (m - 1)
    assert family.is_family
    assert family.member(1) == SH >> LA >> RE
    assert family.member(3) == SH >> SH >> SH >> LA >> RE >> UN >> UN
    with pytest.raises(DefinitionError, match="single unrestricted step"):
        (LA >> RE) ** m
    with pytest.raises(DefinitionError, match="at least once"):
        _ = SH**0
    with pytest.raises(DefinitionError, match="SHIFT has no steps"):
        System("empty", {"SHIFT": Transition(())})
    with pytest.raises(DefinitionError, match="cannot be restricted"):
        _ = SH**m | has_head(i)


def test_values_are_equal_by_structure():
    one = System("one", SHIFT=SH, LEFT_ARC=LA >> RE)
    assert one == System("one", SHIFT=SH, LEFT_ARC=LA >> RE)
    assert one != System("one", SHIFT=SH, LEFT_ARC=LA)
    assert hash(one) == hash(System("one", SHIFT=SH, LEFT_ARC=LA >> RE))
    assert list(one) == ["SHIFT", "LEFT_ARC"]
    assert len(one) == 2


@pytest.mark.parametrize(
    "transition",
    [
        RA >> SH >> (RE | ~has_head(i)),  # the arc just gave that word a head
        LA >> (RE | ~has_head(i)),
        LA >> LA,  # A has the arc by then
        RE | has_head(i) & ~has_head(i),
        LA | has_arc(j, i),
        LA >> (RA | ~linked(i, j)),
        LA >> (SH | ~linked(i, j)),
        LA >> (SH | ~path(j, i)),
        LA >> (SH | ~has_arc(j, i)),
        RE | has_head(i) & ~path(σ[1], i) & has_arc(σ[1], i),
        move(σ[1], β) | precedes(σ[1], σ[0]) & precedes(σ[0], σ[1]),
        LA | precedes(i, i),
        LA | is_root(i) & is_root(j),
        LA | is_root(j) & precedes(i, j),
        LA | ~linked(i, i),
        RE | switched(2) & ~switched(1),
        SH >> (RE | switched(1)),  # SHIFT is not a rotation
    ],
    ids=str,
)
def test_a_contradiction_is_reported_when_it_is_defined(transition):
    with pytest.raises(DefinitionError, match="BAD: undefined everywhere"):
        System("wrong", SHIFT=SH, BAD=transition)


def test_conditions_that_can_hold_are_not_called_contradictions():
    System("right", A=LA >> (RA | ~has_head(j)), B=RE | ~has_head(i) & has_head(j))
    System(
        "right", A=RE | linked(σ[0], σ[1]) & ~path(σ[0], σ[1]), B=SH | switched(1) & ~switched(2)
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: System("none"), "at least one transition"),
        (lambda: System("x", A=move(β, stack(2))), "A uses the store σ2"),
        (lambda: System("x", A=SH, final=empty(stack(3))), "final condition uses the store σ3"),
        (lambda: System("x", A=LA, B=edge(i, j)), "cannot be mixed"),
        (lambda: System("x", A=edge(i, j) | ~has_head(i)), "have no heads"),
        (lambda: arc(i, i), "two different words"),
        (lambda: edge(i, i), "two different words"),
        (lambda: rotate(σ), "two or more"),
        (lambda: rotate(σ, σ), "two or more"),
    ],
)
def test_other_impossible_definitions(make, message):
    with pytest.raises(DefinitionError, match=message):
        make()


def test_depths_are_counted_from_the_top():
    with pytest.raises(IndexError, match="0 \\(the top\\)"):
        σ[-1]


def test_start_and_final_are_data():
    system = System(
        "rooted", start={σ: [ROOT], β: [*WORDS, ROOT]}, final=empty(β) & single(σ), SHIFT=SH
    )
    assert system.initial(2).stores == ((0,), (1, 2, 0))
    assert system.has_root
    assert not system.is_terminal(system.initial(2))


def test_transitions_are_found_by_name():
    system = System("x", LEFT_ARC=LA, ATTACH=SH**m >> LA)
    assert system.transition("LEFT-ARC") == LA
    assert system.transition("ATTACH(2)") == SH >> SH >> LA
    with pytest.raises(UnknownName, match="no transition RIGHT; it has LEFT-ARC, ATTACH"):
        system.transition("RIGHT")


def test_new_systems_from_old():
    base = System("base", SHIFT=SH, REDUCE=RE, source="somewhere")
    assert list(base.but("less", REDUCE=None)) == ["SHIFT"]
    assert base.but("more", LEFT_ARC=LA)["LEFT_ARC"] == LA
    assert base.restricted("tight", REDUCE=has_head(i))["REDUCE"] == RE | has_head(i)
    assert base.named("other").source == "somewhere"


def test_the_five_elementary_transitions():
    assert list(ELEMENTARY) == ["SHIFT", "UNSHIFT", "REDUCE", "LEFT-ARC", "RIGHT-ARC"]
    assert drop(σ) == drop(σ[0]) == RE
    assert copy(β, σ).steps[0].kind == "copy"
