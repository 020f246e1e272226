"""Rows in Parquet, by pyarrow, which is an extra."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from multiplane.compressed import Place, name_of
from multiplane.doc.library import library
from multiplane.doc.row import Row
from multiplane.errors import MultiplaneError
from multiplane.formats.flat import NAMES, NUMBERS, FlatSentence

EXTRA = "parquet"
GROUP = 10_000  # sentences that are written, or read, at a time


def schema() -> Any:
    """Return the types of the columns."""
    arrow = library("pyarrow", EXTRA)
    text, number, long = arrow.string(), arrow.int32(), arrow.int64()
    node = arrow.struct([(name, text) for name in Row._fields])
    types = {
        "file": text,
        "sent_id": text,
        "text": text,
        "start": long,
        "multiwords": arrow.list_(node),
        "empty_nodes": arrow.list_(node),
        **{name: arrow.list_(number) for name in NUMBERS},
    }
    return arrow.schema([(name, types.get(name, arrow.list_(text))) for name in NAMES])


@contextmanager
def written(file: Any) -> Iterator[Any]:
    """Give a function that takes rows and writes them into an open file of bytes."""
    arrow, parquet = library("pyarrow", EXTRA), library("pyarrow.parquet", EXTRA)
    types = schema()
    waiting: list[dict[str, Any]] = []

    def put() -> None:
        target.write_table(arrow.Table.from_pylist(waiting, schema=types))
        waiting.clear()

    def take(row: FlatSentence) -> None:
        waiting.append(row.as_dict())
        if len(waiting) == GROUP:
            put()

    target = parquet.ParquetWriter(file, types)
    try:
        yield take
        if waiting:
            put()
    finally:
        target.close()


def read_parquet(source: Place) -> Iterator[FlatSentence]:
    """Read the rows of a file one by one."""
    arrow, parquet = library("pyarrow", EXTRA), library("pyarrow.parquet", EXTRA)
    try:
        with parquet.ParquetFile(source) as file:
            for batch in file.iter_batches(GROUP):
                yield from map(FlatSentence.from_dict, batch.to_pylist())
    except arrow.ArrowException as error:
        raise MultiplaneError(f"{name_of(source)}: found no Parquet file ({error})") from error
