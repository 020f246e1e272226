"""What can still be built."""

import pytest

from multiplane.oracles.reach import reach_table
from multiplane.systems import systems


@pytest.mark.parametrize(
    "name", ["arc-eager", "arc-hybrid", "planar", "2-planar", "covington", "swap"]
)
def test_tables_of_what_can_be_built_are_exact(name):
    assert reach_table(systems[name]).exact
