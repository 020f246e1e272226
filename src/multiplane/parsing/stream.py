"""Parse a whole file: chunk by chunk, in order, optionally on several cores."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from multiplane.compressed import Place, created_bytes
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.treebank.scan import Chunk, scan
from multiplane.treebank.scan_kernel import SOUND

T = TypeVar("T")
LISTED = 10  # problems that are reported
AHEAD = 2  # chunks per worker to read ahead


class Rewriter(Protocol):
    """A parser, or anything else that gives the sentences of a treebank trees."""

    def rewritten(self, chunk: Chunk, *, one_root: bool | None = None) -> bytes:
        """Return the bytes of a chunk with new trees."""
        ...


@dataclass(slots=True)
class Report:
    """The numbers of a run of `parse_file`."""

    sentences: int = 0
    words: int = 0
    seconds: float = 0.0
    skipped: int = 0  # sentences passed through unparsed
    problems: list[FormatError] = field(default_factory=list)  # of the first few of these

    @property
    def rate(self) -> float:
        """Words per second."""
        return self.words / self.seconds if self.seconds else 0.0


def parse_file(
    parser: Rewriter,
    source: Place,
    target: Place,
    *,
    one_root: bool | None = None,
    workers: int = 1,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str = "stop",
    advance: Callable[[int], None] = lambda _: None,
) -> Report:
    """Parse a treebank from `source` to `target`, keeping the order of sentences.

    A malformed sentence raises a FormatError or, with `on_error="skip"`, passes through unchanged.
    Memory does not grow with the file.  `advance` is called with the number of bytes done.
    """
    if on_error not in ("stop", "skip"):
        raise UnknownName(f"unknown on_error {on_error!r}; choose from stop, skip")
    if workers < 1:
        raise MultiplaneError(f"workers: found {workers}; expected 1 or more")
    report, begin, done = Report(), time.perf_counter(), 0

    def work(chunk: Chunk) -> tuple[int, bytes]:
        return int(chunk.texts[-1] - chunk.texts[0]), parser.rewritten(chunk, one_root=one_root)

    chunks = _counted(scan(source, format=format), report, stop=on_error == "stop")
    with created_bytes(target) as write:
        for size, data in in_order(work, chunks, workers):
            write(data)
            done += size
            advance(done)
    report.seconds = time.perf_counter() - begin
    return report


def _counted(chunks: Iterable[Chunk], report: Report, *, stop: bool) -> Iterator[Chunk]:
    for chunk in chunks:
        report.sentences += len(chunk)
        report.words += int(chunk.starts[-1] - chunk.starts[0])
        for s in (chunk.faults != SOUND).nonzero()[0].tolist():
            problem = chunk.sentence(s).error or _doubt(chunk, s)
            if stop:
                raise problem
            report.words -= int(chunk.starts[s + 1] - chunk.starts[s])
            report.skipped += 1
            if report.skipped <= LISTED:
                report.problems.append(problem)
        yield chunk


def _doubt(chunk: Chunk, s: int) -> FormatError:
    return FormatError(
        chunk.file, int(chunk.lines[s]), "a malformed sentence", "CoNLL-U or CoNLL-X"
    )


def in_order(
    work: Callable[[T], tuple[int, bytes]], chunks: Iterable[T], workers: int
) -> Iterator[tuple[int, bytes]]:
    """Do the work in threads, which suffices because kernels release the GIL."""
    if workers == 1:
        yield from map(work, chunks)
        return
    waiting: deque[Future[tuple[int, bytes]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for chunk in chunks:
                waiting.append(pool.submit(work, chunk))
                if len(waiting) > AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
