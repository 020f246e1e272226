"""Rows as a table with tabs: a line for each word, multiword token and empty node.

The columns are those of `multiplane.doc.frames`, then the place in the text of the sentence and the
plane.  A value with a quotation mark or a line end is put in quotation marks, as in CSV.
"""

from collections.abc import Iterator

from multiplane.doc.frames import SENT_ID, SENTENCE
from multiplane.doc.row import Row
from multiplane.formats.flat import COLUMNS, FlatSentence

TITLES = ("file", SENTENCE, SENT_ID, *Row._fields, "start", "end", "plane")


def head() -> str:
    return "\t".join(TITLES) + "\n"


def lines(row: FlatSentence, number: int) -> Iterator[str]:
    """Give the lines of a sentence, which has a number in the table, from 0."""
    words = list(zip(*(getattr(row, name) for name in COLUMNS), strict=True))
    found: list[tuple[Row, int | None, int | None, int | None]] = [
        (Row(str(d), *map(_text, values)), row.starts[d - 1], row.ends[d - 1], row.planes[d - 1])
        for d, values in enumerate(words, 1)
    ]
    for columns in row.multiwords:
        whole = Row(**columns)
        first = whole.place[0] - 1
        found.append((_plain(whole), row.starts[first], row.ends[first], None))
    found += [(_plain(Row(**columns)), None, None, None) for columns in row.empty_nodes]
    before = (row.file, number, row.sent_id)
    for each, *after in sorted(found, key=lambda one: one[0].place):
        yield "\t".join(map(_cell, (*before, *each, *after))) + "\n"


def _plain(row: Row) -> Row:
    return Row(*("" if value == "_" else value for value in row))


def _text(value: str | int | None) -> str:
    return "" if value is None else str(value)


def _cell(value: str | int | None) -> str:
    text = _text(value)
    if set(text).isdisjoint('"\t\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'
