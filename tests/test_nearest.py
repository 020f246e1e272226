"""Names that are nearly right."""

import doctest

from multiplane import nearest


def test_examples():
    assert doctest.testmod(nearest) == (0, 3)
