"""Read and write CoNLL-U and CoNLL-X, so that every byte but HEAD and DEPREL survives.

Both formats have ten columns.  A sentence is CoNLL-X if a word has an integer in column 9 (PHEAD,
where CoNLL-U has DEPS, never a bare integer); any other is CoNLL-U, which CoNLL-X without PHEAD
is as well.  CoNLL-X: Buchholz & Marsi 2006.  CoNLL-U: universaldependencies.org/format.html.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from typing import NoReturn

from multiplane.compressed import Damaged, Place, created, name_of, opened
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.graph import Graph
from multiplane.html_table import html_table
from multiplane.nearest import choices

FORMATS = ("conllu", "conllx")

_BOM = "\ufeff"
_ENDS = tuple(f"\n{mark}{end}" for mark in ("", _BOM) for end in ("\n", "\r\n"))  # an empty line
_RANGE = re.compile("([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_EMPTY = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")
_WORD = re.compile(f"{_BOM}?[0-9]+\t")
_SHOWN = {0: "ID", 1: "FORM", 2: "LEMMA", 3: "UPOS", 6: "HEAD", 7: "DEPREL"}  # in notebooks
_TREE = re.compile(rf"^({_BOM}?[0-9]+\t(?:[^\t\n]*\t){{5}})[^\t\n]*\t[^\t\n]*", re.MULTILINE)


def _column(index: int) -> "cached_property[tuple[str, ...]]":
    return cached_property(lambda sentence: sentence.columns[index])


@dataclass(frozen=True)
class Sentence:
    r"""A sentence as it stands in its file, with the empty lines after it.

    Comments that stand alone are a sentence of no words.  A damaged sentence, which only
    `on_error="skip"` lets through, has its `text` and its `error`, which its columns raise.

    >>> (sentence,) = reads("1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n")
    >>> sentence.forms, sentence.heads, sentence.deprels
    (('go',), (0,), ('root',))
    """

    text: str
    words: int
    format: str = "conllu"
    file: str = field(default="<text>", compare=False)
    line: int = field(default=1, compare=False)
    error: FormatError | None = field(default=None, compare=False)

    # The table of columns.  In CoNLL-X, upos is CPOSTAG, xpos POSTAG, deps PHEAD, misc PDEPREL.
    forms = _column(1)
    lemmas = _column(2)
    upos = _column(3)
    xpos = _column(4)
    feats = _column(5)
    deprels = _column(7)
    deps = _column(8)
    misc = _column(9)

    @cached_property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """All ten columns of the words."""
        if self.error:
            raise self.error
        lines = self.text.removeprefix(_BOM).split("\n")
        words = (line.removesuffix("\r") for line in lines if _WORD.match(line))
        return tuple(zip(*(line.split("\t") for line in words), strict=True)) or ((),) * 10

    @cached_property
    def heads(self) -> tuple[int | None, ...]:
        """The head of each word, None where HEAD is `_`."""
        return tuple(None if head == "_" else int(head) for head in self.columns[6])

    @cached_property
    def graph(self) -> Graph:
        return Graph.from_heads(self.heads)

    @property
    def comments(self) -> tuple[str, ...]:
        """The comment lines, each with its `#` and without its line end."""
        lines = (line.removesuffix("\r") for line in self.text.removeprefix(_BOM).split("\n"))
        return tuple(line for line in lines if line.startswith("#"))

    def _repr_html_(self) -> str:  # what notebooks ask for
        if self.error:
            return f"<p>{escape(str(self.error))}</p>\n<pre>{escape(self.text)}</pre>"
        rows = ([escape(row[k]) for k in _SHOWN] for row in zip(*self.columns, strict=True))
        return html_table(tuple(_SHOWN.values()), rows)

    def with_tree(self, heads: Sequence[int | None], deprels: Sequence[str]) -> "Sentence":
        """This sentence with other HEAD and DEPREL; everything else stays, byte for byte."""
        if self.error:
            raise self.error
        if not len(heads) == len(deprels) == self.words:
            raise MultiplaneError(
                f"{self.file}:{self.line}: {len(heads)} heads and {len(deprels)} labels for a "
                f"sentence of {self.words} words; each word needs one of each"
            )
        for deprel in set(deprels):
            if not deprel or not set(deprel).isdisjoint("\t\r\n"):
                raise MultiplaneError(
                    f"{self.file}:{self.line}: label {deprel!r}; labels cannot be empty or "
                    "contain tabs or line breaks; use _ for none"
                )
        for d, head in enumerate(heads, 1):
            if head == d or not 0 <= (head or 0) <= self.words:
                raise MultiplaneError(
                    f"{self.file}:{self.line}: head {head} for word {d}; use None or another "
                    f"number from 0 to {self.words}"
                )
        pairs = (
            f"{'_' if head is None else head}\t{deprel}"
            for head, deprel in zip(heads, deprels, strict=True)
        )
        text = _TREE.sub(lambda match: match[1] + next(pairs), self.text)
        return replace(self, text=text)


def read(
    source: Place,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str = "stop",
) -> Iterator[Sentence]:
    """Sentences from a path, a file or "-" (standard input), plain or compressed, one by one.

    A malformed sentence raises a FormatError; with `on_error="skip"` it comes out with its
    `error` set instead, and reading goes on.
    """
    if format not in (None, *FORMATS):
        raise UnknownName(f"unknown format {format!r}; {choices(format, FORMATS)}")
    if on_error not in ("stop", "skip"):
        raise UnknownName(f"unknown on_error {on_error!r}; choose from stop, skip")
    return _read(source, format, skip=on_error == "skip")


def reads(
    text: str,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str = "stop",
) -> Iterator[Sentence]:
    """Sentences from a string; see `read`."""
    if not isinstance(text, str):
        raise MultiplaneError(f"found {type(text).__name__}; expected CoNLL-U in a str")
    source = io.StringIO(text, newline="\n")
    source.name = "<text>"  # what messages call it
    return read(source, format=format, on_error=on_error)


def write(sentences: Iterable[Sentence], target: Place) -> None:
    """Write to a path (compressed if it ends in .gz, .xz or .zst), a file or "-".

    Where a sentence without its final empty line is followed by another, the line is added.
    """
    with created(target) as file:
        missing = None
        for sentence in sentences:
            text = sentence.text
            if missing is not None and sentence.line == 1:  # of another file
                text = text.removeprefix(_BOM)
            file.write((missing or "") + text)
            missing = _missing(text)


def _missing(text: str) -> str:
    """The line ends that must come before another sentence may follow."""
    if text.endswith(_ENDS) or not text.strip(f"\r\n{_BOM}"):
        return ""
    end = "\r\n" if "\r\n" in text else "\n"
    return end if text.endswith("\n") else 2 * end


def _read(source: Place, form: str | None, *, skip: bool) -> Iterator[Sentence]:
    file = name_of(source)
    with opened(source) as stream:
        for first, lines in _blocks(stream, file):
            text, words, known, damage = "".join(lines), 0, form or FORMATS[0], None
            try:
                words, known = _check(text, first, file, form)
            except FormatError as error:
                if not skip:
                    raise
                damage = error
            yield Sentence(text, words, known, file, first, damage)


def _blocks(stream: Iterable[str], file: str) -> Iterator[tuple[int, list[str]]]:
    """Cut a stream where a line follows empty lines, with the number of each first line."""
    block: list[str] = []
    first, number = 1, 0
    begun = ended = False
    try:
        for number, line in enumerate(stream, 1):
            if len(line) < 4 and line.removeprefix(_BOM) in ("\n", "\r\n", "\r", ""):
                ended = begun
            elif ended:
                yield first, block
                first, block, ended = number, [], False
            else:
                begun = True
            block.append(line)
    except (Damaged, UnicodeDecodeError) as error:
        found, expected = str(error), "a complete UTF-8 file"
        raise FormatError(file, number + 1, found, expected, whole=True) from error
    except OSError as error:
        error.filename = error.filename or file  # which may be one of many
        raise
    if block:
        yield first, block


class _Rules:
    """The rules of the format, for one sentence whose lines come in order."""

    def __init__(self, file: str, first: int) -> None:
        self.file, self.first = file, first
        self.words: list[tuple[int, list[str]]] = []  # each with its line, counted from 0
        self.others: list[int] = []  # the lines of ranges and empty nodes
        self.range = (0, 0, 0)  # the last one: first word, last word, line
        self.empty = (0, 0)  # the last empty node

    def fail(self, k: int, found: str, expected: str) -> NoReturn:
        raise FormatError(self.file, self.first + k, found, expected)

    def take(self, k: int, line: str) -> None:
        if line.startswith("#"):
            if self.words or self.others:
                self.fail(k, "a comment between words", "an empty line before a new sentence")
            return
        fields = line.removesuffix("\r").split("\t")
        if len(fields) != 10:
            if fields != [""]:
                self.fail(
                    k,
                    f"{len(fields)} column{'s' * (len(fields) > 1)}",
                    "10 columns separated by tabs",
                )
        elif "" in fields:
            self.fail(k, f"nothing in column {fields.index('') + 1}", "a value, or _ for none")
        elif fields[0] == str(len(self.words) + 1):
            self.words.append((k, fields))
        else:
            self._take_other(k, fields[0])

    def _take_other(self, k: int, name: str) -> None:
        words, (start, end, _) = len(self.words), self.range
        empty = (words, self.empty[1] + 1 if self.empty[0] == words else 1)
        expected = f"ID {words + 1}, or an empty line before a new sentence"
        if match := _RANGE.fullmatch(name):
            self.range = (int(match[1]), int(match[2]), k)
            if end < self.range[0] == words + 1 <= self.range[1]:
                self.others.append(k)
                return
            expected = f"a range that starts at {words + 1} and does not overlap the previous one"
        elif (match := _EMPTY.fullmatch(name)) and start <= words:  # no range is waiting
            self.empty = (int(match[1]), int(match[2]))
            if self.empty == empty:
                self.others.append(k)
                return
            expected = f"empty node {empty[0]}.{empty[1]}"
        self.fail(k, f"ID {name!r:.40}", expected)

    def close(self, form: str | None) -> tuple[int, str]:
        """The number of words, and the format if it was not given."""
        words, (start, end, line) = len(self.words), self.range
        if end > words:
            self.fail(line, f"range {start}-{end}", f"a range within the {words} words")
        if form is None:
            form = "conllx" if any(f[8].isdecimal() for _, f in self.words) else "conllu"
        if form == "conllx" and self.others:
            self.fail(self.others[0], "a range or empty node in CoNLL-X", "words only")
        heads = {"_", *map(str, range(words + 1))}
        for k, fields in self.words:
            if fields[6] not in heads:
                self.fail(k, f"HEAD {fields[6]!r:.40}", f"_ or an integer from 0 to {words}")
            if fields[6] == fields[0]:
                self.fail(k, f"HEAD {fields[6]}, the word itself", "another word, or 0")
        return words, form


def _check(text: str, first: int, file: str, form: str | None) -> tuple[int, str]:
    """The number of words and the format of a sentence, if it is well-formed."""
    rules = _Rules(file, first)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        rules.fail(text.count("\n", 0, error.start), "bytes that are not UTF-8", "UTF-8 text")
    for k, line in enumerate((text.removeprefix(_BOM) if first == 1 else text).split("\n")):
        rules.take(k, line)
    return rules.close(form)
