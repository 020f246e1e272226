"""CoNLL-U that goes elsewhere as it is written: into one file with others, or into rows."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from multiplane.compressed import created_bytes
from multiplane.conllu import Sentence, reads
from multiplane.errors import in_a_line

if TYPE_CHECKING:
    from multiplane.formats.flat import Located
    from multiplane.formats.writers import Write

BOM = b"\xef\xbb\xbf"


class Spans(Protocol):
    """Tokens as spans of code points; those of sentence s are `starts[s]` to `starts[s + 1]`."""

    @property
    def text(self) -> NDArray[np.uint32]: ...
    @property
    def begins(self) -> NDArray[np.int64]: ...
    @property
    def ends(self) -> NDArray[np.int64]: ...
    @property
    def starts(self) -> NDArray[np.int64]: ...


class Sink(io.RawIOBase):
    """A file of bytes, for whole sentences of CoNLL-U of one input after the other.

    Before some of a plain text, `locate` may say where its tokens are.
    """

    def __init__(self, take: Callable[[bytes, str | None, "list[Located] | None"], None]) -> None:
        super().__init__()
        self.take = take
        self.file: str | None = None
        self.begun = False
        self.title = b""  # a comment before the first sentence of an input
        self.missing: bytes | None = None  # line ends that must come before another input
        self.located: list[Located] | None = None

    def begin(self, file: str | None, *, new: bool) -> None:
        """Go on with another input; if it is a `new` document among others, that will be said."""
        self.file, self.begun = file, False
        self.title = f"# newdoc id = {in_a_line(file)}\n".encode() if new and file else b""

    def locate(self, tokens: Spans, before: int) -> None:
        """Say where the sentences that come next are in their text, after some characters."""
        self.located = list(_located(tokens, before))

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        located, self.located = self.located, None
        some = bytes(data)
        if not some:
            return 0
        whole = some
        if not self.begun:
            rest = some if self.missing is None else some.removeprefix(BOM)
            whole = (self.missing or b"") + self.title + rest
        self.begun, self.missing = True, _missing(some)
        self.take(whole, self.file, located)
        return len(some)


@contextmanager
def sink(form: str, place: str) -> Iterator[Sink]:
    """Open a place for sentences in a format; it appears whole or not at all."""
    if form == "conllu":
        with created_bytes(place) as put:
            yield Sink(lambda data, *_: put(data))
        return
    from multiplane.formats.writers import writer  # which only few need: it is not small

    with writer(form, place) as write:
        yield collected(write)


def collected(write: "Write") -> Sink:
    """Return a sink whose sentences are given to a function, as rows."""
    return Sink(_rows(write))


def _missing(data: bytes) -> bytes:
    """Return the line ends that must come before another sentence."""
    end = b"\r\n" if data.endswith(b"\r\n") else b"\n"
    if data.endswith((b"\n\n", b"\n\r\n")):
        return b""
    return end if data.endswith(b"\n") else 2 * end


def _rows(write: "Write") -> Callable[[bytes, str | None, "list[Located] | None"], None]:
    from multiplane.formats.flat import FlatSentence

    def take(data: bytes, file: str | None, located: "list[Located] | None") -> None:
        sentences = _sound(data)
        if located is None:
            write([FlatSentence.of(sentence, file) for sentence in sentences])
        else:
            pairs = zip(sentences, located, strict=True)
            write([FlatSentence.of(sentence, file, place) for sentence, place in pairs])

    return take


def _sound(data: bytes) -> Iterator[Sentence]:
    """Give the sentences that are well-formed; who wrote the others has told of them."""
    text = data.decode("utf-8", "surrogateescape")
    # Whatever is CoNLL-X passes for CoNLL-U as well, and rows do not tell them apart.
    for sentence in reads(text, format="conllu", on_error="skip"):
        if sentence.error is None and sentence.text.strip("\ufeff\r\n"):
            yield sentence


def _located(tokens: Spans, before: int) -> "Iterator[Located]":
    from multiplane.formats.flat import Located

    text = tokens.text.tobytes()
    starts, begins, ends = (a.tolist() for a in (tokens.starts, tokens.begins, tokens.ends))
    for s, first in enumerate(starts[:-1]):
        last = starts[s + 1]
        start, end = begins[first], ends[last - 1]
        words = text[4 * start : 4 * end].decode("utf-32-le")
        yield Located(
            before + start,
            words,
            [begin - start for begin in begins[first:last]],
            [end - start for end in ends[first:last]],
        )
