"""Formal properties, proved or refuted from the value: what the papers say must come out."""

import pytest
from hypothesis import given, settings

from multiplane import graph as graphs
from multiplane.calculus import LA, RA, RE, SH, UN, System, has_head, i, j, linked, rotate, stack
from multiplane.calculus.derivation import Derivation
from multiplane.calculus.invariants import analyse
from multiplane.calculus.search import Search, shortest_derivation
from multiplane.calculus.verdicts import VERDICTS, divisible, planes, robust, verdicts
from multiplane.graph import Graph
from multiplane.systems import systems
from support import strategies

ALL = set(VERDICTS)
CLASSES = {"planar", "single_head", "acyclic", "no_covered_roots", "projective"}
COMPLEXITY = ALL - CLASSES
HOLDING = {
    "arc-standard": ALL,
    "arc-standard-stack": ALL,
    "arc-eager": ALL,
    "arc-hybrid": ALL,
    "easy-first": ALL - {"linear_elementary"},
    "dag-arc-standard": ALL - {"single_head", "acyclic"},
    "dag-arc-eager": ALL - {"single_head", "acyclic"},
    "planar": COMPLEXITY | {"planar"},
    "planar[single-head]": COMPLEXITY | {"planar", "single_head"},
    "planar[acyclic]": COMPLEXITY | {"planar", "acyclic"},
    "planar[directed-acyclic]": COMPLEXITY | {"planar", "acyclic"},
    # By Definition 2 planar and without covered roots is projective, heads or no heads.
    "planar[no-covered-roots]": COMPLEXITY | {"planar", "no_covered_roots", "projective"},
    "planar[single-head,acyclic]": COMPLEXITY | {"planar", "single_head", "acyclic"},
    "planar[single-head,acyclic,no-covered-roots]": ALL,
    "2-planar": COMPLEXITY - {"efficient"},
    "2-planar[single-head,acyclic]": COMPLEXITY - {"efficient"} | {"single_head", "acyclic"},
    "3-planar": COMPLEXITY - {"efficient"},
    "attardi-2": COMPLEXITY - {"efficient"} | {"single_head", "acyclic"},
    "attardi-3": COMPLEXITY - {"efficient"} | {"single_head", "acyclic"},
    "attardi-original-2": COMPLEXITY - {"efficient"} | {"single_head", "acyclic"},
    "swap": {"single_head", "acyclic", "robust", "bounded"},
    "covington": {"single_head", "acyclic", "robust", "bounded"},
    "arc-eager+lba": ALL,
    "arc-eager+rba": ALL,
    "arc-standard+lba+rba": ALL,
    "planar[single-head,acyclic]+lba+rba": COMPLEXITY | {"planar", "single_head", "acyclic"},
    "arc-eager+lnba": COMPLEXITY - {"efficient"} | {"single_head", "acyclic"},
    "arc-eager+rnba": COMPLEXITY - {"efficient"} | {"single_head", "acyclic"},
}


@pytest.mark.parametrize("name", HOLDING)
def test_what_must_come_out(name):
    found = verdicts(systems[name])
    assert {prop for prop, verdict in found.items() if verdict.holds} == HOLDING[name]
    assert {prop for prop, verdict in found.items() if verdict.holds is None} == set()


CHECKS = {
    "planar": graphs.planar,
    "single_head": graphs.single_head,
    "acyclic": graphs.acyclic,
    "no_covered_roots": graphs.no_covered_roots,
    "projective": graphs.projective,
}


def refutes(prop: str, derivation: Derivation) -> bool:
    """Does the derivation show by itself that the property fails?"""
    if prop in CHECKS:
        return derivation.is_complete and not CHECKS[prop](derivation.graph)
    if prop == "robust":
        return not derivation.is_complete and not derivation.permitted
    assert prop in {"bounded", "linear_transitions", "linear_elementary"}
    sequence = derivation.configurations
    return sequence[-1] in sequence[:-1]


@pytest.mark.parametrize("name", HOLDING)
def test_every_refutation_refutes(name):
    for prop, verdict in verdicts(systems[name]).items():
        if verdict.holds is False and verdict.witness is not None:
            assert refutes(prop, verdict.witness), (prop, verdict)
    graphs_refuted = [verdicts(systems[name])[prop] for prop in CHECKS]
    assert all(v.holds or v.witness is not None for v in graphs_refuted)


@pytest.mark.parametrize(
    "name", ["arc-standard", "arc-eager", "easy-first", "planar", "dag-arc-eager"]
)
def test_divisible_systems(name):
    assert divisible(systems[name])
    assert planes(systems[name]).witness == 1


@pytest.mark.parametrize("name", ["attardi-2", "swap", "arc-eager+lnba", "covington"])
def test_systems_that_are_not_divisible(name):
    assert divisible(systems[name]).holds is False
    assert planes(systems[name]).holds is None


