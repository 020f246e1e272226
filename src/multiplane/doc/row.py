"""A line of ten columns, and sentences made of such lines."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from multiplane.conllu import Sentence, reads
from multiplane.errors import MultiplaneError

_BOM = "\ufeff"
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


class Row(NamedTuple):
    """The ten columns of a word, a multiword range or an empty node; `_` is nothing."""

    id: str
    form: str = "_"
    lemma: str = "_"
    upos: str = "_"
    xpos: str = "_"
    feats: str = "_"
    head: str = "_"
    deprel: str = "_"
    deps: str = "_"
    misc: str = "_"

    @property
    def is_word(self) -> bool:
        return "-" not in self.id and "." not in self.id

    @property
    def head_number(self) -> int | None:
        """HEAD if it is a number, as it is or may be in words."""
        return int(self.head) if _NUMBER.fullmatch(self.head) else None

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands: a range before its first word, empty nodes after theirs.

        >>> sorted(["2.1", "3-4", "2", "3", "0.1", "1"], key=lambda name: Row(name).place)
        ['0.1', '1', '2', '2.1', '3-4', '3']
        """
        try:
            if "." in self.id:
                word, number = self.id.split(".")
                return int(word), int(number)
            return int(self.id.split("-")[0]), -1 if "-" in self.id else 0
        except ValueError as error:
            raise MultiplaneError(
                f"ID {self.id!r}; use a number, range or empty node, such as 3, 3-4 or 3.1"
            ) from error


def rows_of(sentence: Sentence) -> tuple[Row, ...]:
    """All lines of columns, in their order."""
    if sentence.error:
        raise sentence.error
    lines = (line.removesuffix("\r") for line in sentence.text.removeprefix(_BOM).split("\n"))
    return tuple(Row(*line.split("\t")) for line in lines if line and not line.startswith("#"))


def sentence_of(rows: Iterable[Row], comments: Iterable[str] = ()) -> Sentence:
    """Make a sentence, checked as if it had been read from a file."""
    lines = []
    for comment in comments:
        if not comment.startswith("#") or not set(comment).isdisjoint("\r\n"):
            raise MultiplaneError(f"comment {comment!r:.60}; use one line that starts with #")
        lines.append(comment)
    for row in rows:
        values = [value or "_" for value in row]
        for value in values:
            if not set(value).isdisjoint("\t\r\n"):
                raise MultiplaneError(
                    f"{value!r:.60} in row {row.id!r:.20}: tabs and line breaks are not allowed"
                )
        lines.append("\t".join(values))
    (sentence,) = reads("\n".join([*lines, "", ""]))
    return sentence


def attributes(text: str) -> dict[str, str]:
    """What FEATS or MISC says, by name.

    >>> attributes("Case=Nom|Number=Sing")
    {'Case': 'Nom', 'Number': 'Sing'}
    """
    parts = (part.partition("=") for part in text.split("|")) if text != "_" else ()
    return {name: value for name, _, value in parts}


def column(names: dict[str, str]) -> str:
    """Write attributes as FEATS and MISC have them."""
    return "|".join(f"{name}={value}" for name, value in names.items()) or "_"
