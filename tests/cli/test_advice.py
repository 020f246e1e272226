"""Errors say what to do next."""

from pathlib import Path

import pytest

from multiplane.errors import FormatError, MultiplaneError, UnknownName
from support.commands import invoked, run
from support.paths import NOT_TREES, STRUCTURES

SKIP = "; use --on-error skip to skip such sentences"


@pytest.fixture
def bad(tmp_path):
    file = tmp_path / "bad.conllu"
    file.write_text("1\tx\n\n" + STRUCTURES.read_text())
    return str(file)


@pytest.mark.parametrize(
    "command",
    [
        ("census",),
        ("enhanced",),
        ("projectivize",),
        ("parse",),
        ("estimate", "--model", "none/x.safetensors"),
    ],
)
def test_a_malformed_sentence_may_be_passed_over(bad, command):
    with pytest.raises(FormatError) as error:
        run(*command, bad)
    assert str(error.value).endswith(
        f"bad.conllu:1: found 2 columns; expected 10 columns separated by tabs{SKIP}"
    )


@pytest.mark.parametrize("command", ["census", "enhanced", "coverage"])
def test_notes_have_one_line_whatever_a_file_is_called(bad, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    Path("new\nline\x1b").mkdir()
    name = Path(bad).rename("new\nline\x1b/bad.conllu")
    skip = () if command == "coverage" else ("--on-error", "skip")
    notes = invoked(command, name, *skip).stderr.splitlines()
    assert any(r"new\nline\x1b" in line and "left out" in line for line in notes)
    assert all(line.startswith("multiplane: ") and line.isprintable() for line in notes)


def test_a_sentence_that_is_no_tree_may_be_passed_over():
    with pytest.raises(MultiplaneError, match=r"is a cycle.*--on-error skip"):
        run("projectivize", str(NOT_TREES))


def test_no_advice_where_it_does_not_help(tmp_path, bad):
    with pytest.raises(FormatError) as error:
        run("trace", "arc-eager", bad)  # has no such option
    assert "--on-error" not in str(error.value)
    text = tmp_path / "a.txt"
    text.write_bytes("They go.".encode("utf-16"))
    with pytest.raises(FormatError) as error:
        run("parse", str(text))  # all of it is unusable
    assert "--on-error" not in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("systms",), "no command 'systms'; did you mean systems? choose from parse, models"),
        (
            ("census", str(STRUCTURES), "--style", "latx"),
            "did you mean latex? choose from",
        ),
        (("train", "--oracle", "dinamic"), "did you mean dynamic? choose from"),
        (("draw", str(STRUCTURES), "--stile", "svg"), "--style"),
    ],
)
def test_the_nearest_option_is_proposed(arguments, said):
    code, text = run(*arguments)
    assert code == 2
    assert said in " ".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("systems", "arceager"), r"did you mean arc-eager\?"),
        (("systems", "2-planer"), r"did you mean 2-planar\?"),
        (("verify", "swap", "--class", "projective-forrests"), r"mean projective-forests\?"),
        (("experiment", "2013-tabel-2"), r"did you mean 2013-table-2\?"),
        (("estimate", str(STRUCTURES), "--column", "uposs", "--model", "x"), r"mean upos\?"),
    ],
)
def test_the_nearest_name_is_proposed(arguments, said):
    with pytest.raises(UnknownName, match=said):
        run(*arguments)
