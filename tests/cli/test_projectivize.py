"""The commands `projectivize` and `deprojectivize`."""

import sys

import pytest
from click.testing import CliRunner

from multiplane.cli import group, main
from multiplane.conllu import read, reads
from multiplane.transforms.lifting import projectivize
from support.paths import FIGURES, NOT_TREES, STRUCTURES


def run(*arguments, stdin=None):
    return CliRunner().invoke(group, [str(argument) for argument in arguments], input=stdin)


def fails(monkeypatch, capsys, *arguments) -> str:
    """Run the real entry point; expect exit code 2 and one line on standard error."""
    monkeypatch.setattr(sys, "argv", ["multiplane", *map(str, arguments)])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert "Traceback" not in error
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize("encoding", ["head", "path", "head+path"])
def test_only_heads_and_labels_change(encoding):
    answer = run("projectivize", STRUCTURES, "--encoding", encoding, "--covered-roots", "left")
    assert answer.exit_code == 0
    changed = 0
    for before, after in zip(read(STRUCTURES), reads(answer.stdout), strict=True):
        tree = projectivize(before.heads, before.deprels, encoding, covered_roots="left")
        assert (after.heads, after.deprels) == tree
        assert after.with_tree(before.heads, before.deprels) == before
        changed += after != before
    assert changed == 4


def test_there_and_back_through_a_pipe():
    there = run("projectivize", FIGURES, "--encoding", "head+path")
    assert "AuxP↑Sb" in there.stdout
    back = run("deprojectivize", "--encoding", "head+path", stdin=there.stdout)
    assert back.stdout == FIGURES.read_text("utf-8")


def test_a_compressed_file_and_one_place_for_both(tmp_path):
    place = tmp_path / "trees.conllu.gz"
    assert run("projectivize", STRUCTURES, "-o", place).exit_code == 0
    assert run("deprojectivize", place, "-o", place).exit_code == 0
    assert [s.forms for s in read(place)] == [s.forms for s in read(STRUCTURES)]
    assert [s.deprels for s in read(place)] == [s.deprels for s in read(STRUCTURES)]


def test_what_is_no_tree_stops(monkeypatch, capsys, tmp_path):
    target = tmp_path / "out.conllu"
    error = fails(monkeypatch, capsys, "projectivize", NOT_TREES, "-o", target)
    assert f"{NOT_TREES}:8: 1 → 2 → 3 → 1 is a cycle; give a tree" in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["projectivize", "deprojectivize"])
def test_what_is_no_tree_can_be_left_as_it_is(command):
    answer = run(command, NOT_TREES, "--on-error", "skip")
    assert answer.exit_code == 0
    assert answer.stdout == NOT_TREES.read_text("utf-8")
    assert "3 sentences left unchanged" in answer.stderr
    assert f"{NOT_TREES}:18: found HEAD 1, the word itself" in answer.stderr


def test_bad_places(monkeypatch, capsys, tmp_path):
    assert "none.conllu" in fails(monkeypatch, capsys, "deprojectivize", tmp_path / "none.conllu")
    error = fails(monkeypatch, capsys, "projectivize", STRUCTURES, "-o", tmp_path / "no" / "x")
    assert "there is no folder" in error
    assert not (tmp_path / "no").exists()


def test_comments_alone_and_empty_input():
    assert run("projectivize", stdin="").stdout == ""
    assert run("projectivize", stdin="# only this\n\n").stdout == "# only this\n\n"
