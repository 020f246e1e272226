"""A treebank as offsets into its bytes: words, heads and sentence ends without making strings.

Sentences are cut, and found sound, by the rules of `multiplane.conllu`, whose reader has the last
word on any that the scanner doubts.
"""

import io
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.arriving import at_rest, some
from multiplane.compressed import Damaged, Place, name_of, opened
from multiplane.conllu import FORMATS, Sentence, reads
from multiplane.errors import FormatError, UnknownName
from multiplane.nearest import choices
from multiplane.treebank.scan_kernel import COLUMNS, ID, MALFORMED, Offsets
from multiplane.treebank.scan_kernel import scan as _scan

SIZE = 1 << 19  # bytes that are read at a time
LARGEST = 1 << 28  # bytes of a sentence


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Sentences that follow each other in a file.

    Column c of word w is `data[fields[w, c] : fields[w, c + 1] - 1]`; the words of sentence s are
    `starts[s]` to `starts[s + 1]`; its bytes, comments and empty lines included, `texts[s]` to
    `texts[s + 1]`; it begins on line `lines[s]`.  What is said of the words of a malformed
    sentence means nothing.
    """

    file: str
    format: str | None
    data: NDArray[np.uint8]
    fields: NDArray[np.int32]  # [words, 11]
    heads: NDArray[np.int32]  # [words], -1 where HEAD is _
    starts: NDArray[np.int64]  # [sentences + 1]
    texts: NDArray[np.int64]  # [sentences + 1]
    lines: NDArray[np.int64]  # [sentences]
    faults: NDArray[np.uint8]  # [sentences]: SOUND, LOOP or MALFORMED

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def offsets(self) -> Offsets:
        """All but the bytes, as kernels take it."""
        return Offsets(self.fields, self.heads, self.starts, self.texts, self.lines, self.faults)

    def part(self, begin: int, end: int) -> "Chunk":
        """Some of the sentences; their offsets stay what they are."""
        return replace(
            self,
            starts=self.starts[begin : end + 1],
            texts=self.texts[begin : end + 1],
            lines=self.lines[begin:end],
            faults=self.faults[begin:end],
        )

    def field(self, word: int, column: int) -> str:
        """One field as text."""
        begin, end = self.fields[word, column], self.fields[word, column + 1] - 1
        return bytes(self.data[begin:end]).decode()

    def numbers(self, s: int) -> list[int]:
        """The words of sentence s as the file numbers them: some may have been left out."""
        begin, end = int(self.starts[s]), int(self.starts[s + 1])
        if begin < end and int(self.field(end - 1, ID)) == end - begin:
            return list(range(1, end - begin + 1))
        return [int(self.field(w, ID)) for w in range(begin, end)]

    def column(self, column: int) -> Iterator[str]:
        """One field of all words, as text; bytes that are no text are replaced."""
        data, inner = self.data.tobytes(), slice(self.starts[0], self.starts[-1])
        for begin, end in self.fields[inner, column : column + 2].tolist():
            yield data[begin : end - 1].decode("utf-8", "replace")

    def sentence(self, s: int) -> Sentence:
        """Sentence s as the strict reader reads it, its error in `error` if it has one."""
        text = bytes(self.data[self.texts[s] : self.texts[s + 1]])
        line = int(self.lines[s])
        # Only a file's first sentence may begin with a byte order mark, so others get a line more.
        more = "" if line == 1 else "\n"
        decoded = text.decode("utf-8", "surrogateescape")
        (sentence,) = reads(more + decoded, format=self.format, on_error="skip")
        error = sentence.error
        if error:
            error = FormatError(
                self.file, error.line + line - 1 - len(more), error.found, error.expected
            )
        return replace(sentence, text=decoded, file=self.file, line=line, error=error)


def scan(
    source: Place,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    size: int = SIZE,
) -> Generator[Chunk, None, None]:
    """Scan a path, a file or "-", plain or compressed, by chunks of whole sentences."""
    if format not in (None, *FORMATS):
        raise UnknownName(f"unknown format {format!r}; {choices(format, FORMATS)}")
    return _chunks(source, format, size)


def _chunks(source: Place, form: str | None, size: int) -> Generator[Chunk, None, None]:
    file, line = name_of(source), 1
    with opened(source) as text:
        stream = _bytes(text, source)
        data = np.empty(0, np.uint8)
        final = False
        while not final:
            try:
                more = some(stream, max(size, len(data)))  # a sentence that is longer doubles it
            except Damaged as error:
                broken = line + int(np.count_nonzero(data == 10))
                found, expected = str(error), "a complete UTF-8 file"
                raise FormatError(file, broken, found, expected, whole=True) from error
            except OSError as error:
                error.filename = error.filename or file  # which may be one of many
                raise
            final = not more
            if more:
                data = np.concatenate((data, np.frombuffer(more, np.uint8)))
            if len(data) > LARGEST:
                found = f"a sentence of more than {LARGEST >> 20} MB"
                expected = "an empty line after each sentence"
                raise FormatError(file, line, found, expected, whole=True)
            ended = final or (at_rest(stream) and _is_whole(data))
            after = line + int(np.count_nonzero(data == 10)) if ended else 0
            chunk, rest, line = _chunk(file, form, data, final=ended, line=line)
            yield from _settled(chunk)
            line = after or line
            data = data[rest:]


def _is_whole(data: NDArray[np.uint8]) -> bool:
    """Are there sentences, and an empty line after the last?"""
    end = data[-3:].tobytes()
    return end.endswith((b"\n\n", b"\n\r\n")) and bool(data.tobytes().strip(b"\r\n"))


def _settled(chunk: Chunk) -> Iterator[Chunk]:
    """Ask the strict reader about doubtful sentences; what it accepts is CoNLL-U and scanned so."""
    begin = 0
    for s in np.flatnonzero(chunk.faults == MALFORMED).tolist():
        if not chunk.sentence(s).error:
            data = chunk.data[chunk.texts[s] : chunk.texts[s + 1]]
            line = int(chunk.lines[s])
            alone, _, _ = _chunk(chunk.file, FORMATS[0], data, final=True, line=line)
            yield from (part for part in (chunk.part(begin, s), alone) if len(part))
            begin = s + 1
    if begin < len(chunk):
        yield chunk.part(begin, len(chunk))


def _chunk(
    file: str, form: str | None, data: NDArray[np.uint8], *, final: bool, line: int
) -> tuple[Chunk, int, int]:
    # A word takes at least 20 bytes, a sentence at least 3.
    words, sentences = len(data) // 20 + 2, len(data) // 3 + 2
    starts, texts, lines = np.empty((3, sentences), np.int64)
    found = Offsets(
        np.empty((words, COLUMNS + 1), np.int32),
        np.empty(words, np.int32),
        starts,
        texts,
        lines,
        np.empty(sentences, np.uint8),
    )
    code = 0 if form is None else FORMATS.index(form) + 1
    count, line = _scan(data, final, code, line, found, np.zeros(4, np.int64))
    rest, words = int(found.texts[count]), int(found.starts[count])
    chunk = Chunk(
        file,
        form,
        data[:rest],
        found.fields[:words],
        found.heads[:words],
        found.starts[: count + 1],
        found.texts[: count + 1],
        found.lines[:count],
        found.faults[:count],
    )
    _check_encoding(chunk)
    return chunk, rest, line


def _check_encoding(chunk: Chunk) -> None:
    try:
        str(chunk.data.data, "utf-8")
    except UnicodeDecodeError:
        for s in range(len(chunk)):
            try:
                str(chunk.data[chunk.texts[s] : chunk.texts[s + 1]].data, "utf-8")
            except UnicodeDecodeError:
                chunk.faults[s] = MALFORMED


def _bytes(text: Any, source: Place) -> Any:
    """The bytes under a text that was opened here; a text that was given is encoded instead."""
    if text is not source and hasattr(text, "buffer"):
        return text.buffer
    return _Encoded(text)


class _Encoded:
    def __init__(self, text: io.TextIOBase) -> None:
        self.text = text

    def read(self, size: int) -> bytes:
        return self.text.read(size).encode("utf-8", "surrogateescape")
