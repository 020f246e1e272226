"""Clean-up when a block ends, however it ends.

Usually that is a `finally`.  A signal that finds the process deep in compiled code ends it without
going back through its blocks; then `end_all` does what is still to be done.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_OPEN: dict[object, Callable[[], object]] = {}


@contextmanager
def ensured(action: Callable[[], object]) -> Iterator[None]:
    """Do an action at the end of a block, also if a signal ends the process in it."""
    mark = object()
    _OPEN[mark] = action
    try:
        yield
    finally:
        try:
            action()
        finally:
            del _OPEN[mark]


def end_all() -> None:
    """Do the actions of all open blocks: the process is about to end."""
    for action in reversed([*_OPEN.values()]):
        with suppress(Exception):
            action()
