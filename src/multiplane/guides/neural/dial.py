"""Which transitions leave the first stack: those that crossing arcs need."""

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import Rule
from multiplane.calculus.stores import Address
from multiplane.calculus.system import System
from multiplane.remembered import by_system


@by_system
def leaving(system: System) -> NDArray[np.float32]:
    """Return 1 for each transition that leaves the first stack, else 0; last is stopping: 0.

    It rotates stacks, or moves a word of the first stack to another.
    """
    marks = [float(_leaves(system.rules(name)[0])) for name in system]
    return np.array([*marks, 0.0], np.float32)


def _leaves(normal: Rule) -> bool:
    if normal.rotates:
        return True
    stacks = [store for store in normal.stores if not store.open_on_left]
    if not stacks:
        return False
    first, *others = stacks
    after = dict(zip(normal.stores, normal.after, strict=True))
    kept = {*after[first]}
    return any(
        isinstance(item, Address) and item.store == first and item not in kept
        for store in others
        for item in after[store]
    )
