"""Commands on a terminal of a given width."""

import io
import re
import sys

import pytest

from multiplane.cli import group

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Screen(io.StringIO):
    """What a terminal shows."""

    encoding = "utf-8"

    def isatty(self):
        return True


def shown(width, *arguments):
    """Run a command as a user does whose terminal has so many columns; return the screen."""
    screen = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", screen)
        patch.setenv("COLUMNS", str(width))
        patch.setenv("TERM", "xterm")
        try:
            group([str(argument) for argument in arguments], standalone_mode=False)
        except SystemExit as end:
            assert not end.code  # noqa: PT017 - a command may end so
    return COLOURS.sub("", screen.getvalue())
