"""The bookkeeping of engines: what waits, who does what, and how often it was tried.

A worker is given a few items ahead, which it does in order.  If it ends, the first of them that it
had not finished is to blame; the others go back without a blemish.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, Protocol, TypeVar

Item_contra = TypeVar("Item_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)
T = TypeVar("T")

AHEAD = 2  # items that a worker has: one in work, the next at hand
TRIES = 3
CRASHED = "the process that worked on it ended (killed, out of memory, or crashed)"


class Task(Protocol[Item_contra, Result_co]):
    """What workers do: each begins once, and then does items one after the other."""

    def begin(self) -> Callable[[Item_contra], Result_co]: ...


@dataclass(frozen=True, slots=True)
class Failure:
    """An item that was set aside."""

    error: str
    tries: int


@dataclass(frozen=True, slots=True)
class Again:
    """An error that may not come back, such as one of a disk or of memory."""

    error: str


@dataclass
class Crew(Generic[T]):
    """Items that wait, and those that workers have."""

    items: Iterable[T]
    tries: int = TRIES
    ahead: int = AHEAD
    back: deque[tuple[T, int]] = field(default_factory=deque)  # to be done again; tries so far
    has: dict[Hashable, deque[tuple[T, int]]] = field(default_factory=dict)  # by worker

    def __post_init__(self) -> None:
        self.waiting: Iterator[T] = iter(self.items)

    def join(self, worker: Hashable) -> None:
        self.has[worker] = deque()

    def given(self, worker: Hashable) -> Iterator[T]:
        """Give a worker as many items as it may have."""
        mine = self.has[worker]
        while len(mine) < self.ahead and (pair := self._next()) is not None:
            mine.append(pair)
            yield pair[0]

    def more(self) -> bool:
        """Does anything wait?"""
        if not self.back:
            self.back.extend((item, 0) for item in islice(self.waiting, 1))
        return bool(self.back)

    def _next(self) -> tuple[T, int] | None:
        return self.back.popleft() if self.more() else None

    def finished(self, worker: Hashable, answer: object) -> tuple[T, object] | None:
        """Take a worker's answer about its first item; None if that is to be tried again."""
        item, tries = self.has[worker].popleft()
        if isinstance(answer, Again):
            return self._tried(item, tries, answer.error)
        if isinstance(answer, Failure):
            return item, Failure(answer.error, tries + 1)
        return item, answer

    def gone(self, worker: Hashable, error: str = CRASHED) -> tuple[T, object] | None:
        """Take back what a worker had that has ended; return an item that was tried enough."""
        mine = self.has.pop(worker)
        first = mine.popleft() if mine else None
        self.back.extendleft(reversed(mine))
        return self._tried(*first, error) if first else None

    def _tried(self, item: T, tries: int, error: str) -> tuple[T, object] | None:
        if tries + 1 >= self.tries:
            return item, Failure(error, tries + 1)
        self.back.append((item, tries + 1))
        return None


def answered(work: Callable[[T], object], item: T) -> object:
    """Do an item; errors become answers."""
    from multiplane.errors import MultiplaneError
    from multiplane.shards.plan import Hopeless

    try:
        return work(item)
    except Hopeless as error:
        return error
    except MultiplaneError as error:
        return Failure(str(error), 1)
    except Exception as error:  # noqa: BLE001 - whatever it is, the others go on
        return Again(f"{type(error).__name__}: {error}")


def here(task: Task[T, object], items: Iterable[T]) -> Iterator[tuple[T, object]]:
    """Do items in this process, one after the other, each once."""
    work = task.begin()
    for item in items:
        answer = answered(work, item)
        if isinstance(answer, Exception):
            raise answer
        yield item, Failure(answer.error, 1) if isinstance(answer, Again) else answer
