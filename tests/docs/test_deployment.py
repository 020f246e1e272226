"""The container and the systemd unit: what they name exists, and tools find no fault."""

import fnmatch
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from multiplane.cli.serve import command
from multiplane.server.app import playground
from multiplane.server.limits import LIMITS, OPTIONS
from support.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
PAGE = (ROOT / "docs" / "server.md").read_text("utf-8")
UNIT = re.search(r"```ini\n(.*?)```", PAGE, re.DOTALL)[1]


def program(name):
    here = Path(sys.executable).with_name(name)
    found = str(here) if here.is_file() else shutil.which(name)
    if not found:
        pytest.skip(f"no {name}")
    return found


def test_a_linter_finds_no_fault():
    done = subprocess.run(
        [program("hadolint"), str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def copied():
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        *sources, _ = line.split()
        yield from sources


def test_what_is_copied_exists_and_is_not_ignored():
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert len(list(copied())) >= 4
    for source in copied():
        assert (ROOT / source).exists(), source
        assert any(fnmatch.fnmatch(f"!{source}", rule) for rule in rules), source


def test_it_runs_without_rights_and_is_watched():
    stages = DOCKERFILE.split("\nFROM ")
    assert re.search(r"^USER (?!0$)\d+$", stages[-1], re.MULTILINE)
    (path,) = re.findall(r"127\.0\.0\.1:8013(/[\w/]+)", stages[-1])
    assert path in playground().openapi()["paths"]
    words = re.findall(r'"([^"]+)"', re.search(r"^CMD (.*)$", stages[-1], re.MULTILINE)[1])
    assert words[0] == "serve"
    known = {name for param in command.params for name in param.opts}
    assert {word for word in words if word.startswith("--")} <= known
    assert f"EXPOSE {next(p.default for p in command.params if p.name == 'port')}" in DOCKERFILE


def test_a_unit_that_systemd_understands(tmp_path):
    unit = tmp_path / "multiplane.service"
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", UNIT), "utf-8")
    done = subprocess.run(
        [program("systemd-analyze"), "verify", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    mine = [line for line in done.stderr.splitlines() if "multiplane.service" in line]
    assert mine == []


def test_the_page_has_all_options_with_their_defaults():
    section = PAGE.partition("## Limits")[2].partition("##")[0]
    for option in OPTIONS:
        rows = [line for line in section.splitlines() if line.startswith("| ")]
        (row,) = [line for line in rows if f"`{option.name}`" in line]
        assert f"{option.default:,}" in row
        assert all(hasattr(LIMITS, field) for field in option.fields)


def test_the_page_has_all_metrics():
    from multiplane.server import metrics

    text = Path(metrics.__file__).read_text("utf-8")
    names = {*re.findall(r'"(\w+_(?:total|seconds|bytes|info|length|busy))"', text)}
    assert len(names) > 6
    for name in names:
        assert f"`{name}" in PAGE, name
