"""Which transitions leave the first stack: those that crossing arcs need."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.rule import Rule
from multiplane.calculus.system import System


@cache
def leaving(system: System) -> NDArray[np.float32]:
    """Return 1 for each transition that leaves the first stack, else 0; last is stopping: 0.

    It rotates stacks, or puts a word into another stack.
    """
    marks = [float(_leaves(system.rules(name)[0])) for name in system]
    return np.array([*marks, 0.0], np.float32)


def _leaves(normal: Rule) -> bool:
    if normal.rotates:
        return True
    stacks = [store for store in normal.stores if not store.open_on_left]
    for store, before, after in zip(normal.stores, normal.before, normal.after, strict=True):
        if store in stacks[1:] and {*after} - {*before}:
            return True
    return False
