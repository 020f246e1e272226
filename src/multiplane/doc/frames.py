"""Documents as frames of pandas and polars: a row for each word, multiword range and empty node.

The columns are the number of the sentence (from 0), its `sent_id`, and the ten of the file: texts
as they stand there, but `head` a number or null.

Not carried: comments but `# sent_id`, and with them sentences without words; line ends of Windows,
a byte order mark, empty lines beyond one.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import isnan
from typing import TYPE_CHECKING, Any

from multiplane.conllu import Sentence
from multiplane.doc.library import library
from multiplane.doc.row import Row, sentence_of
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.doc.doc import Doc

EXTRA = "frames"
SENTENCE, SENT_ID = "sentence", "sent_id"


def to_pandas(doc: "Doc") -> Any:
    pandas = library("pandas", EXTRA)
    columns = {
        name: pandas.array(values, dtype={SENTENCE: "int64", "head": "Int64"}.get(name, "string"))
        for name, values in _columns(doc).items()
    }
    return pandas.DataFrame(columns)


def to_polars(doc: "Doc") -> Any:
    polars = library("polars", EXTRA)
    columns = _columns(doc)
    numbers = (SENTENCE, "head")
    schema = {name: polars.Int64 if name in numbers else polars.String for name in columns}
    return polars.DataFrame(columns, schema=schema)


def _columns(doc: "Doc") -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in (SENTENCE, SENT_ID, *Row._fields)}
    for number, sentence in enumerate(doc):
        for row in sentence.rows:
            values = row._asdict() | {SENTENCE: number, SENT_ID: sentence.sent_id}
            values["head"] = row.head_number
            for name, value in values.items():
                columns[name].append(value)
    return columns


def from_columns(columns: Mapping[Any, Sequence[Any]]) -> Iterator[Sentence]:
    """Make sentences of columns by name; those that are missing are empty, others are ignored.

    Without `sentence` all is one sentence; without `id` words are numbered.
    """
    if "form" not in columns:
        raise MultiplaneError(
            f"a frame with the columns {', '.join(map(str, columns))}; form is required"
        )
    rows = range(len(columns["form"]))
    numbers = columns.get(SENTENCE, [0] * len(rows))
    for _, group in groupby(rows, key=lambda k: numbers[k]):
        lines = list(group)
        named = [_text(columns[SENT_ID][k]) for k in lines] if SENT_ID in columns else []
        name = next(filter(None, named), None)
        yield sentence_of(
            [_row(columns, k, number) for number, k in enumerate(lines, 1)],
            () if name is None else [f"# sent_id = {name}"],
        )


def _row(columns: Mapping[Any, Sequence[Any]], k: int, number: int) -> Row:
    values = {name: _text(columns[name][k]) for name in Row._fields if name in columns}
    return Row(**({"id": str(number)} | values))


def _text(value: Any) -> str:
    """Write a cell; heads that a frame with missing values made fractions are whole again."""
    if value is None or type(value).__name__ == "NAType":  # which pandas has for what is missing
        return ""
    if isinstance(value, float) and isnan(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
