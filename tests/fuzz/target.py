"""What a reader is tried with: a function of some bytes, and what is known of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from zlib import crc32

from fuzz.drawn import Drawn
from fuzz.varied import MARK, Vary, recipes
from multiplane.errors import MultiplaneError

WORKS, REFUSED = "works", "refused"


class LostError(AssertionError):
    """Something of what was read is not in what was written."""


@dataclass(frozen=True)
class Target:
    """A reader: `run` reads bytes as commands do, uses what it has read, and fails if it may not.

    Errors about the input are fine.
    """

    name: str
    run: Callable[[bytes], None]
    modules: tuple[str, ...]  # what is watched; a package stands for all of its modules
    seeds: Callable[[], Iterable[bytes]]  # to begin with
    words: tuple[str, ...] = ()  # that inputs are made of
    most_bytes: int = 1500
    beside: tuple[str, ...] = ()  # modules of others that are watched too, but not counted
    vary: Vary | None = None  # makes an input from a recipe

    def beginnings(self) -> list[bytes]:
        """All inputs to begin with."""
        return [*self.seeds(), *(recipes() if self.vary else ())]

    def cooked(self, data: bytes) -> bytes:
        """The input itself, if there is only its recipe."""
        return self.vary(Drawn(data[1:])) if self.vary and data.startswith(MARK) else data


def tried(target: Target, data: bytes) -> str:
    """Return what becomes of an input; what should not be is an exception."""
    try:
        target.run(target.cooked(data))
    except MultiplaneError as error:
        said = str(error)
        if not said.isprintable():
            raise AssertionError(f"more than a line of text: {said!r}") from error
        return REFUSED
    except OSError as error:  # commands say so in one line
        if not error.strerror:
            raise
        return REFUSED
    return WORKS


def chance(data: bytes, one_in: int) -> bool:
    """Choose some inputs, for what takes long: always the same ones."""
    return crc32(data) % one_in == 0
