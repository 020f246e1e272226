"""`multiplane trace`."""

import json
import re

import pytest

from multiplane.errors import MultiplaneError
from support.commands import run
from support.paths import FIGURES, STRUCTURES


def test_trace():
    code, text = run("trace", "arc-eager", str(FIGURES))
    assert code == 0
    assert "1 ROOT  2 Z  3 nich" in text
    assert "RIGHT-ARC" in text
    assert text.splitlines()[-1] == "lost: jedna → Z (AuxP)"


def test_a_cycle_is_an_error_that_names_the_sentence(tmp_path):
    file = tmp_path / "cycle.conllu"
    file.write_text("".join(f"{d}\ta\t_\tX\t_\t_\t{3 - d}\tx\t_\t_\n" for d in (1, 2)) + "\n")
    said = f"{file}: sentence 1: heads: 1 → 2 → 1 is a cycle"
    with pytest.raises(MultiplaneError, match=f"^{re.escape(said)}"):
        run("trace", "swap", str(file))


def test_trace_as_json():
    _, text = run("trace", "2-planar[single-head,acyclic]", str(FIGURES), "--json")
    answer = json.loads(text)
    assert answer["words"][:3] == ["ROOT", "Z", "nich"]
    assert answer["transitions"][:3] == ["SHIFT", "SHIFT", "RIGHT-ARC"]
    assert len(answer["configurations"]) == len(answer["transitions"]) + 1
    assert answer["configurations"][1] == {"σ": [1], "σ2": [1], "β": list(range(2, 10)), "arcs": []}
    assert [4, "Sb", 6] in answer["arcs"]
    assert answer["lost"] == []


def test_trace_beside_another_system():
    two = "2-planar[single-head,acyclic]"
    code, text = run("trace", "arc-eager", str(STRUCTURES), "--sentence", "3", "--beside", two)
    assert code == 0
    lines = text.splitlines()
    assert lines[-1] == "lost by arc-eager: parcel → name (nmod)"
    counts = {line.split()[0]: line.split()[-2:] for line in lines[lines.index("") + 1 :] if line}
    assert (counts["transitions"], counts["SWITCH"]) == (["18", "31"], ["–", "1"])
    _, text = run("trace", "arc-eager", str(FIGURES), "--beside", two, "--json")
    answer = json.loads(text)
    assert (len(answer["lost"]), answer["beside"]["system"]) == (1, two)
    assert answer["beside"]["lost"] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--quiz"], "--quiz is for a page"),
        (["--beside", "swap", "--all"], "--beside is for two"),
        (["--beside", "swap", "--columns", "β"], "--beside is for two"),
    ],
)
def test_trace_says_what_does_not_go_together(options, message):
    code, text = run("trace", "arc-eager", str(FIGURES), *options)
    assert code == 2
    assert message in text


def test_trace_lists_all_derivations(tmp_path):
    file = tmp_path / "one.conllu"
    rows = ["1\ta\t_\t_\t_\t_\t2\tx\t_\t_", "2\tb\t_\t_\t_\t_\t0\troot\t_\t_", ""]
    file.write_text("\n".join(rows) + "\n")
    code, text = run("trace", "swap", str(file), "--all")
    assert code == 0
    assert text.splitlines()[-1] == "2 derivations"
    assert json.loads(run("trace", "swap", str(file), "--all", "--json")[1])["derivations"] == 2


def test_trace_as_latex(tmp_path):
    path = tmp_path / "lesson.tex"
    assert run("trace", "arc-standard", str(FIGURES), "-o", str(path)) == (0, "")
    text = path.read_text("utf-8")
    assert r"\begin{dependency}" in text
    assert r"Transition & $\sigma$ & $\beta$ & New arc \\" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 2
    table = text.partition("\\endfoot\n")[2].partition("\n\\end{longtable}")[0]
    rows = table.split("\n")
    assert rows[0].startswith("  start & {[}{]} & {[}1, ")
    assert {row.count(" & ") for row in rows} == {3}
    assert rows[1].startswith(r"  $\textsc{Shift}$ & {[}1{]} & {[}2, ")
    assert r"\dots" in rows[0]


def test_two_derivations_as_latex(tmp_path):
    path = tmp_path / "lesson.tex"
    two = "2-planar[single-head,acyclic]"
    asked = ("trace", "arc-eager", str(STRUCTURES), "--sentence", "3", "--beside", two)
    assert run(*asked, "-o", str(path)) == (0, "")
    text = path.read_text("utf-8")
    assert text.count(r"\begin{dependency}") == text.count(r"\begin{document}") == 1
    first, second = text.split(r"\section*{")[1:]
    assert first.startswith("arc-eager}")
    assert "Not derived: parcel" in first
    assert second.startswith("2-planar")
    assert "Not derived" not in second
    assert [part.count(r"\toprule") for part in (first, second)] == [2, 2]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.pdf", r"choose from \.html, \.htm, \.tex"),
        ("a", r"ends in \.html or \.tex"),
        ("none/a.tex", "there is no folder .*none; make it first"),
    ],
)
def test_trace_writes_only_what_it_knows(tmp_path, name, message):
    with pytest.raises(MultiplaneError, match=message):
        run("trace", "arc-eager", str(FIGURES), "-o", str(tmp_path / name))
    assert list(tmp_path.iterdir()) == []


def test_trace_writes_one_derivation(tmp_path):
    output = str(tmp_path / "a.tex")
    code, text = run("trace", "arc-eager", str(FIGURES), "-o", output, "--all")
    assert code == 2
    assert "--output is for one derivation" in text


def test_trace_of_a_sentence_by_its_name():
    by_name, by_number = (
        run("trace", "swap", str(STRUCTURES), "--sentence", which)
        for which in ("cross-serial", "4")
    )
    assert by_name == by_number
    assert "1 dat  2 ik  3 Jan" in by_name[1]


def test_latex_says_what_is_not_derived(tmp_path):
    path = tmp_path / "lesson.tex"
    run("trace", "arc-eager", str(STRUCTURES), "--sentence", "3", "-o", str(path))
    assert r"Not derived: parcel $\rightarrow$ name (nmod)." in path.read_text("utf-8")
    run("trace", "swap", str(STRUCTURES), "--sentence", "3", "-o", str(path))
    assert "Not derived" not in path.read_text("utf-8")
