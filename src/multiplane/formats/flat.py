r"""A sentence as one flat row: a list for each column of its words.

`text` is the text of the sentence; the words begin and end in it at `starts` and `ends`, those of a
multiword token where it does.  `start` is where the sentence begins in the plain text that was
parsed, if there was one.  Columns without a value (`_`) are None, and so are the planes of roots.
Multiword tokens and empty nodes have the ten columns of CoNLL-U, without those that are None.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from multiplane.conllu import Sentence
from multiplane.doc.row import Row, rows_of, sentence_of
from multiplane.doc.surface import space_after
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph
from multiplane.treebank.crossings import crossed_arcs
from multiplane.treebank.multiplanarity import multiplanarity

# Lists of words, by the column that they are.
COLUMNS = {
    "forms": "form",
    "lemmas": "lemma",
    "upos": "upos",
    "xpos": "xpos",
    "feats": "feats",
    "heads": "head",
    "deprels": "deprel",
    "deps": "deps",
    "misc": "misc",
}
NUMBERS = ("heads", "planes", "starts", "ends")


class Located(NamedTuple):
    """Where a sentence is in a plain text: its own text, and the places of its tokens there."""

    start: int
    text: str
    begins: Sequence[int]
    ends: Sequence[int]


@dataclass(frozen=True, slots=True)
class FlatSentence:
    """A row; its fields are the columns, in this order."""

    file: str | None
    sent_id: str | None
    text: str
    start: int | None
    forms: tuple[str, ...]
    lemmas: tuple[str | None, ...]
    upos: tuple[str | None, ...]
    xpos: tuple[str | None, ...]
    feats: tuple[str | None, ...]
    heads: tuple[int | None, ...]
    deprels: tuple[str | None, ...]
    planes: tuple[int | None, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    deps: tuple[str | None, ...]
    misc: tuple[str | None, ...]
    multiwords: tuple[dict[str, str], ...]
    empty_nodes: tuple[dict[str, str], ...]
    comments: tuple[str, ...]

    @classmethod
    def of(
        cls, sentence: Sentence, file: str | None = None, located: Located | None = None
    ) -> "FlatSentence":
        """Make the row of a sentence, which may be known to be somewhere in a text."""
        words: list[Row] = []
        multiwords: list[Row] = []
        empty: list[Row] = []
        for row in rows_of(sentence):
            if row.is_word:
                words.append(row)
            else:
                (empty if "." in row.id else multiwords).append(row)
        _ids, forms, lemmas, upos, xpos, feats, _heads, deprels, deps, misc = (
            zip(*words, strict=True) if words else ((),) * 10
        )
        heads = tuple(None if row.head == "_" else int(row.head) for row in words)
        if located is None:
            located = _reconstructed(words, multiwords)
            start = None
        else:
            start = located.start
        starts, ends = _spread(located, multiwords, len(words))
        comments = sentence.comments
        return cls(
            file, _named(comments, "sent_id"), located.text, start, forms, _optional(lemmas),
            _optional(upos), _optional(xpos), _optional(feats), heads, _optional(deprels),
            planes_of(heads), starts, ends, _optional(deps), _optional(misc),
            tuple(map(_short, multiwords)), tuple(map(_short, empty)), comments,
        )  # fmt: skip

    def sentence(self) -> Sentence:
        """Make the sentence again, checked as if it had been read from a file."""
        names = list(COLUMNS)
        words = zip(*(getattr(self, name) for name in names), strict=True)
        rows = [
            Row(str(number), *("_" if value is None else str(value) for value in values))
            for number, values in enumerate(words, 1)
        ]
        rows += [Row(**columns) for columns in (*self.multiwords, *self.empty_nodes)]
        return sentence_of(sorted(rows, key=lambda row: row.place), self.comments)

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in NAMES}

    @classmethod
    def from_dict(cls, values: Any) -> "FlatSentence":
        """Read what `as_dict` gave, or a part of it with `forms`; other names are left alone."""
        if not isinstance(values, Mapping) or not isinstance(values.get("forms"), list | tuple):
            raise MultiplaneError(f"{values!r:.60}: expected a row, an object with a list forms")
        words = len(values["forms"])
        found: dict[str, Any] = {name: values.get(name) for name in NAMES}
        for name in (*COLUMNS, "planes", "starts", "ends"):
            kind = int if name in NUMBERS else str
            found[name] = _list(found[name], name, kind, words)
        for name in ("multiwords", "empty_nodes"):
            nodes = () if found[name] is None else found[name]
            if not isinstance(nodes, list | tuple):
                raise MultiplaneError(f"{name}: found {nodes!r:.40}; expected a list of objects")
            found[name] = tuple(_columns(each, name) for each in nodes)
        found["comments"] = _list(found["comments"] or (), "comments", str, None)
        return cls(**found)


NAMES = tuple(field.name for field in fields(FlatSentence))


def planes_of(heads: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return the plane of the arc to each word, on as few planes as possible.

    >>> planes_of([3, 4, 0, 3])
    (1, 2, None, 1)
    """
    arcs = [(h, d) for d, h in enumerate(heads, 1) if h]
    if not crossed_arcs(arcs):  # where nothing crosses there is nothing to look for
        return tuple(1 if h else None for h in heads)
    planes = multiplanarity(Graph(len(heads), frozenset(arcs))).planes
    return tuple(planes[h, d] if h else None for d, h in enumerate(heads, 1))


