"""Documents in tables: a column of texts and one of their names, as JSON lines or Parquet."""

import json
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import count
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from multiplane.compressed import opened
from multiplane.errors import FormatError, MultiplaneError
from multiplane.parsing.limits import checked
from multiplane.parsing.stream import Report
from multiplane.pipeline.pipeline import BOM
from multiplane.shards.plan import Options
from multiplane.shards.shard import Shard, parquet
from multiplane.text.characters import points

if TYPE_CHECKING:
    from multiplane.formats.sink import Sink
    from multiplane.pipeline.pipeline import Pipeline

LONG = 1 << 17  # characters of documents that are annotated at once
ROWS = 1000  # of Parquet, read at once
BETWEEN = "\n\n"  # an empty line keeps all that is found in a document from the next one

Row = tuple[str, str] | FormatError  # the name and the text of a document, or why there is none


def documents(shard: Shard, data: IO[bytes], options: Options) -> Generator[Row, None, None]:
    """Read the documents of a shard; one without a name is called after its place."""
    rows = _lines(shard, data) if shard.kind == "jsonl" else _rows(shard, data, options)
    with closing(rows):
        for place, row in rows:
            if isinstance(row, FormatError):
                yield row
                continue
            text, name = row.get(options.text), row.get(options.id)
            if isinstance(text, str):
                yield str(name) if name is not None else f"{shard.label}#{place}", text
            else:
                found = "nothing" if text is None else type(text).__name__
                yield FormatError(shard.label, place, found, f"a text in {options.text!r}")


Rows = Generator[tuple[int, dict[str, Any] | FormatError], None, None]


def _lines(shard: Shard, data: IO[bytes]) -> Rows:
    with opened(data) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                yield number, FormatError(shard.label, number, str(error), "an object of JSON")
                continue
            if isinstance(row, dict):
                yield number, row
            else:
                found = type(row).__name__
                yield number, FormatError(shard.label, number, found, "an object of JSON")


def _rows(shard: Shard, data: IO[bytes], options: Options) -> Rows:
    file = parquet(data, shard.label)
    there = file.schema_arrow.names
    if options.text not in there:
        raise MultiplaneError(
            f"{shard.label}: found the columns {', '.join(there)}; expected {options.text!r}"
        )
    columns = [name for name in (options.text, options.id) if name in there]
    numbers = count(1)
    groups = range(shard.begin, shard.end)
    for batch in file.iter_batches(ROWS, row_groups=groups, columns=columns):
        yield from zip(numbers, batch.to_pylist(), strict=False)


def annotate_documents(
    pipeline: "Pipeline", rows: Iterable[Row], target: "Sink", options: Options, *, places: bool
) -> Report:
    """Write the sentences of documents, each after a comment with its document's name.

    With `places`, the target is told where in its document each token is.
    """
    report, begin = Report(), time.perf_counter()
    for batch in _batches(rows, report, stop=options.on_error == "stop"):
        _annotate(pipeline, batch, target, options, report, places=places)
    report.seconds = time.perf_counter() - begin
    return report


def _batches(rows: Iterable[Row], report: Report, *, stop: bool) -> Iterator[list[tuple[str, str]]]:
    batch: list[tuple[str, str]] = []
    characters = 0
    for row in rows:
        if isinstance(row, FormatError):
            if stop:
                raise row
            report.leave(0, row)
            continue
        batch.append((row[0], row[1].removeprefix(BOM)))
        characters += len(row[1])
        if characters >= LONG:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _annotate(
    pipeline: "Pipeline",
    batch: list[tuple[str, str]],
    target: "Sink",
    options: Options,
    report: Report,
    *,
    places: bool,
) -> None:
    tokens = pipeline.segmenter.split(points(BETWEEN.join(text for _, text in batch)))
    if not len(tokens):
        return
    most = checked(options.max_words)
    data, sizes = pipeline.annotate_tokens(
        tokens, report.sentences + 1, one_root=options.one_root, max_words=most
    )
    sentences = data.split(b"\n\n")
    begins = np.cumsum([0, *(len(text) + len(BETWEEN) for _, text in batch)])
    firsts = np.searchsorted(tokens.begins[tokens.starts[:-1]], begins).tolist()
    for k, (name, _) in enumerate(batch):
        first, last = firsts[k], firsts[k + 1]
        if first == last:
            continue
        target.begin(name, new=True)
        if places:
            within = tokens.starts[first : last + 1]
            spans = SimpleNamespace(
                text=tokens.text, begins=tokens.begins, ends=tokens.ends, starts=within
            )
            target.locate(spans, -int(begins[k]))
        target.write(b"\n\n".join(sentences[first:last]) + b"\n\n")
        for s in range(first, last):
            if most is not None and sizes[s] > most:
                found = f"{int(sizes[s]):,} words"
                report.leave(int(sizes[s]), MultiplaneError(f"{name}: a sentence has {found}"))
    report.sentences += len(sizes)
    report.words += int(sizes.sum())
