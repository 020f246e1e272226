"""What can still be built."""

import pytest

from multiplane.oracles.reach import reach_table
from multiplane.systems import systems

# There it also matters what lies between two words in a stack, or which words have heads.
BOUNDS = {
    "arc-standard",
    "dag-arc-standard",
    "dag-arc-eager",
    "planar[single-head,acyclic,no-covered-roots]",
    "attardi-original-2",
}


@pytest.mark.parametrize("name", systems)
def test_which_tables_of_what_can_be_built_are_exact(name):
    """Expected costs are compared with exhaustive search where they are."""
    assert reach_table(systems[name]).exact == (name not in BOUNDS)
