"""Work that is shared by threads, with its results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from multiplane.errors import MultiplaneError

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 2  # pieces of work per worker to read ahead
MOST_WORKERS = 4096  # more than machines have cores: with no limit, all input is read ahead


def checked_workers(workers: int) -> int:
    """Return how many workers there are to be, if there can be so many."""
    if not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        raise MultiplaneError(f"workers: found {workers!r}; expected 1 to {MOST_WORKERS:,}")
    return workers


def in_order(
    work: Callable[[T], R],
    pieces: Iterable[T],
    workers: int,
    idle: Callable[[], bool] = lambda: False,
) -> Generator[R, None, None]:
    """Do the work in threads, which suffices because kernels release the GIL.

    Pieces are taken by the thread that asks for results, a few ahead of the work; where their
    source is `idle`, what was begun is finished before it is asked for more.  If it fails, results
    of what came before are given first, so that these do not depend on the number of workers.
    However this ends, no thread is left behind.
    """
    if workers == 1:
        yield from map(work, pieces)
        return
    waiting: deque[Future[R]] = deque()
    failure: list[Exception] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            for piece in _until_failure(pieces, failure):
                waiting.append(pool.submit(work, piece))
                while waiting and (len(waiting) > AHEAD * workers or idle()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            if failure:
                raise failure[0]
        finally:
            for future in waiting:
                future.cancel()


def _until_failure(pieces: Iterable[T], failure: list[Exception]) -> Iterator[T]:
    try:
        yield from pieces
    except Exception as error:  # noqa: BLE001 - it is raised again, after what came before
        failure.append(error)
