"""The console that commands print on."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from multiplane.errors import in_a_line

if TYPE_CHECKING:
    from rich.console import Console

QUIET = "MULTIPLANE_QUIET"  # a variable that keeps all else from telling what they do
_quiet = ContextVar("_quiet", default=False)
WIDE = 200  # columns in a pipe or a file, where nothing needs to fit a screen


def say(text: str) -> None:
    """Print a line about the work on standard error, whatever names it quotes."""
    if not is_quiet():
        print(f"multiplane: {in_a_line(text)}", file=sys.stderr)


@contextmanager
def quietly(quiet: bool) -> Iterator[None]:
    """Tell nothing but errors, if that is wanted, here and in all that is started from here."""
    before, token = os.environ.get(QUIET), _quiet.set(quiet)
    if quiet:
        os.environ[QUIET] = "1"
    try:
        yield
    finally:
        _quiet.reset(token)
        if before is None:
            os.environ.pop(QUIET, None)
        else:
            os.environ[QUIET] = before


def is_quiet() -> bool:
    return _quiet.get()


def screen_width() -> int | None:
    """Return how many columns the terminal has; None in a pipe or a file, where all fits."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def console() -> "Console":
    """Return a console for tables and text: coloured on a terminal, plain and wide elsewhere."""
    from rich.console import Console

    plain = Console(highlight=False, markup=False, emoji=False)
    if not plain.is_terminal:
        plain.width = WIDE
    return plain
