"""How much a model may hold: limits that are checked before memory is taken."""

import os
from threading import Lock

from multiplane.errors import MultiplaneError

MOST_MANIFEST = 1 << 24  # characters
MOST_BYTES = 1 << 31  # of all arrays, unpacked
SETTING = "MULTIPLANE_MODEL_BYTES"  # in the environment: another limit


def most_bytes() -> int:
    """Return how many bytes the arrays of a model may take."""
    said = os.environ.get(SETTING, "")
    if said and not (said.isdecimal() and len(said) < 19):
        raise MultiplaneError(f"{SETTING}: found {said!r}; expected a number of bytes")
    return int(said) if said else MOST_BYTES


class Room:
    """The bytes that the arrays of one model may still take; its parts may be read in parallel."""

    def __init__(self) -> None:
        self.most = self.left = most_bytes()
        self._lock = Lock()

    def check(self, name: str, size: int) -> None:
        """Raise an error if there is no room for so many more bytes."""
        if size > self.left:
            raise MultiplaneError(
                f"{name}: with it, arrays would take more than {self.most:,} bytes; a model may"
                f" take no more, unless you trust it and set {SETTING} to another limit"
            )

    def take(self, name: str, size: int) -> None:
        """Take so many bytes."""
        with self._lock:
            self.check(name, size)
            self.left -= size
