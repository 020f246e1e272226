"""Products of small matrices in one thread: several threads would mostly wait for each other.

Sums then come out the same however many cores there are.  OpenBLAS listens to the main thread only,
so in other threads of a program this changes nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Multiply matrices in one thread; what was set before is set again at the end."""
    with _libraries().limit(limits=1, user_api="blas"):
        yield


def in_one_thread(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function, with matrices multiplied in one thread."""

    @wraps(function)
    def limited(*args: P.args, **kwargs: P.kwargs) -> R:
        with one_thread():
            return function(*args, **kwargs)

    return limited
