"""Attributes that are computed on first access, without a lock.

Before Python 3.12 `functools.cached_property` has one lock for all instances of a class, so threads
with a chart each would wait for each other.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - it is used as a decorator
    """Like `functools.cached_property`; two threads may both do the work, with the same result."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.name, self.__doc__ = work, work.__name__, work.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[T]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> "T | lazy[T]":
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.work(instance)
        return value
