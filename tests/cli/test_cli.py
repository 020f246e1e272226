"""The commands as a user types them."""

import os
import re
import subprocess
import sys

import pytest

from multiplane.cli import COMMANDS, main
from support.commands import run
from support.paths import FIGURES


def fails(monkeypatch, capsys, *arguments: str) -> str:
    """Run the real entry point; expect exit code 2 and one line on standard error."""
    monkeypatch.setattr(sys, "argv", ["multiplane", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert "Traceback" not in error
    return error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["systems", "arc-lazy"], "multiplane: 'arc-lazy' is not the name of a system"),
        (["systems", "nowhere.py:X"], "nowhere.py: no such file"),
        (["verify", "arc-eager", "--class", "bushes"], "'bushes' is not a class of graphs"),
        (["verify", "arc-eager"], "Missing option '--class'"),
        (["verify", "arc-eager", "--class", "trees", "--max-words", "9"], "1<=x<=7"),
        (["dance"], "no command 'dance'; choose from parse, models"),
        (["trace", "arc-eager", str(FIGURES), "--sentence", "9"], "there is no sentence 9"),
        (["trace", "arc-eager", "nowhere.conllu"], "nowhere.conllu"),
    ],
)
def test_bad_input_is_one_clear_line(monkeypatch, capsys, arguments, message):
    assert message in fails(monkeypatch, capsys, *arguments)


def test_help_teaches_by_example_and_is_quick():
    """Nothing heavy is imported for --help."""
    code = (
        "import sys, multiplane.cli as c; c.group(['--help'], standalone_mode=False)"
        "; print(sorted({'numba', 'numpy', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert "multiplane systems arc-eager" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_80_columns_and_has_examples(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, text = run(name, "--help")
    assert code == 0
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert f"\n  multiplane {name}" in text


@pytest.mark.parametrize("asked", [(), ("models",)])
def test_no_command_of_a_list_is_described_by_half_a_sentence(asked, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, text = run(*asked, "--help")
    listed = [line for line in text.splitlines() if re.match(r"  [a-z]+  +[A-Z]", line)]
    assert (code, len(listed) > 5) == (0, True)
    assert [line for line in listed if not line.endswith(".") or line.endswith("..")] == []
