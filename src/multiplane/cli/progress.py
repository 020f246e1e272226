"""A progress bar on standard error: shown on a terminal, never in a pipe."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from multiplane.cli.console import is_quiet
from multiplane.ending import ensured

SHOW_CURSOR = "\r\x1b[2K\x1b[?25h"  # and clear the line


@contextmanager
def progress(text: str, total: int, output: str = "") -> Iterator[Callable[[int], None]]:
    """Give a function that is told which of `total` pieces of work has begun.

    No bar is shown if the output, "-", goes to the same screen.
    """
    if is_quiet() or not sys.stderr.isatty() or (output == "-" and sys.stdout.isatty()):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    with ensured(_show_cursor), bar:
        task = bar.add_task(text, total=total)
        yield lambda done: bar.update(task, completed=done - 1)


def _show_cursor() -> None:
    """Leave the terminal as it was, also if a signal ends the process."""
    print(SHOW_CURSOR, end="", file=sys.stderr, flush=True)
