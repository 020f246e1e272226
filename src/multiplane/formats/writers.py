"""Rows into files, in any format but CoNLL-U, which is what parsers write themselves."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from multiplane.compressed import created
from multiplane.errors import MultiplaneError
from multiplane.formats import brat, displacy, parquet, table
from multiplane.formats.flat import FlatSentence
from multiplane.formats.lines import line
from multiplane.formats.names import brat_files

Write = Callable[[list[FlatSentence]], None]


def writer(form: str, place: str) -> AbstractContextManager[Write]:
    """Return what opens a place, a path or "-", for rows in a format.

    A file appears whole or not at all; on standard output, rows can be read at once.
    """
    return _WRITERS[form](place)


@contextmanager
def _jsonl(place: str) -> Iterator[Write]:
    with created(place) as file:

        def write(rows: list[FlatSentence]) -> None:
            file.write("".join(f"{line(row)}\n" for row in rows))
            if place == "-":
                file.flush()

        yield write


@contextmanager
def _array(place: str, item: Callable[[FlatSentence], str]) -> Iterator[Write]:
    """Write an array of JSON, with an item in each line."""
    with created(place) as file:
        before = "\n"
        file.write("[")

        def write(rows: list[FlatSentence]) -> None:
            nonlocal before
            for row in rows:
                file.write(before + item(row))
                before = ",\n"

        yield write
        file.write("\n]\n")


def _json(place: str) -> AbstractContextManager[Write]:
    return _array(place, line)


def _displacy(place: str) -> AbstractContextManager[Write]:
    return _array(place, lambda row: json.dumps(displacy.drawn(row), ensure_ascii=False))


@contextmanager
def _tsv(place: str) -> Iterator[Write]:
    with created(place) as file:
        number = 0
        file.write(table.head())

        def write(rows: list[FlatSentence]) -> None:
            nonlocal number
            for row in rows:
                file.writelines(table.lines(row, number))
                number += bool(row.forms)
            if place == "-":
                file.flush()

        yield write


@contextmanager
def _brat(place: str) -> Iterator[Write]:
    if place == "-":
        raise MultiplaneError(
            "brat needs two files, a text and its annotations; name one with --output NAME.ann"
        )
    one, other = brat_files(place)
    standoff = brat.Standoff()
    with created(one) as text, created(other) as annotations:

        def write(rows: list[FlatSentence]) -> None:
            for row in rows:
                more, about = standoff.added(row)
                text.write(more)
                annotations.write(about)

        yield write


@contextmanager
def _parquet(place: str) -> Iterator[Write]:
    with created(place) as file:
        if not hasattr(file, "buffer"):
            raise MultiplaneError("Parquet cannot be printed; name a file with --output")
        with parquet.written(file.buffer) as take:

            def write(rows: list[FlatSentence]) -> None:
                for row in rows:
                    take(row)

            yield write


_WRITERS = {
    "json": _json,
    "jsonl": _jsonl,
    "tsv": _tsv,
    "parquet": _parquet,
    "brat": _brat,
    "displacy": _displacy,
}
