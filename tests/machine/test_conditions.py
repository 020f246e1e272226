"""Conditions place by place, against what the machine permits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.machine.conditions import are_met, look_up
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.machine.permission import permitted
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
    code = ready.code
    assert 0 < len(code.places) <= MOST_PLACES
    assert code.late is None
    block, found = ready.start.copy(), np.zeros(2 + MOST_PLACES, np.int32)
    for choice in choices:
        look_up(block, code.places, found, 2)
        able = [t for t in range(code.transitions) if permitted(block, code, t)]
        for t in range(code.transitions):
            begin, end = code.check_starts[t], code.check_starts[t + 1]
            assert are_met(block, found, 2, code.conditions, begin, end) == (t in able)
        if not able:
            break
        apply(block, code, able[choice % len(able)], 0)
