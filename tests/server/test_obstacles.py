"""Reasons why transitions are not permitted: one for each, and never for one that is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.calculus import semantics
from multiplane.calculus.derivation import Derivation
from multiplane.server.obstacles import forbidden
from multiplane.systems import systems
from support.strategies import systems as random_systems

UNKNOWN = "a condition does not hold when its step is reached"


def walked(draw, system):
    """Somewhere along a random derivation."""
    here = Derivation(system, draw(st.integers(1, 5)))
    for _ in range(draw(st.integers(0, 8))):
        if permitted := here.permitted:
            here = here.then(draw(st.sampled_from(permitted)))
    return here


@given(st.data(), st.one_of(st.sampled_from(list(systems.values())), random_systems()))
@settings(max_examples=80)
def test_permitted_and_forbidden_are_all(data, system):
    here = walked(data.draw, system).last
    reasons = {item["name"]: item["because"] for item in forbidden(system, here, ())}
    for name, transition in system.transitions:
        permitted = semantics.apply(system, transition, here) is not None
        if not transition.is_family:
            assert permitted == (name.replace("_", "-") not in reasons)


@given(st.data(), st.sampled_from(list(systems)))
@settings(max_examples=80)
def test_the_catalogue_has_a_reason_for_everything(data, name):
    here = walked(data.draw, systems[name]).last
    assert UNKNOWN not in [item["because"] for item in forbidden(systems[name], here, ())]


@pytest.mark.parametrize(
    ("name", "transitions", "wanted"),
    [
        ("arc-eager", "",
         {"LEFT-ARC": "σ is empty", "RIGHT-ARC": "σ is empty", "REDUCE": "σ is empty"}),
        ("arc-eager", "SHIFT", {"REDUCE": "“a” has no head"}),
        ("arc-eager (root first)", "SHIFT", {"LEFT-ARC": "it is for words, and this is the root",
                                             "REDUCE": "the root has no head"}),
        ("arc-eager", "SHIFT RIGHT-ARC", {"LEFT-ARC": "“b” has a head"}),
        ("planar", "SHIFT LEFT-ARC", {"LEFT-ARC": "“b” and “a” already have this arc"}),
        ("2-planar", "SHIFT SWITCH", {"SWITCH": "the stacks have just been switched"}),
        ("swap", "SHIFT SHIFT SWAP SHIFT", {"SWAP": "“b” stands after “a”"}),
        ("attardi-2", "SHIFT SHIFT", {"LEFT-ARC-2": "σ has only 2 of 3 words",
                                      "RIGHT-ARC-2": "σ has only 2 of 3 words"}),
        ("planar[single-head,acyclic]", "SHIFT LEFT-ARC",
         {"LEFT-ARC": "“a” has a head", "RIGHT-ARC": "“a” and “b” are linked"}),
    ],
)  # fmt: skip
def test_reasons_in_words(name, transitions, wanted):
    system = systems[name]
    here = Derivation(system, 3, tuple(transitions.replace("-", "_").split())).last
    found = {item["name"]: item["because"] for item in forbidden(system, here, ("a", "b", "c"))}
    assert found == wanted
