"""What transitions do, by named derivations: the papers' own examples."""

import pytest

from multiplane.calculus import (
    LA,
    RA,
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
    i,
    j,
    m,
    stack,
    β,
    σ,
)
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import derive
from multiplane.calculus.semantics import apply, successors
from multiplane.calculus.verdicts import verdicts
from multiplane.errors import NotPermitted
from multiplane.systems import systems

FIVE = System("five", SHIFT=SH, UNSHIFT=UN, REDUCE=RE, LEFT_ARC=LA, RIGHT_ARC=RA)


def test_the_five_elementary_transitions_on_one_configuration():
    c = Configuration(((1, 2), (3, 4)))
    after = {name: apply(FIVE, transition, c) for name, transition in FIVE.items()}
    assert after["SHIFT"].stores == ((1, 2, 3), (4,))
    assert after["UNSHIFT"].stores == ((1,), (2, 3, 4))
    assert after["REDUCE"].stores == ((1,), (3, 4))
    assert after["LEFT_ARC"].arcs == {(3, 2)}
    assert after["RIGHT_ARC"].arcs == {(2, 3)}


def test_partial_functions_are_undefined_where_words_are_missing():
    start, end = FIVE.initial(1), Configuration(((1,), ()))
    assert [name for name, _ in successors(FIVE, start)] == ["SHIFT"]
    assert [name for name, _ in successors(FIVE, end)] == ["UNSHIFT", "REDUCE"]
    # neither in H_σ(C) nor in its complement: the stack is empty
    for guard in (has_head(i), ~has_head(i)):
        assert apply(FIVE, SH | guard, start) is None


def test_an_arc_is_added_only_once():
    again = derive(FIVE, "SHIFT LEFT-ARC", words=2)
    assert not again.permits("LEFT-ARC")
    assert again.permits("RIGHT-ARC")


def test_an_arc_with_another_label_is_another_arc():
    """2013, section 3."""
    start = apply(FIVE, SH, FIVE.initial(2))
    once = apply(FIVE, LA, start, "a")
    assert apply(FIVE, LA, once, "a") is None
    twice = apply(FIVE, LA, once, "b")
    assert twice.labels == {(2, "a", 1), (2, "b", 1)}
    assert twice.arcs == {(2, 1)}
    assert str(twice) == "([1], [2], {(2, a, 1), (2, b, 1)})"
    assert apply(FIVE, LA | ~has_arc(j, i), once, "b") is None  # conditions ignore labels
    assert apply(FIVE, LA >> LA, start, "a") is None  # its arcs have one label
    assert str(apply(FIVE, RA, apply(FIVE, LA, start))) == "([1], [2], {(1, 2), (2, 1)})"


def test_an_arc_from_a_word_to_itself_is_undefined():
    """Two stacks hold the same word (2013, Definition 1)."""
    σ2 = stack(2)
    system = System(
        "copies", start={σ: [], σ2: [], β: WORDS}, SHIFT=copy(β, σ2) >> SH,
        ARC=arc(σ[0], σ2[0]), DROP=drop(σ2),
    )  # fmt: skip
    same = derive(system, "SHIFT SHIFT", words=2)
    assert not same.permits("ARC")
    assert same.then("DROP", "ARC").last.arcs == {(2, 1)}
    with pytest.raises(NotPermitted, match="an arc cannot lead from word 2 to itself"):
        derive(system, "SHIFT SHIFT ARC", words=2)
    found = verdicts(system)
    assert found["robust"].holds
    assert not found["single_head"].holds


def test_figure_3_arc_standard():
    """2013, Figure 3: the whole transition sequence for the graph of Figure 2."""
    names = (
        "SHIFT LEFT-ARC SHIFT LEFT-ARC SHIFT SHIFT LEFT-ARC SHIFT SHIFT SHIFT LEFT-ARC"
        " RIGHT-ARC RIGHT-ARC RIGHT-ARC SHIFT RIGHT-ARC SHIFT"
    )
    derivation = derive(systems["arc-standard"], names, words=9)
    rows = [c.stores for c in derivation.configurations]
    assert rows[6] == ((3, 4), (5, 6, 7, 8, 9))
    assert rows[9:12] == [((3, 5, 6), (7, 8, 9)), ((3, 5, 6, 7), (8, 9)), ((3, 5, 6), (8, 9))]
    assert rows[12:] == [
        ((3, 5), (6, 9)),
        ((3,), (5, 9)),
        ((), (3, 9)),
        ((3,), (9,)),
        ((), (3,)),
        ((3,), ()),
    ]
    assert derivation.is_complete
    assert derivation.graph.arcs == {
        (2, 1), (3, 2), (3, 5), (3, 9), (5, 4), (5, 6), (6, 8), (8, 7),
    }  # fmt: skip


def test_reduce_needs_a_head():
    assert not derive(systems["arc-eager"], "SHIFT", words=2).permits("REDUCE")
    assert derive(systems["arc-eager"], "SHIFT RIGHT-ARC", words=2).permits("REDUCE")


