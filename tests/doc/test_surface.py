"""White space in MISC."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from multiplane.doc import doc, row, surface


@given(st.text(" \t\n\r|\\abc\u3000"))
def test_white_space_there_and_back(space):
    assert surface.unescaped(surface.escaped(space)) == space
    assert set(surface.escaped(space)).isdisjoint("\t\r\n|")


def test_a_lone_backslash_is_nothing():
    assert surface.unescaped("a\\") == "a"


def test_examples():
    for module in (doc, row, surface):
        failed, tried = doctest.testmod(module)
        assert tried
        assert not failed
