"""Shards: files, or parts of large ones, that are parsed by themselves.

A plain file is cut where a document, a paragraph or a sentence ends, at the first such place after
each multiple of the size that is wanted: so nothing but a few bytes at each cut is read.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, Any

from multiplane.errors import MultiplaneError, missing_package
from multiplane.shards.source import File
from multiplane.shards.storage import Span, at_hand, opened

SIZE = 1 << 25  # bytes of a shard
_READ = 1 << 16  # bytes that are read at a time to find the end of something
# It begins only where a run of empty lines does: long runs would take quadratic time otherwise.
_EMPTY_LINES = re.compile(rb"(?<!\n)(?<!\n\r)\n(?:\r?\n)++(?=[^\r\n])")
_LINE = re.compile(rb"\n(?=.)", re.DOTALL)
_ENDS = {"text": _EMPTY_LINES, "conllu": _EMPTY_LINES, "jsonl": _LINE}


class Unreadable(MultiplaneError):  # noqa: N818 - it says what is wrong
    """A file that does not hold what its name says."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a file: its bytes from `begin` to `end`, or, of Parquet, its groups of rows."""

    name: str
    path: str
    kind: str
    begin: int
    end: int
    part: int = 1
    parts: int = 1

    @property
    def label(self) -> str:
        """What to call it: its file, and the byte where it begins if it is not the first."""
        return self.name if self.begin == 0 else f"{self.name}@{self.begin}"

    @property
    def size(self) -> int | None:
        """Its bytes; None for groups of rows, of which nobody knows before they are read."""
        return None if self.kind == "parquet" else self.end - self.begin


def cut(file: File, size: int = SIZE) -> list[Shard]:
    """Cut a file into shards of about `size` bytes; a compressed one stays whole.

    One that cannot be read is a shard, too: whoever works on it will say what is wrong.
    """
    edges = [0, file.size]
    with suppress(OSError, Unreadable):
        if file.kind == "parquet":
            edges = _groups(file, size)
        elif not file.compressed and file.size > size:
            with opened(file.path) as data:
                edges = [0, *_cuts(data, file, size), file.size]
    spans = list(pairwise(edges))
    return [
        Shard(file.name, file.path, file.kind, begin, end, part, len(spans))
        for part, (begin, end) in enumerate(spans, 1)
    ]


def _cuts(data: IO[bytes], file: File, size: int) -> Iterator[int]:
    ends, at = _ENDS[file.kind], size
    while at < file.size:
        found = _next_end(data, ends, at, file.size)
        if found is None:
            return
        yield found
        at = found + size


def _next_end(data: IO[bytes], ends: re.Pattern[bytes], at: int, size: int) -> int | None:
    """Return where something ends first from `at` on; None if nothing does before the file."""
    begin, window = at - 1, b""
    while begin + len(window) < size:
        data.seek(begin + len(window))
        more = data.read(_READ)
        if not more:
            return None
        window += more
        if found := ends.search(window):
            return begin + found.end()
        kept = len(window) - len(window.rstrip(b"\r\n"))  # which may be the beginning of an end
        kept = max(kept, 1)
        begin, window = begin + len(window) - kept, window[-kept:]
    return None


def _groups(file: File, size: int) -> list[int]:
    """Return which groups of rows begin a shard; and how many there are."""
    with opened(file.path) as data:
        facts = parquet(data, file.name).metadata
        edges, held = [0], 0
        for group in range(facts.num_row_groups):
            if held >= size:
                edges.append(group)
                held = 0
            held += sum(_chunk(facts, group, c)[1] for c in range(facts.num_columns))
        return [*edges, facts.num_row_groups] if facts.num_row_groups else [0, 0]


def parquet(data: IO[bytes], name: str) -> Any:
    """Open a Parquet file."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise missing_package(f"{name}: Parquet files need", "pyarrow", "parquet") from None
    try:
        return ParquetFile(data)
    except (ArrowException, OSError) as error:
        what = str(error).partition("\n")[0]
        raise Unreadable(f"{name}: found no Parquet file ({what})") from error


def _chunk(facts: Any, group: int, column: int) -> tuple[int, int]:
    """Return where a column of a group of rows begins, and its bytes."""
    chunk = facts.row_group(group).column(column)
    begin = chunk.data_page_offset
    if chunk.has_dictionary_page and chunk.dictionary_page_offset:
        begin = min(begin, chunk.dictionary_page_offset)
    return begin, chunk.total_compressed_size


def digest(shard: Shard, data: IO[bytes]) -> str:
    """Return a checksum of what a shard holds; `data` is its bytes, of Parquet the whole file."""
    total = hashlib.sha256()
    spans: list[Any] = [data]
    if shard.kind == "parquet":
        file = parquet(data, shard.name)
        total.update(str(file.schema_arrow.remove_metadata()).encode())
        facts = file.metadata
        if shard.part == shard.parts and shard.end != facts.num_row_groups:
            raise Unreadable(f"{shard.name}: found a file that has changed since the run began")
        places = [
            _chunk(facts, group, column)
            for group in range(shard.begin, shard.end)
            for column in range(facts.num_columns)
        ]
        spans = [Span(data, begin, begin + size) for begin, size in places]
    for span in spans:
        span.seek(0)
        while more := span.read(1 << 20):
            total.update(more)
    data.seek(0)
    return total.hexdigest()


@contextmanager
def reading(shard: Shard) -> Iterator[Any]:
    """Open what a shard holds, for `digest` and to be parsed; it can be read twice."""
    with ExitStack() as stack:
        if shard.kind == "parquet":  # of which only some is read
            file = stack.enter_context(opened(shard.path))
            data = Span(file, 0, file.seek(0, os.SEEK_END))
        else:
            data = stack.enter_context(at_hand(shard.path, shard.begin, shard.end))
        data.name = shard.label
        yield data
