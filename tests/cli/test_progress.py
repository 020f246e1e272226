"""Progress bars: on a terminal only, and not in the middle of other output."""

import io

import pytest

from multiplane.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("screen", "output", "shown"),
    [
        (Terminal(), "", True),
        (Terminal(), "file.conllu", True),
        (Terminal(), "-", False),
        (io.StringIO(), "", False),
    ],
)
def test_where_a_bar_is_shown(monkeypatch, screen, output, shown):
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", Terminal())
    with progress("bytes", 10, output) as advance:
        advance(5)
    assert ("bytes" in screen.getvalue()) == shown
