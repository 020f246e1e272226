"""Conditions place by place, against what the machine permits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.machine.conditions import conditions, look, met
from multiplane.machine.kernel import apply, permitted
from multiplane.machine.layout import machine
from multiplane.machine.places import MOST_PLACES
from multiplane.systems import systems
from support import parsers

SYSTEMS = [name for name in systems if name != "easy-first"]


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", SYSTEMS)
@settings(max_examples=15, deadline=None)
@given(words=st.integers(0, 6), choices=st.lists(st.integers(0, 99), max_size=30))
def test_they_are_met_where_a_transition_is_permitted(name, place, words, choices):
    system = parsers.placed(name, place)
    ready = machine(system, words)
    places, table = conditions(system)
    assert 0 < len(places) <= MOST_PLACES
    rows, starts, _, check_starts, late, settings_ = ready.tables
    assert late is None
    block, found = ready.start.copy(), np.zeros(2 + MOST_PLACES, np.int32)
    for choice in choices:
        look(block, settings_, places, found, 2)
        able = [t for t in range(len(starts) - 1) if permitted(block, *ready.tables, t)]
        for t in range(len(starts) - 1):
            fine = met(block, found, 2, table, check_starts[t], check_starts[t + 1])
            assert fine == (t in able)
        if not able:
            break
        apply(block, rows, starts, settings_, able[choice % len(able)], 0)
