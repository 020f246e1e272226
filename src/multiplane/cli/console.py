"""The console that commands print on."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

QUIET = "MULTIPLANE_QUIET"  # if it is set, only errors are told
WIDE = 200  # columns in a pipe or a file, where nothing needs to fit a screen


def say(text: str) -> None:
    """Print a line about the work on standard error."""
    if not os.environ.get(QUIET):
        print(f"multiplane: {text}", file=sys.stderr)


@contextmanager
def quietly(quiet: bool) -> Iterator[None]:
    """Tell nothing but errors, if that is wanted, here and in all that is started from here."""
    before = os.environ.get(QUIET)
    if quiet:
        os.environ[QUIET] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(QUIET, None)
        else:
            os.environ[QUIET] = before


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
