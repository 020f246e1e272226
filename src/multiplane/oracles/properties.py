"""What oracles ask of a system: properties proved by its invariants."""

from typing import NamedTuple

from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.remembered import by_system


class Properties(NamedTuple):
    """Properties of all configurations of a system."""

    directed: bool
    single: bool  # do words have at most one head?
    acyclic: bool  # is no arc built between linked words?
    root: bool  # is the artificial root a node?


@by_system
def properties(system: System) -> Properties:
    """Return the properties of a system.

    Where a word may get several heads, arcs may join words that are linked already, though no path
    of arcs leads back: then only the system's own conditions tell what can be built.
    """
    keeps = analyse(system)
    single = system.directed and keeps.keeps_single_heads
    return Properties(
        directed=system.directed,
        single=single,
        acyclic=keeps.keeps_unlinked or (single and keeps.keeps_acyclic),
        root=system.has_root,
    )