@pytest.mark.parametrize("k", [2, 3, 4])
def test_k_stacks_give_k_planes(k):
    assert divisible(systems[f"{k}-planar"]).holds is False
    assert planes(systems[f"{k}-planar"]).witness == k
    assert planes(systems[f"{k}-planar[single-head,acyclic]+lba+rba"]).witness == k


def test_switch_twice_makes_a_loop():
    """2013, section 5.1.3: without the limit on SWITCH, 2-planar is not even bounded."""
    free = systems["2-planar"].but("2-planar, free", SWITCH=rotate(stack(1), stack(2)))
    found = verdicts(free)
    assert found["bounded"].holds is False
    assert str(found["bounded"].witness) == "SWITCH"  # of two empty stacks: nothing changes
    assert refutes("bounded", found["bounded"].witness)
    assert found["linear_transitions"].holds is False
    assert found["robust"]


def test_the_bare_five_are_not_bounded():
    """2013, Example 10."""
    five = System("five", SHIFT=SH, UNSHIFT=UN, REDUCE=RE, LEFT_ARC=LA, RIGHT_ARC=RA)
    found = verdicts(five)
    assert found["bounded"].holds is False
    assert str(found["bounded"].witness) == "SHIFT UNSHIFT"
    assert refutes("bounded", found["bounded"].witness)
    assert found["planar"]
    assert found["robust"]
    assert not found["efficient"]


def test_a_system_that_gets_stuck():
    stuck = System("stuck", SHIFT=SH | ~linked(i, j), RIGHT_ARC=RA)
    verdict = robust(stuck)
    assert verdict.holds is False
    assert refutes("robust", verdict.witness)


def test_reasons_name_what_they_rest_on():
    found = verdicts(systems["arc-eager"])
    assert "no word in β has a head" in found["single_head"].because
    assert "it requires ¬h(i)" in found["single_head"].because
    assert "no word in σ is linked with one in β" in found["acyclic"].because
    assert "|σ| + 2|β|" in found["linear_transitions"].because


@pytest.mark.parametrize("name", [*systems, "arc-standard+lnba", "2-planar[single-head]+rnba"])
def test_invariants_hold_in_every_configuration(name):
    """The slow twin of the fixed point: look at all configurations of up to three words."""
    system = systems[name]
    for words in (1, 2, 3):
        for c in Search(system, words, limit=20_000).came_from:
            check_invariants(system, c)


def check_invariants(system, c):
    contents = dict(zip(system.stores, c.stores, strict=True))
    for inv in analyse(system).invariants:
        one, other = contents[inv.stores[0]], contents[inv.stores[-1]]
        if inv.kind in ("headless", "headed"):
            assert all(c.has_head(w) == (inv.kind == "headed") for w in one), (inv, c)
        elif inv.kind == "unlinked":
            assert not any(c.linked(v, w) for v in one for w in other if v != w), (inv, c)
        else:
            order = one[::-1] if inv.stores[0].open_on_left else one
            loose = [(v, w) for k, w in enumerate(order) for v in order[:k] if not c.has_head(w)]
            assert not any(c.linked(v, w) for v, w in loose), (inv, c)


@settings(max_examples=40)
@given(strategies.systems())
def test_no_verdict_on_any_system_is_contradicted_by_exhaustion(system):
    """Systems nobody has thought of: what is proved holds in all configurations of up to three
    words, and what is refuted is refuted by its derivation.
    """
    found = verdicts(system)
    searches = [Search(system, words, limit=5000) for words in (1, 2, 3)]
    for prop, verdict in found.items():
        if verdict.holds is False and isinstance(verdict.witness, Derivation):
            assert refutes(prop, verdict.witness)
    for search in searches:
        for c in search.came_from:
            check_invariants(system, c)
            if not system.is_terminal(c):
                assert not (found["robust"] and search.following.get(c) == [])
                continue
            for prop, check in CHECKS.items():
                if found[prop].holds:
                    assert check(Graph(search.words, c.arcs)), (prop, c)
        if found["bounded"].holds:
            assert search.loop() is None


@pytest.mark.parametrize("name", ["arc-eager", "planar", "swap", "covington", "attardi-2"])
def test_the_shortest_derivation_is_the_shortest(name):
    system = systems[name]
    first = {}
    search = Search(system, 3)
    for c in search.came_from:  # shortest first
        if system.is_terminal(c):
            first.setdefault(c.arcs, search.derivation(c))
    assert len(first) >= 12
    for arcs, best in first.items():
        found = shortest_derivation(system, Graph(3, arcs))
        assert len(found.transitions) == len(best.transitions)
        assert found.graph.arcs == arcs
        assert found.is_complete


def test_no_derivation_of_what_cannot_be_derived():
    assert shortest_derivation(systems["arc-eager"], Graph(4, frozenset({(1, 3), (2, 4)}))) is None


def test_headed_reduce_is_seen_through_a_composition():
    system = System("x", SHIFT=SH, LEFT_ARC=LA >> RE, RIGHT_ARC=RA >> SH, REDUCE=RE | has_head(i))
    assert verdicts(system)["no_covered_roots"]
