"""Standard streams that are closed or full are one line and exit code 2."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

PROGRAM = "from multiplane.cli import main; main()"
FIGURES = str(ROOT / "tests" / "data" / "figures.conllu")
CLOSED = "it is closed; open it, or name a file instead"


def told(redirection, *arguments):
    """Exit code and standard error of a command in a shell."""
    command = ["sh", "-c", f'"$@" {redirection}', "sh", sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", [("models",), ("--help",), ("draw", FIGURES)])
def test_a_closed_output(command):
    assert told(">&-", *command) == (2, f"multiplane: <stdout>: {CLOSED}\n")


@pytest.mark.parametrize("command", ["draw", "deprojectivize"])
def test_a_closed_input(command):
    assert told("<&-", command, "-") == (2, f"multiplane: <stdin>: {CLOSED}\n")


def test_what_is_not_used_may_be_closed(tmp_path):
    picture = tmp_path / "picture.svg"
    assert told("<&- >&- 2>&-", "draw", FIGURES, "--output", str(picture)) == (0, "")
    assert picture.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
@pytest.mark.parametrize("command", [("models",), ("draw", FIGURES), ("census", FIGURES)])
def test_a_full_output(command):
    assert told("> /dev/full", *command) == (2, "multiplane: <stdout>: No space left on device\n")


def test_a_reader_that_has_gone():
    code, said = told("| true", "systems")
    assert (code, said) == (0, "")  # the exit code is that of `true`


TWICE = """
from multiplane.compressed import opened
with opened("-") as text:
    print(repr(text.read(100) + text.read(100)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize("quiet", ["", "1"])
@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ([TWICE], "'1\\tGo\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n'"),
        ([PROGRAM, "draw", "-"], "Go"),
    ],
)
def test_a_terminal_is_read_to_the_first_end_and_says_so(program, shown, quiet):
    import pty

    ours, theirs = pty.openpty()
    os.write(ours, b"1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n\x04")
    done = subprocess.run(
        [sys.executable, "-c", *program],
        stdin=theirs,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"MULTIPLANE_QUIET": quiet},
    )
    os.close(ours)
    os.close(theirs)
    assert shown in done.stdout
    assert ("reading what you type; end with Ctrl-D" in done.stderr) == (not quiet)


@pytest.mark.parametrize("command", ["draw", "parse", "projectivize", "census"])
def test_an_output_that_cannot_be_is_named_as_it_was_asked_for(tmp_path, command):
    target = tmp_path / "none" / "x.txt"
    said = f"multiplane: {target}: there is no folder {target.parent}; make it first\n"
    assert told("", command, FIGURES, "-o", str(target)) == (2, said)


@pytest.mark.skipif(os.name == "nt", reason="pipes that nobody reads are another error there")
@pytest.mark.parametrize(
    "arguments",
    [
        ("find", "planes>=1", FIGURES, "--style", "conllu"),
        ("census", FIGURES, "--witnesses", "planes>=1"),
        ("draw", FIGURES),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_reader_that_has_gone_is_told_nothing(arguments):
    """As in `multiplane find … | head`."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "multiplane", *map(str, arguments)]
    with os.fdopen(writer) as output:
        done = subprocess.run(
            command, stdout=output, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "")