def test_switch_does_not_follow_switch():
    two, three = systems["2-planar"], systems["3-planar"]
    assert not derive(two, "SHIFT SWITCH", words=2).permits("SWITCH")
    assert derive(two, "SHIFT SWITCH SHIFT", words=2).permits("SWITCH")
    assert derive(three, "SWITCH", words=2).permits("SWITCH")
    assert not derive(three, "SWITCH SWITCH", words=2).permits("SWITCH")


def test_switch_rotates_the_stacks():
    after = derive(systems["3-planar"], "SHIFT REDUCE SHIFT SWITCH", words=2).last
    assert after.stores == ((1, 2), (1, 2), (2,), ())
    assert derive(systems["3-planar"], "SHIFT REDUCE SWITCH SWITCH", words=2).last.stores[:3] == (
        (1,), (), (1,),
    )  # fmt: skip


def test_covingtons_lists():
    c = derive(systems["covington"], "SHIFT SHIFT NO-ARC NO-ARC", words=3).last
    assert c.stores == ((), (1, 2), (3,))
    c = derive(systems["covington"], "SHIFT SHIFT NO-ARC LEFT-ARC SHIFT", words=3).last
    assert c.stores == ((1, 2, 3), (), ())
    assert c.arcs == {(3, 1)}


def test_swap_puts_a_word_back():
    c = derive(systems["swap"], "SHIFT SHIFT SWAP", words=3)
    assert c.last.stores == ((2,), (1, 3))
    assert not c.then("SHIFT").permits("SWAP")  # 2 does not precede 1


def test_attardi_reaches_below_the_top():
    c = derive(systems["attardi-2"], "SHIFT SHIFT SHIFT LEFT-ARC-2", words=3).last
    assert c.stores == ((2, 3), ())
    assert c.arcs == {(3, 1)}


def test_easy_first_attaches_anywhere():
    c = derive(systems["easy-first"], "ATTACH-RIGHT(2) ATTACH-LEFT(1)", words=3).last
    assert c.stores == ((), (1,))
    assert c.arcs == {(3, 2), (1, 3)}


def test_the_cycles_that_the_paper_gives():
    """2013, Examples 7 and 8."""
    standard = "SHIFT SHIFT RIGHT-ATTACH RIGHT-REDUCE SHIFT LEFT-ATTACH"
    arcs = derive(systems["dag-arc-standard"], standard, words=3).last.arcs
    assert {(2, 3), (1, 2), (3, 1)} == arcs
    eager = "SHIFT RIGHT-ARC SHIFT RIGHT-ARC REDUCE LEFT-ARC"
    arcs = derive(systems["dag-arc-eager"], eager, words=3).last.arcs
    assert arcs == {(1, 2), (2, 3), (3, 1)}


def test_a_forbidden_transition_says_why():
    with pytest.raises(NotPermitted, match=r"REDUCE is not permitted in \(\[1\], \[2\], \{\}\)"):
        derive(systems["arc-eager"], "SHIFT REDUCE", words=2)
    with pytest.raises(NotPermitted, match=r"has_head\(σ\[0\]\) does not hold.*permitted: SHIFT"):
        derive(systems["arc-eager"], "SHIFT REDUCE", words=2)
    with pytest.raises(NotPermitted, match=r"no word at β\[0\]"):
        derive(systems["arc-eager"], "SHIFT SHIFT", words=1)
    with pytest.raises(NotPermitted, match="already has the arc"):
        derive(FIVE, "SHIFT LEFT-ARC LEFT-ARC", words=2)


def test_chains():
    """2013, Definitions 8 to 10."""
    derivation = derive(systems["arc-standard"], "SHIFT RIGHT-ARC SHIFT", words=2)
    assert derivation.standard_chain == (SH, RA >> SH >> RE >> UN, SH)
    assert derivation.elementary_chain == (
        "SHIFT", "RIGHT-ARC", "SHIFT", "REDUCE", "UNSHIFT", "SHIFT",
    )  # fmt: skip
    sequence = derivation.elementary_configurations
    assert sequence[-1] == derivation.last
    assert len(sequence) == len(derivation.elementary_chain) + 1
    assert apply(derivation.system, derivation.computation, sequence[0]) == derivation.last


def test_the_elementary_chain_of_a_system_written_otherwise():
    """swap's arcs are between the two topmost words of the stack; UNSHIFT brings them there."""
    derivation = derive(systems["swap"], "SHIFT SHIFT LEFT-ARC", words=2)
    assert derivation.elementary_chain[2:] == ("UNSHIFT", "LEFT-ARC", "REDUCE", "SHIFT")
    assert derivation.elementary_configurations[-1] == derivation.last


def test_successors_have_the_longest_member_of_a_family():
    """It takes all there is in a store."""
    family = System("family", JUMP=SH**m >> RE)
    names = [name for name, _ in successors(family, Configuration(((), (1, 2, 3))))]
    assert names == ["JUMP(1)", "JUMP(2)", "JUMP(3)"]
    assert [name for name, _ in successors(family, Configuration(((1,), (2,))))] == ["JUMP(1)"]
