"""`multiplane --help`, `--version` and completion in shells."""

import json
import os
import subprocess
import sys
from importlib.metadata import version

import pytest
from click.testing import CliRunner

from multiplane.cli import COMMANDS, GROUPS, group
from multiplane.cli.version import extras
from multiplane.version import __version__

RUN = "import sys; sys.argv[0] = 'multiplane'; from multiplane.cli import main; main()"


def said(*arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def test_commands_are_grouped_by_what_people_do():
    text = CliRunner().invoke(group, ["--help"]).output
    places = [text.index(f"{title}:") for title in GROUPS]
    assert places == sorted(places)
    for names in GROUPS.values():
        found = [text.index(f"\n  {name} ") for name in names]
        assert found == sorted(found)
    assert text.index("\n  parse ") < text.index("Look at treebanks:")


def test_all_commands_are_in_one_group():
    from pathlib import Path

    import multiplane.cli

    folder = Path(multiplane.cli.__file__).parent
    there = {p.stem for p in folder.glob("*.py") if "@click.command(" in p.read_text("utf-8")}
    there |= {p.stem for p in folder.glob("*.py") if "@click.group(" in p.read_text("utf-8")}
    assert sorted(COMMANDS) == sorted(there - {"__init__"})


def test_the_version_as_a_line_and_as_json():
    assert said("--version") == f"multiplane, version {__version__}\n"
    found = json.loads(said("--version", "--json"))
    assert json.loads(said("--json", "--version")) == found
    assert found["version"] == __version__
    assert found["python"] == sys.version.split()[0]
    assert found["packages"]["numba"] == version("numba")
    assert "en" in found["models"]["shipped"]
    assert found["models"]["installed"] == []
    assert found["folders"]["models"] == os.environ["MULTIPLANE_MODELS"]
    assert found["folders"]["cache"]


def test_extras_that_are_there(monkeypatch):
    from multiplane.cli import version as file

    lines = ["click>=8", 'numpy>=1; extra == "one"', 'no-such-thing; extra == "two"',
             'multiplane[two]; extra == "three"', "rich ; extra == 'four'"]  # fmt: skip
    monkeypatch.setattr(file, "_requirements", lambda: lines)
    assert extras() == {"one": True, "two": False, "three": False, "four": True}


def test_json_alone_is_a_mistake():
    done = CliRunner().invoke(group, ["--json", "systems"])
    assert done.exit_code == 2
    assert "with --version" in done.output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_for_completion_come_out(shell):
    script = said(_MULTIPLANE_COMPLETE=f"{shell}_source")
    assert "_MULTIPLANE_COMPLETE" in script
    assert f"{shell}_complete" in script


@pytest.mark.parametrize(
    ("line", "completed"),
    [("multiplane pa", "parse"), ("multiplane serve --max-b", "--max-bytes"),
     ("multiplane serve --model e", "en"), ("multiplane parse --model en_", "en_neural"),
     ("multiplane info e", "en"), ("multiplane models show en_", "en_neural"),
     ("multiplane models check en en_", "en_neural")],
)  # fmt: skip
def test_what_is_completed(line, completed):
    words = line.split(" ")
    out = said(
        _MULTIPLANE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1)
    )
    assert f"plain,{completed}" in out.splitlines()
