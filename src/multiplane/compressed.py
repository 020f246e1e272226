"""Text in and out of files and streams that may be compressed (.gz, .xz, .zst).

Python's own readers differ in what they make of a file that breaks off: some stop without a word.
Here that is always an error, and a file that is written appears whole or not at all.
"""

import gzip
import io
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, Protocol, TextIO, cast

from multiplane.arriving import Arriving
from multiplane.drafts import whole
from multiplane.errors import MultiplaneError, missing_package

Place = str | os.PathLike[str] | IO[bytes] | IO[str]  # a path, "-" for a standard stream, or a file


WAITING = (
    "multiplane: reading what you type; end with Ctrl-D on a line of its own"
    " (on Windows, Ctrl-Z and Enter)"
)


class Damaged(MultiplaneError):  # noqa: N818 - it says what happened
    """Compressed data that cannot be read to its end."""


def name_of(place: Place) -> str:
    """What to call a place in a message."""
    if isinstance(place, str | os.PathLike):
        return "<stdin>" if place == "-" else os.fspath(place)
    name = getattr(place, "name", None)
    return name if isinstance(name, str) else "<stream>"


@contextmanager
def opened(place: Place) -> Iterator[TextIO]:
    """Text to read, decompressed if need be, with line ends and bad UTF-8 (escaped) kept."""
    with ExitStack() as stack:
        file: Any = place
        if place == "-":
            file = _standard(sys.stdin)
            typed = getattr(sys.stdin, "isatty", bool)()  # what others put there may have none
            if typed and not os.environ.get("MULTIPLANE_QUIET"):
                print(WAITING, file=sys.stderr, flush=True)
            if not _is_text(file) and hasattr(file, "readinto1"):
                file = Arriving(file)
        elif isinstance(place, str | os.PathLike):
            file = stack.enter_context(Path(place).open("rb"))
        if _is_text(file):
            yield file
            return
        # Detaching at the end leaves the stream open: closing is for who opened it.
        stream = io.BufferedReader(file)
        stack.callback(stream.detach)
        begin = _beginning(stream, name_of(place))
        for magic, start in _DECOMPRESSORS:
            if begin.startswith(magic):
                stream = io.BufferedReader(cast("io.RawIOBase", _Decompressed(stream, start)))
                stack.callback(stream.detach)
        text = io.TextIOWrapper(stream, "utf-8", errors="surrogateescape", newline="\n")
        stack.callback(text.detach)
        yield text


def _beginning(stream: io.BufferedReader, name: str) -> bytes:
    """Look at the first bytes of a file; an error names it, as one in opening it would."""
    try:
        return stream.peek(4)
    except OSError as error:
        error.filename = name
        raise


@contextmanager
def created(place: Place) -> Iterator[TextIO]:
    """Text to write, compressed if the path says so; a path changes only if all goes well."""
    with ExitStack() as stack:
        file: Any = place
        if place == "-":
            sys.stdout.flush()  # what was printed before stays before
            file = _standard(sys.stdout)
        elif isinstance(place, str | os.PathLike):
            file = stack.enter_context(whole(Path(place)))
            if compress := _COMPRESSORS.get(Path(place).suffix):
                file = stack.enter_context(compress(file))
        if _is_text(file):
            yield file
            return
        text = io.TextIOWrapper(file, "utf-8", errors="surrogateescape", newline="\n")
        stack.callback(text.detach)
        yield text


@contextmanager
def created_bytes(place: Place) -> Iterator[Callable[[bytes], Any]]:
    """As `created`, for bytes in UTF-8: a function that writes some.

    On standard output they can be read at once.
    """
    with created(place) as text:
        if text is not place and hasattr(text, "buffer"):
            stream = text.buffer

            def put(data: bytes) -> None:
                stream.write(data)
                stream.flush()

            yield put if place == "-" else stream.write
        else:
            yield lambda data: text.write(data.decode("utf-8", "surrogateescape"))


def _standard(stream: TextIO) -> Any:
    """The bytes under a standard stream, or the stream itself where a test put mere text."""
    return getattr(stream, "buffer", stream)


def _is_text(file: Any) -> bool:
    return hasattr(file, "encoding")


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class _Decompressed(io.RawIOBase):
    """The bytes of one or more compressed streams, one after the other."""

    def __init__(self, file: io.BufferedReader, start: Callable[[], _Decompressor]) -> None:
        super().__init__()
        self.file, self.start = file, start
        self.stream: _Decompressor | None = None
        self.ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.ready:
            # Small bites: a few bytes may stand for very many.
            data = self.file.read(1024)
            if not data and self.stream:
                raise Damaged("truncated compressed data")
            if not data:
                return 0
            self.ready = memoryview(b"".join(self._decompress(data)))
        size = min(len(buffer), len(self.ready))
        buffer[:size] = self.ready[:size]
        self.ready = self.ready[size:]
        return size

    def _decompress(self, data: bytes) -> Iterator[bytes]:
        while data:
            self.stream = self.stream or self.start()
            try:
                yield self.stream.decompress(data)
            except Exception as error:
                raise Damaged(f"damaged compressed data ({error})") from error
            data = b""
            if self.stream.eof:
                data = self.stream.unused_data.lstrip(b"\0")  # padding between streams
                self.stream = None


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise missing_package(".zst files need", "zstandard", "zst") from None
    return zstandard


# By their first bytes, with which no text in UTF-8 begins (the last is legal, but not CoNLL).
_DECOMPRESSORS: tuple[tuple[bytes, Callable[[], _Decompressor]], ...] = (
    (b"\x1f\x8b", lambda: zlib.decompressobj(zlib.MAX_WBITS | 16)),
    (b"\xfd7zX", lzma.LZMADecompressor),
    (b"\x28\xb5\x2f\xfd", lambda: _zstandard().ZstdDecompressor().decompressobj()),
    (b"\x50\x2a\x4d\x18", lambda: _zstandard().ZstdDecompressor().decompressobj()),
)

_COMPRESSORS: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": lambda file: gzip.GzipFile("", "wb", fileobj=file, mtime=0),  # same text, same bytes
    ".xz": partial(lzma.LZMAFile, mode="wb"),
    ".zst": lambda file: _zstandard().ZstdCompressor().stream_writer(file, closefd=False),
}
