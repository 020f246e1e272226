"""What the documentation shows is what happens."""

import doctest
import importlib.util
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from support.paths import ROOT

OUTSIDE = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in OUTSIDE), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def sessions(page: Path):
    """List the commands of a page, each with the output that is shown below it."""
    text = page.read_text("utf-8")
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_examples(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    for command, expected in sessions(page):
        program, *arguments = shlex.split(command)
        assert program == "multiplane"
        to_screen = [argument for argument in arguments if argument != ">/dev/null"]
        result = CliRunner().invoke(group, to_screen)
        assert result.exception is None or isinstance(result.exception, SystemExit), command
        output = result.stdout if to_screen == arguments else result.stderr
        shown = [line.rstrip() for line in output.rstrip().splitlines()]
        pattern = re.escape(expected.rstrip()).replace(r"\.\.\.", r".*?")
        assert re.fullmatch(pattern, "\n".join(shown), re.DOTALL), (command, result.output)


def test_there_are_console_examples():
    assert sum(len(list(sessions(page))) for page in PAGES) >= 4


def test_links_lead_somewhere():
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert link.startswith("http") or (page.parent / link).exists(), (page.name, link)


def test_generated_pages_are_up_to_date():
    spec = importlib.util.spec_from_file_location("docs_make", ROOT / "docs" / "make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    for file, page in make.PAGES.items():
        assert (ROOT / "docs" / file).read_text("utf-8") == page(), f"{file}: run make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_rows_of_a_table_have_as_many_cells_as_its_head(page):
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, *rows = (len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines())
        assert set(rows) == {head}, table


@pytest.mark.parametrize("page", ["census.md", "drawing.md"])
def test_what_the_pages_show_is_what_is_printed(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / page).read_text()
    assert doctest.testfile(str(ROOT / "docs" / page), module_relative=False).failed == 0
    shown = re.findall(
        r"```console\n\$ multiplane (.*tests/data/\S+.*)\n((?:[^`$].*\n|\n)+)```", text
    )
    assert shown
    for line, expected in shown:
        arguments, quiet, _ = line.partition(" >/dev/null")
        answer = CliRunner().invoke(group, shlex.split(arguments))
        assert answer.exit_code == 0
        assert (answer.stderr if quiet else answer.stdout) == expected
