"""Work that is shared by threads, with its results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 2  # pieces of work per worker to read ahead


def in_order(
    work: Callable[[T], R],
    pieces: Iterable[T],
    workers: int,
    idle: Callable[[], bool] = lambda: False,
) -> Generator[R, None, None]:
    """Do the work in threads, which suffices because kernels release the GIL.

    Pieces are taken by the thread that asks for results, a few ahead of the work; where their
    source is `idle`, what was begun is finished before it is asked for more.  However this ends, no
    thread is left behind.
    """
    if workers == 1:
        yield from map(work, pieces)
        return
    waiting: deque[Future[R]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                while waiting and (len(waiting) > AHEAD * workers or idle()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
