"""Parse a whole file: chunk by chunk, in order, optionally on several cores."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np

from multiplane.arriving import is_waiting
from multiplane.compressed import Place, created_bytes
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.parsing.limits import bytes_of, checked, parts, too_long
from multiplane.treebank.scan import Chunk, scan
from multiplane.treebank.scan_kernel import SOUND
from multiplane.workers import checked_workers, in_order

Expect = Callable[[str, int], None]  # told where a sentence is, and how many words it has
LISTED = 10  # problems that are reported


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
    problems: list[MultiplaneError] = field(default_factory=list)  # of the first few of these

    def leave(self, words: int, problem: MultiplaneError) -> None:
        """Note a sentence that is passed through unparsed."""
        self.words -= words
        self.skipped += 1
        if self.skipped <= LISTED:
            self.problems.append(problem)

    def add(self, other: "Report") -> None:
        """Count another run."""
        self.sentences += other.sentences
        self.words += other.words
        self.seconds += other.seconds
        self.skipped += other.skipped
        self.problems = [*self.problems, *other.problems][:LISTED]

    @property
    def rate(self) -> float:
        """Words per second."""
        return self.words / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Follower:
    """Who is told how one run goes; another run needs another one, for the report adds up.

    `advance` gets the number of bytes done; `expect`, before a sentence longer than all others, its
    place and its words.  A `report` that is given counts also what is done before an error.
    """

    advance: Callable[[int], None] = lambda _: None
    expect: Expect = lambda _, __: None
    report: Report = field(default_factory=Report)


def parse_file(
    parser: Rewriter,
    source: Place,
    target: Place,
    *,
    one_root: bool | None = None,
    workers: int = 1,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str = "stop",
    max_words: int | None = None,
    follower: Follower | None = None,
) -> Report:
    """Parse a treebank from `source` to `target`, keeping the order of sentences.

    A malformed sentence raises a FormatError or, with `on_error="skip"`, passes through unchanged.
    So do sentences of more than `max_words`.  Memory does not grow with the file.
    """
    if on_error not in ("stop", "skip"):
        raise UnknownName(f"unknown on_error {on_error!r}; choose from stop, skip")
    workers = checked_workers(workers)
    follower, begin, done, most = follower or Follower(), time.perf_counter(), 0, checked(max_words)

    def work(chunk: Chunk) -> tuple[int, bytes]:
        data = (
            parser.rewritten(part, one_root=one_root) if parsed else bytes_of(part)
            for part, parsed in parts(chunk, most)
        )
        return int(chunk.texts[-1] - chunk.texts[0]), b"".join(data)

    with closing(scan(source, format=format)) as read, created_bytes(target) as write:
        chunks = _counted(read, follower, most, stop=on_error == "stop")
        idle = partial(_idle, source)
        for size, data in in_order(work, chunks, workers, idle):
            write(data)
            done += size
            follower.advance(done)
    follower.report.seconds = time.perf_counter() - begin
    return follower.report


def _idle(source: Place) -> bool:
    return source == "-" and not is_waiting()


def _counted(
    chunks: Iterable[Chunk], follower: Follower, most: int | None, *, stop: bool
) -> Iterator[Chunk]:
    longest, report = 0, follower.report
    for chunk in chunks:
        sizes = np.diff(chunk.starts)
        report.sentences += len(chunk)
        report.words += int(sizes.sum())
        left = {s: _excess(chunk, s, int(sizes[s]), most) for s in too_long(chunk, most)}
        for s in (chunk.faults != SOUND).nonzero()[0].tolist():
            left[s] = chunk.sentence(s).error or _doubt(chunk, s)
            if stop:
                raise left[s]
        for s in sorted(left):
            report.leave(int(sizes[s]), left[s])
        sizes[[*left]] = 0
        if (most_here := int(sizes.max(initial=0))) > longest:
            longest = most_here
            follower.expect(f"{chunk.file}:{chunk.lines[int(sizes.argmax())]}", longest)
        yield chunk


def _excess(chunk: Chunk, s: int, words: int, most: int | None) -> FormatError:
    found = f"a sentence of {words:,} words"
    return FormatError(chunk.file, int(chunk.lines[s]), found, f"no more than {most:,}")


def _doubt(chunk: Chunk, s: int) -> FormatError:
    return FormatError(
        chunk.file, int(chunk.lines[s]), "a malformed sentence", "CoNLL-U or CoNLL-X"
    )
