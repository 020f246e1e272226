"""Standard streams that are closed, or whose reader has gone."""

import io
import os
import sys
from typing import Any, NoReturn

from multiplane.errors import MultiplaneError


class _Closed(io.TextIOBase):
    """A standard stream that whoever started us has closed; only its use is an error."""

    encoding = "utf-8"

    def __init__(self, name: str) -> None:
        super().__init__()
        self.said = f"<{name}>: it is closed; open it, or name a file instead"

    def _fail(self, *_: Any) -> NoReturn:
        raise MultiplaneError(self.said)

    read = readline = write = _fail


def open_streams() -> None:
    """Put something in the place of streams that are closed, which Python leaves out."""
    if sys.stdin is None:
        sys.stdin = _Closed("stdin")
    if sys.stdout is None:
        sys.stdout = _Closed("stdout")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def unwritten(error: OSError, output: str) -> MultiplaneError:
    """Return the error about the file that it names, or else about an output, "-" or a path."""
    place = error.filename or ("<stdout>" if output == "-" else output)
    return MultiplaneError(f"{place}: {error.strerror}")


def give_up_output() -> None:
    """Send what is still to be printed nowhere, so that Python does not fail with it at the end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a test's stream, or no stream at all
        sys.stdout = io.StringIO()
