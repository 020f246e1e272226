"""Families of transitions as walks."""

import pytest

from multiplane.calculus import LA, RA, RE, SH, UN, System, m, move, β, σ
from multiplane.errors import DefinitionError
from multiplane.guides.families import families
from multiplane.systems import systems
from support import parsers


@pytest.mark.parametrize("place", parsers.PLACES)
def test_easy_first_walks_along_the_buffer(place):
    system = parsers.placed("easy-first", place)
    found = families(system)
    assert (found.forth, found.back) == (SH, UN)
    assert found.walk.members.tolist() == [False, True, True]
    moves = [[0, 1, 0, 0], [0, 0, 0, 1]]  # from the top of β to σ, and the other way round
    assert found.walk.steps[:, :4].tolist() == moves


@pytest.mark.parametrize("name", [name for name in systems if name != "easy-first"])
def test_other_systems_have_no_families(name):
    assert families(systems[name]) is None


def test_families_that_do_not_walk_back_are_refused():
    system = System("own", SHIFT=SH, FAR=SH**m >> LA >> RE)
    with pytest.raises(DefinitionError, match=r"own: FAR cannot be learnt; .*the walk back"):
        families(system)


def test_families_that_walk_in_other_ways_are_refused():
    system = System("own", SHIFT=SH, POP=RE**m >> RA >> SH)
    with pytest.raises(DefinitionError, match="cannot be learnt"):
        families(system)


@pytest.mark.parametrize(
    ("far", "message"),
    [
        (SH ** (m - 1) >> LA >> RE >> UN ** (m - 1), "may be missing in σ on the way back"),
        (SH**m >> LA >> RE >> move(σ[1], β) ** (m - 1), r"move\(σ\[1\], β\) does not undo"),
        (move(β[1], β) ** m >> LA >> RE >> move(β[1], β) ** (m - 1), "does not undo"),
    ],
    ids=["a word short", "elsewhere", "on the spot"],
)
def test_a_walk_always_leads_back(far, message):
    """Otherwise looking along a walk would take words from empty stores, or never end."""
    with pytest.raises(DefinitionError, match=message):
        families(System("own", SHIFT=SH, FAR=far))
