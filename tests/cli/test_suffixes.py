"""The format of an output, by its name."""

import json

import pytest

from multiplane.cli.suffixes import format_of
from multiplane.errors import MultiplaneError
from support.commands import run
from support.paths import ROOT, STRUCTURES

DATA = ROOT / "tests" / "data"
SCORED = ("evaluate", DATA / "eval_gold.conllu", DATA / "eval_system.conllu", "--bootstrap", 0)


def written(folder, name, *arguments):
    target = folder / name
    code, said = run(*map(str, arguments), "-o", str(target))
    assert code == 0, said
    return target.read_text("utf-8")


def test_a_name_says_its_format(tmp_path):
    formats = {".txt": "text", ".svg": "svg"}
    assert format_of("a.SVG", formats, "--style") == "svg"
    assert format_of("a.svg.gz", formats, "--style") == "svg"
    for nothing in ("-", "a", ".svg", "/dev/null", str(tmp_path)):
        assert format_of(nothing, formats, "--style") is None
    with pytest.raises(MultiplaneError, match=r"a\.pdf: unknown suffix \.pdf; .*\.txt, \.svg"):
        format_of("a.pdf", formats, "--style")


def test_drawings(tmp_path):
    draw = ("draw", STRUCTURES)
    svg = written(tmp_path, "a.svg", *draw)
    assert svg.startswith("<svg")
    page = written(tmp_path, "a.html", *draw)
    assert page.startswith("<!doctype html>")
    assert svg in page
    assert "<title>The old boat leaks .</title>" in page
    assert written(tmp_path, "a.txt", *draw) == run(*map(str, draw))[1]
    assert written(tmp_path, "a.png", *draw, "--style", "svg") == svg  # as asked for


@pytest.mark.parametrize("suffix", [".png", ".gif", ".jpg"])
def test_drawings_in_other_formats_are_an_error(tmp_path, suffix):
    target = tmp_path / f"a{suffix}"
    with pytest.raises(MultiplaneError, match=r"choose from \.txt, \.svg, \.html"):
        run("draw", str(STRUCTURES), "-o", str(target))
    assert not target.exists()


def test_tables(tmp_path):
    census = ("census", STRUCTURES)
    assert json.loads(written(tmp_path, "a.json", *census))[0]["trees"] == 6
    assert written(tmp_path, "a.csv", *census).startswith("name,trees")
    assert written(tmp_path, "a.md", *census).startswith("**Trees**")
    assert r"\toprule" in written(tmp_path, "a.tex", *census)
    assert written(tmp_path, "a.txt", *census) == run(*map(str, census))[1]
    assert json.loads(written(tmp_path, "b.json", "enhanced", STRUCTURES))[0]["graphs"] == 6
    assert "signature" in json.loads(written(tmp_path, "c.json", *SCORED))
    assert "| --- | ---: |" in written(tmp_path, "c.md", *SCORED)
    for arguments in (census, SCORED):
        with pytest.raises(MultiplaneError, match=r"unknown suffix \.xls"):
            run(*map(str, arguments), "-o", str(tmp_path / "a.xls"))


@pytest.mark.parametrize("command", ["parse", "projectivize", "deprojectivize"])
def test_treebanks(tmp_path, command):
    target = tmp_path / "a.docx"
    with pytest.raises(MultiplaneError, match=r"unknown suffix \.docx; choose from \.conllu"):
        run(command, str(STRUCTURES), "-o", str(target))
    assert not target.exists()
