"""`multiplane coverage`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from multiplane.cli.coverage import command
from multiplane.errors import MultiplaneError
from support.commands import run
from support.paths import FIGURES, NOT_TREES


def test_coverage():
    code, text = run(
        "coverage", str(FIGURES), "--system", "arc-eager", "--system", "swap", "--json"
    )
    assert code == 0
    (row,) = json.loads(text)
    assert row == {
        "name": "data",
        "trees": 2,
        "words": 18,
        "left_out": 0,
        "derived": {"arc-eager": {"trees": 1, "words": 17}, "swap": {"trees": 2, "words": 18}},
    }
    text = run("coverage", str(FIGURES), "--system", "arc-eager", "--style", "markdown")[1]
    assert "| data | 2 | 0 | 50.00 / 94.44 |" in text


def test_written_to_a_file(tmp_path):
    asked = ("coverage", str(FIGURES), "--system", "swap")
    for short, name, style in (("-o", "shares.md", "markdown"), ("--output", "a.csv", "csv")):
        code, text = run(*asked, short, str(tmp_path / name))
        assert (code, text) == (0, "")
        assert (tmp_path / name).read_text("utf-8") == run(*asked, "--style", style)[1]
    missing = tmp_path / "nowhere" / "shares.md"
    with pytest.raises(MultiplaneError, match=f"^{missing}: there is no folder {missing.parent};"):
        CliRunner().invoke(command, [str(FIGURES), "-o", str(missing)], catch_exceptions=False)


def test_what_is_left_out_is_said():
    answer = CliRunner().invoke(command, [str(NOT_TREES), "--system", "swap"])
    assert answer.exit_code == 0
    assert answer.stderr.startswith("multiplane: data: 3 left out; multiplane census shows which")
    assert not CliRunner().invoke(command, [str(FIGURES), "--system", "swap"]).stderr


def _rows(*places):
    code, text = run("coverage", *map(str, places), "--system", "swap", "--json")
    assert code == 0
    return {row["name"]: row["trees"] for row in json.loads(text)}


def test_folders(tmp_path):
    places = [tmp_path / inside for inside in ("one/UD", "two/UD", "three")]
    for place in places:
        place.mkdir(parents=True)
        for name in ("train.conllu", "dev.conllu"):
            (place / name).write_bytes(FIGURES.read_bytes())
    same, other, third = places
    assert _rows(third) == {"three": 4}
    assert _rows(third / "train.conllu", third / "dev.conllu") == {"three": 4}
    assert _rows(same / "dev.conllu", other) == {str(same): 2, str(other): 4}
    assert _rows(tmp_path) == {str(same): 4, "three": 4, str(other): 4}


def test_files_of_this_folder(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for name in ("train.conllu", "dev.conllu"):
        Path(name).write_bytes(FIGURES.read_bytes())
    assert _rows("train.conllu", "dev.conllu") == {"here": 4}
