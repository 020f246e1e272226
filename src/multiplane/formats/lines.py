"""Rows as lines of JSON, and back."""

import json
from collections.abc import Iterator

from multiplane.compressed import Damaged, Place, name_of, opened
from multiplane.errors import FormatError, MultiplaneError
from multiplane.formats.flat import FlatSentence

_encode = json.JSONEncoder(ensure_ascii=False).encode
_BREAKS = {
    char: f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"
}  # some readers end lines there


def line(row: FlatSentence) -> str:
    """Return a row as JSON in one line, without its end."""
    text = _encode(row.as_dict())
    for char, escape in _BREAKS.items():
        if char in text:
            text = text.replace(char, escape)
    return text


def read_jsonl(source: Place) -> Iterator[FlatSentence]:
    """Read the rows of a path, a file or "-", plain or compressed, one by one.

    >>> import io
    >>> [row] = read_jsonl(io.StringIO('{"forms": ["Go", "!"], "heads": [0, 1]}'))
    >>> print(row.sentence().text.split()[:2])
    ['1', 'Go']
    """
    file, number = name_of(source), 0
    with opened(source) as stream:
        try:
            for text in stream:
                number += 1
                if text.strip():
                    yield FlatSentence.from_dict(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise FormatError(file, number, f"invalid JSON ({error})", "a row in JSON") from error
        except Damaged as error:
            raise FormatError(file, number + 1, str(error), "a complete file") from error
        except FormatError:
            raise
        except MultiplaneError as error:
            raise MultiplaneError(f"{file}:{number}: {error}") from error
