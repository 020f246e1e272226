"""Which things are joined: each points to another one of its set, and the last to itself."""

from typing import Any

from numpy.typing import NDArray

from multiplane.native import lean


@lean
def top(above: NDArray[Any], member: int) -> int:
    """Return what stands for the set of a member, and shorten the way to it."""
    while above[member] != member:
        above[member] = above[above[member]]
        member = above[member]
    return member
