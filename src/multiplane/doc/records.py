"""Documents as dicts and as JSON.

A sentence is `{"comments": [...], "tokens": [...]}`, a token a dict of the ten columns: `id` a
number, or a text for multiword ranges and empty nodes; `head` a number or null; `feats` and
`misc` dicts, or the text itself where it is not of the form a=b|c=d with each name once.  In JSON,
`text` is the text that the sentences come from, if it is known.

Not carried: line ends of Windows, a byte order mark, empty lines beyond one.
"""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from multiplane.conllu import Sentence
from multiplane.doc.row import Row, attributes, column, rows_of, sentence_of
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.doc.doc import Doc


def to_dicts(doc: "Doc") -> list[dict[str, Any]]:
    return [
        {"comments": list(block.comments), "tokens": [_record(row) for row in rows_of(block)]}
        for block in doc.blocks
    ]


def _record(row: Row) -> dict[str, Any]:
    record: dict[str, Any] = row._asdict()
    if row.is_word:
        record["id"] = int(row.id)
    if row.head_number is not None or row.head == "_":
        record["head"] = row.head_number
    for name in ("feats", "misc"):
        parts = attributes(record[name])
        if column(parts) == record[name]:
            record[name] = parts
    return record


def from_dicts(dicts: Iterable[Any]) -> Iterator[Sentence]:
    for record in dicts:
        if not isinstance(record, dict) or not isinstance(record.get("tokens"), list):
            raise MultiplaneError(
                f"{record!r:.60}: a sentence must be a dict with a list of tokens"
            )
        rows = [_row(token, k) for k, token in enumerate(record["tokens"], 1)]
        yield sentence_of(rows, map(str, record.get("comments") or ()))


def _row(record: Any, number: int) -> Row:
    if not isinstance(record, dict):
        raise MultiplaneError(f"{record!r:.60}: a token must be a dict of columns")
    unknown = record.keys() - set(Row._fields)
    if unknown:
        raise MultiplaneError(
            f"unknown columns of a token: {', '.join(map(str, unknown))};"
            f" choose from {', '.join(Row._fields)}"
        )
    return Row(**{name: _value(value) for name, value in ({"id": number} | record).items()})


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return column(value)
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise MultiplaneError(f"{value!r:.60}: a column must be a string, number, dict or null")
    return "_" if value is None else str(value)


def to_json(doc: "Doc", indent: int | None) -> str:
    given = {} if doc.given is None else {"text": doc.given}
    return json.dumps({**given, "sentences": to_dicts(doc)}, ensure_ascii=False, indent=indent)


def from_json(text: str) -> tuple[Iterator[Sentence], str | None]:
    """Read sentences, and the text that they come from, if it is there."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MultiplaneError(f"not JSON: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("sentences"), list):
        raise MultiplaneError(f"{text!r:.60}: expected an object with a list of sentences")
    given = content.get("text")
    if not isinstance(given, str | None):
        raise MultiplaneError(f"text {given!r:.60}: expected a string")
    return from_dicts(content["sentences"]), given
