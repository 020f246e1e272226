"""Standard input as it arrives: each piece is answered before the next is needed."""

import codecs
import io
import select
import sys
from collections.abc import Iterator
from typing import Any, TextIO


class Arriving(io.RawIOBase):
    """The bytes of a pipe or a terminal: some, as soon as there are any, and one end."""

    def __init__(self, file: Any) -> None:
        super().__init__()
        self.file, self.ended = file, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        # At a terminal, each reading after the end would begin anew.
        size = 0 if self.ended else int(self.file.readinto1(buffer))
        self.ended = not size
        return size


def some(stream: Any, size: int) -> bytes:
    """Read up to so many bytes; of standard input, what is there, and at least one before its end.

    Much that is there is read together, so that little is lost where input is plentiful.
    """
    if not isinstance(getattr(stream, "raw", None), Arriving):
        found: bytes = stream.read(size)
        return found
    parts, rest = [stream.read1(size)], size
    while parts[-1] and (rest := rest - len(parts[-1])) > 0 and is_waiting():
        parts.append(stream.read1(rest))
    return b"".join(parts)


def some_text(text: TextIO, size: int) -> Iterator[str]:
    """Give a text by pieces of about so many characters; standard input, as `some` does."""
    stream = getattr(text, "buffer", None)
    if not isinstance(getattr(stream, "raw", None), Arriving):
        yield from iter(lambda: text.read(size), "")
        return
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    while data := some(stream, size):
        yield decoder.decode(data)
    yield decoder.decode(b"", final=True)


def at_rest(stream: Any) -> bool:
    """Is it standard input, with nothing more to read now?  Then somebody may want an answer."""
    return isinstance(getattr(stream, "raw", None), Arriving) and not is_waiting()


def is_waiting() -> bool:
    """Say whether standard input has something to read, or has ended; if not known, no."""
    try:
        return bool(select.select([sys.stdin.fileno()], [], [], 0)[0])
    except (OSError, ValueError, AttributeError):  # no pipe, or not on this system
        return False
