"""Families of transitions as walks."""

import pytest

from multiplane.calculus import LA, RA, RE, SH, UN, System, m
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
