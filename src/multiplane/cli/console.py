"""The console that commands print on."""

import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 200  # columns in a pipe or a file, where nothing needs to fit a screen


def say(text: str) -> None:
    """Print a line about the work on standard error."""
    print(f"multiplane: {text}", file=sys.stderr)


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
