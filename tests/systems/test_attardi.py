"""The two forms of Attardi's system derive the same graphs (2011, section 2.2)."""

import pytest

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.search import Search
from multiplane.calculus.semantics import successors
from multiplane.systems import systems
from multiplane.systems.attardi import attardi, attardi_original
from multiplane.verification import verify

PLENTY = 10**7  # of work, for a complete search


def derived(system, words):
    search = Search(system, words, limit=PLENTY)
    assert search.complete
    return {c.arcs for c in search.came_from if system.is_terminal(c)}


@pytest.mark.parametrize("words", [1, 2, 3, 4])
@pytest.mark.parametrize("degree", [1, 2, 3, 4])
def test_both_derive_the_same_graphs(degree, words):
    assert derived(attardi_original(degree), words) == derived(attardi(degree), words)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_both_derive_as_many_forests_of_more_words(degree):
    found = [
        [(length.graphs, length.derived) for length in verify(system(degree), "forests", 6).lengths]
        for system in (attardi_original, attardi)
    ]
    assert found[0] == found[1]


def mapped(configuration):
    """m_c of 2011: the first word of the buffer becomes the top of the stack."""
    stack, buffer = configuration.stores
    return Configuration(((*stack, buffer[0]), buffer[1:]), configuration.arcs)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_the_mapping_of_2011_takes_transitions_to_transitions(degree):
    """c₁ ⊢ c₂ in the original if and only if m_c(c₁) ⊢ m_c(c₂), by the transition of that name.

    A configuration whose buffer is empty is mapped to none: it ends the original derivation.
    """
    original, variant = attardi_original(degree), attardi(degree)
    search, compared = Search(original, 4, limit=PLENTY), 0
    for here in search.came_from:
        if not here.stores[1]:
            assert list(successors(original, here)) == []
            continue
        steps = {name: there for name, there in successors(original, here) if there.stores[1]}
        in_variant = dict(successors(variant, mapped(here)))
        assert {name: mapped(there) for name, there in steps.items()} == in_variant
        compared += len(steps)
    assert compared > 50


def test_of_degree_one_they_are_the_two_forms_of_arc_standard():
    for name, form in (("attardi-original-1", "arc-standard"), ("attardi-1", "arc-standard-stack")):
        rules = [systems[name].rules(t)[0] for t in ("SHIFT", "LEFT_ARC_1", "RIGHT_ARC_1")]
        plain = [systems[form].rules(t)[0] for t in ("SHIFT", "LEFT_ARC", "RIGHT_ARC")]
        assert [(r.before, r.after, r.arcs) for r in rules] == [
            (r.before, r.after, r.arcs) for r in plain
        ]
