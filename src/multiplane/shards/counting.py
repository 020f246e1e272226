"""The census on shards: each is counted by itself, and the counts add up.

Planes are decided for each sentence, so that nothing depends on where files are cut.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from multiplane.compressed import name_of
from multiplane.errors import FormatError, MultiplaneError
from multiplane.shards.crew import Failure
from multiplane.shards.run import Engine
from multiplane.shards.shard import SIZE, Shard, cut, reading
from multiplane.shards.source import File, find
from multiplane.treebank.census import Census, counted
from multiplane.treebank.folders import treebanks
from multiplane.treebank.survey import survey


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of a shard, its lines, and the error that ended the count."""

    row: Census
    lines: int
    error: FormatError | None = None


@dataclass(frozen=True)
class Counting:
    """The task of a census: shards in, counts out."""

    format: str | None = None
    on_error: str | None = None
    without: frozenset[str] = frozenset()

    def begin(self) -> Callable[[Shard], Counted]:
        return self.count

    def count(self, shard: Shard) -> Counted:
        row, error = Census(shard.name), None
        with reading(shard) as data:
            try:
                for surveyed in survey(
                    data, format=self.format, on_error=self.on_error, without=self.without
                ):
                    row += counted(surveyed, row.name)
            except FormatError as found:
                error = found
            data.seek(0)
            lines = sum(part.count(b"\n") for part in iter(lambda: data.read(1 << 20), b""))
        return Counted(row, lines, error)


def census(
    places: Sequence[str],
    engine: Engine,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str | None = None,
    without: Collection[str] = (),
    size: int = SIZE,
) -> list[Census]:
    """Count treebanks as `multiplane.treebank.census` does, on many workers."""
    if "-" in places:
        raise MultiplaneError("-: standard input cannot be shared by workers; name a file")
    rows = []
    shards: list[Shard] = []
    for treebank in (one for place in places for one in treebanks(place)):
        parts = [shard for file in treebank.files for shard in _cut(name_of(file), size)]
        rows.append((treebank.name, parts))
        shards += parts
    found: dict[Shard, Any] = {}
    for shard, outcome in engine(Counting(format, on_error, frozenset(without)), shards):
        if isinstance(outcome, Failure):
            raise MultiplaneError(f"{shard.name}: {outcome.error}")
        found[shard] = outcome
    return [_sum(name, [(part, found[part]) for part in parts]) for name, parts in rows]


def _cut(path: str, size: int) -> list[Shard]:
    """Cut a file, which keeps the name that it was given by."""
    files, _ = find([path], kind="conllu")
    return [shard for file in files for shard in cut(_named(file, path), size)]


def _named(file: File, path: str) -> File:
    return replace(file, name=path)


def _sum(name: str, parts: Sequence[tuple[Shard, Counted]]) -> Census:
    total, before, file = Census(name), 0, ""
    for shard, each in parts:
        if shard.name != file:
            file, before = shard.name, 0
        if each.error is not None:
            raise _placed(each.error, file, before)
        left_out = tuple(_placed(error, file, before) for error in each.row.left_out)
        total += replace(each.row, left_out=left_out)
        before += each.lines
    return total


def _placed(error: FormatError, file: str, before: int) -> FormatError:
    """Return an error with its line in the file rather than in the shard."""
    return FormatError(file, error.line + before, error.found, error.expected, whole=error.whole)