def _reconstructed(words: Sequence[Row], multiwords: Sequence[Row]) -> Located:
    """Make the text of a sentence from its forms, with the white space that MISC says."""
    text, begins, ends, last, at = [], [], [], 0, 0
    ranges = {int(row.id.partition("-")[0]): row for row in multiwords}
    for number, word in enumerate(words, 1):
        if number <= last:
            continue
        piece = ranges.get(number, word)
        last = int(piece.id.partition("-")[2] or number)
        begins.append(at)
        ends.append(at + len(piece.form))
        space = " " if piece.misc == "_" else space_after(piece.misc)
        text += [piece.form, space]
        at = ends[-1] + len(space)
    return Located(0, "".join(text[:-1]), begins, ends)


def _spread(
    located: Located, multiwords: Sequence[Row], words: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return where each word begins and ends: those of a multiword token as it does."""
    if not multiwords:
        return tuple(located.begins), tuple(located.ends)
    counts, number = [], 1
    ranges = {int(first): int(last) for first, _, last in (r.id.partition("-") for r in multiwords)}
    while number <= words:
        last = ranges.get(number, number)
        counts.append(last - number + 1)
        number = last + 1
    spans = list(zip(located.begins, located.ends, counts, strict=True))
    return (
        tuple(begin for begin, _, count in spans for _ in range(count)),
        tuple(end for _, end, count in spans for _ in range(count)),
    )


def _named(comments: Sequence[str], name: str) -> str | None:
    found = None
    for comment in comments:
        if name in comment:
            key, _, value = comment.removeprefix("#").partition("=")
            found = value.strip() if key.strip() == name else found
    return found


def _optional(values: Sequence[str]) -> tuple[str | None, ...]:
    return tuple(None if value == "_" else value for value in values)


def _short(row: Row) -> dict[str, str]:
    return {name: value for name, value in row._asdict().items() if value != "_"}


def _list(values: Any, name: str, kind: type, length: int | None) -> tuple[Any, ...]:
    if values is None and length is not None:
        return (None,) * length
    if not isinstance(values, list | tuple) or len(values) != (length or len(values)):
        found = f"{len(values)} values" if isinstance(values, list | tuple) else f"{values!r:.40}"
        raise MultiplaneError(f"{name}: found {found}; expected a list of {length}, as forms has")
    for value in values:
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            what = "numbers" if kind is int else "strings"
            raise MultiplaneError(f"{name}: found {value!r:.40}; expected {what} and null")
    return tuple(values)


def _columns(values: Any, name: str) -> dict[str, str]:
    if not isinstance(values, Mapping) or "id" not in values or values.keys() - {*Row._fields}:
        raise MultiplaneError(
            f"{name}: found {values!r:.60}; expected objects with id and some of"
            f" {', '.join(Row._fields[1:])}"
        )
    kept = {key: value for key, value in values.items() if value is not None}
    _list(tuple(kept.values()), name, str, None)
    return kept
