"""The bookkeeping of engines: what waits, who does what, and how often it was tried.

A worker is given batches of items, which it does in order: one item, or several small ones, as long
as these take no time to speak of.  If it ends, the first batch that it had not finished is to
blame: an item that was alone in it has been tried, of several each is done alone the next time.
The others go back without a blemish.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

from multiplane.errors import MultiplaneError
from multiplane.shards.plan import Hopeless

Item_contra = TypeVar("Item_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)
T = TypeVar("T")

AHEAD = 2  # batches that a worker has: one in work, the next at hand
BYTES = 1 << 17  # of the items of a batch, unless it is one
MOST = 100  # items of a batch
SHORT = 0.1  # seconds; the next batches may have twice as many items as one that takes less
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


@dataclass(frozen=True, slots=True)
class Answers:
    """What a worker says of a batch: an answer for each item, and how long all took."""

    each: tuple[object, ...]
    seconds: float


class Turn(NamedTuple, Generic[T]):
    """An item to be done, how often it was tried, and whether it has a batch of its own."""

    item: T
    tries: int = 0
    alone: bool = False


@dataclass
class Crew(Generic[T]):
    """Items that wait, and those that workers have."""

    items: Iterable[T]
    tries: int = TRIES
    ahead: int = AHEAD
    many: int = 1  # items that a batch may have
    back: deque[Turn[T]] = field(default_factory=deque)  # to be done before those that wait
    has: dict[Hashable, deque[list[Turn[T]]]] = field(default_factory=dict)  # by worker

    def __post_init__(self) -> None:
        self.waiting: Iterator[T] = iter(self.items)

    def join(self, worker: Hashable) -> None:
        self.has[worker] = deque()

    def given(self, worker: Hashable) -> Iterator[list[T]]:
        """Give a worker as many batches as it may have."""
        mine = self.has[worker]
        while len(mine) < self.ahead and (batch := self._batch()):
            mine.append(batch)
            yield [turn.item for turn in batch]

    def more(self) -> bool:
        """Does anything wait?"""
        if not self.back:
            self.back.extend(map(Turn, islice(self.waiting, 1)))
        return bool(self.back)

    def busy(self) -> bool:
        """Does anything wait, or has a worker anything?"""
        return self.more() or any(self.has.values())

    def _batch(self) -> list[Turn[T]]:
        """Take the next item, and with a small one others, as long as all together are small."""
        batch: list[Turn[T]] = []
        room: float = BYTES
        while len(batch) < self.many and self.more():
            room -= _size(self.back[0])
            if batch and room < 0:
                break
            batch.append(self.back.popleft())
        return batch

    def finished(self, worker: Hashable, answers: Answers) -> Iterator[tuple[T, object]]:
        """Take a worker's answers about its first batch; leave out what is to be tried again.

        If it gave up hope, what it had done before is given all the same.
        """
        batch = self.has[worker].popleft()
        if answers.seconds < SHORT:
            self.many = max(self.many, min(2 * len(batch), MOST))
        else:
            self.many = max(min(self.many, len(batch)) // 2, 1)
        # A worker that gives up hope answers no more; otherwise, a missing answer is a mistake.
        hopeless = bool(answers.each) and isinstance(answers.each[-1], Hopeless)
        for turn, answer in zip(batch, answers.each, strict=not hopeless):
            if isinstance(answer, Hopeless):
                raise answer
            if isinstance(answer, Again):
                yield from self._tried(turn, answer.error)
            elif isinstance(answer, Failure):
                yield turn.item, Failure(answer.error, turn.tries + 1)
            else:
                yield turn.item, answer

    def gone(self, worker: Hashable, error: str = CRASHED) -> Iterator[tuple[T, object]]:
        """Take back what a worker had that has ended; give an item that was tried enough."""
        first, *others = self.has.pop(worker) or [[]]
        self.back.extendleft(turn for batch in reversed(others) for turn in reversed(batch))
        if len(first) == 1:
            yield from self._tried(first[0], error)
        else:
            self.back.extend(turn._replace(alone=True) for turn in first)

    def _tried(self, turn: Turn[T], error: str) -> Iterator[tuple[T, object]]:
        if turn.tries + 1 >= self.tries:
            yield turn.item, Failure(error, turn.tries + 1)
        else:
            self.back.append(Turn(turn.item, turn.tries + 1, alone=True))


def _size(turn: Turn[T]) -> float:
    """Return the bytes of an item; one that does not tell, or was tried before, fills a batch."""
    size: int | None = getattr(turn.item, "size", None)
    return math.inf if turn.alone or size is None else size


def answers(work: Callable[[T], object], items: Sequence[T]) -> Answers:
    """Do items one after the other, as long as there is hope; errors become answers."""
    begin, each = time.perf_counter(), list[object]()
    for item in items:
        each.append(answered(work, item))
        if isinstance(each[-1], Hopeless):
            break
    return Answers(tuple(each), time.perf_counter() - begin)


def answered(work: Callable[[T], object], item: T) -> object:
    """Do an item; errors become answers."""
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
