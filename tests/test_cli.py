"""The commands as a user types them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from multiplane.cli import group, main

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, arguments, catch_exceptions=False)
    return result.exit_code, result.output


def fails(monkeypatch, capsys, *arguments: str) -> str:
    """Run the real entry point; expect exit code 2 and one line on standard error."""
    monkeypatch.setattr(sys, "argv", ["multiplane", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert "Traceback" not in error
    return error


def test_the_list_of_systems():
    code, text = run("systems")
    assert code == 0
    assert "2-planar[single-head,acyclic]" in text
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert rows["arc-eager"] == ["✓", "1", *"✓" * 10]
    assert rows["swap"] == ["✗", "–", *"✗✓✓✗✗✓✓✗✗✗"]


def test_one_system_in_full():
    code, text = run("systems", "arc-eager")
    assert code == 0
    assert "(σ|i, j|β, A) ⇒ (σ, j|β, A ∪ {(j, l, i)})  [¬h(i)]" in text
    assert "LEFT-ARC|¬h(i); REDUCE" in text
    assert "no word in β has a head" in text


def test_one_system_as_json():
    code, text = run("systems", "2-planar", "--json")
    assert code == 0
    answer = json.loads(text)
    assert answer["name"] == "2-planar"
    assert answer["divisible"] is False
    assert answer["planes"] == 2
    assert answer["transitions"][1] == {
        "name": "REDUCE",
        "elementary": ["REDUCE"],
        "rule": "(σ|i, σ2, β, A) ⇒ (σ, σ2, β, A)",
        "composition": "REDUCE",
    }
    assert set(answer["verdicts"]) == {
        "planar", "single_head", "acyclic", "no_covered_roots", "projective", "robust",
        "bounded", "efficient", "linear_transitions", "linear_elementary",
    }  # fmt: skip
    planar = answer["verdicts"]["planar"]
    assert planar["holds"] is False
    assert planar["counterexample"]["words"] == 4
    assert len(planar["counterexample"]["arcs"]) == 2


def test_all_systems_as_json():
    _, text = run("systems", "--json")
    assert {"arc-eager", "covington"} <= {system["name"] for system in json.loads(text)}


@pytest.mark.parametrize(("style", "sign"), [("latex", r"\Rightarrow"), ("html", "<var>σ</var>")])
def test_rules_in_other_styles(style, sign):
    assert sign in run("systems", "arc-eager", "--style", style)[1]


def test_verify_says_yes():
    code, text = run("verify", "arc-eager", "--class", "projective-forests", "--max-words", "3")
    assert code == 0
    assert "arc-eager is sound and complete for projective-forests" in text


def test_verify_says_no():
    code, text = run("verify", "arc-eager", "--class", "forests", "--max-words", "3")
    assert code == 1
    assert "arc-eager is not complete for forests." in text
    assert "not derived: 3 words with (3, 1)" in text


def test_verify_as_json():
    code, text = run("verify", "planar", "--class", "forests", "--max-words", "2", "--json")
    assert code == 1
    answer = json.loads(text)
    del answer["lengths"]
    assert answer == {
        "system": "planar",
        "class": "forests",
        "max_words": 2,
        "sound": False,
        "complete": True,
        "graphs": 4,
        "derived": 4,
        "outside": 1,
        "counterexample": {
            "words": 2,
            "arcs": [[1, 2], [2, 1]],
            "transitions": ["SHIFT", "LEFT-ARC", "RIGHT-ARC", "SHIFT"],
        },
    }


FIGURES = str(ROOT / "tests" / "data" / "figures.conllu")


def test_trace():
    code, text = run("trace", "arc-eager", FIGURES)
    assert code == 0
    assert "1 ROOT  2 Z  3 nich" in text
    assert "RIGHT-ARC" in text
    assert text.splitlines()[-1] == "lost: jedna → Z (AuxP)"


def test_trace_as_json():
    _, text = run("trace", "2-planar[single-head,acyclic]", FIGURES, "--json")
    answer = json.loads(text)
    assert answer["words"][:3] == ["ROOT", "Z", "nich"]
    assert answer["transitions"][:3] == ["SHIFT", "SHIFT", "RIGHT-ARC"]
    assert len(answer["configurations"]) == len(answer["transitions"]) + 1
    assert answer["configurations"][1] == {"σ": [1], "σ2": [1], "β": list(range(2, 10)), "arcs": []}
    assert [4, "Sb", 6] in answer["arcs"]
    assert answer["lost"] == []


def test_trace_lists_all_derivations(tmp_path):
    file = tmp_path / "one.conllu"
    rows = ["1\ta\t_\t_\t_\t_\t2\tx\t_\t_", "2\tb\t_\t_\t_\t_\t0\troot\t_\t_", ""]
    file.write_text("\n".join(rows) + "\n")
    code, text = run("trace", "swap", str(file), "--all")
    assert code == 0
    assert text.splitlines()[-1] == "2 derivations"
    assert json.loads(run("trace", "swap", str(file), "--all", "--json")[1])["derivations"] == 2


def test_coverage():
    code, text = run("coverage", FIGURES, "--system", "arc-eager", "--system", "swap", "--json")
    assert code == 0
    (row,) = json.loads(text)
    assert row == {
        "name": "data",
        "trees": 2,
        "words": 18,
        "left_out": 0,
        "derived": {"arc-eager": {"trees": 1, "words": 17}, "swap": {"trees": 2, "words": 18}},
    }
    text = run("coverage", FIGURES, "--system", "arc-eager", "--style", "markdown")[1]
    assert "| data | 2 | 0 | 50.00 / 94.44 |" in text


def test_a_users_own_file():
    code, _ = run(
        "verify", f"{ROOT}/examples/your_own_system.py:LAZY", "--class", "projective-forests"
    )
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["systems", "arc-lazy"], "multiplane: 'arc-lazy' is not the name of a system"),
        (["systems", "nowhere.py:X"], "nowhere.py: no such file"),
        (["verify", "arc-eager", "--class", "bushes"], "'bushes' is not a class of graphs"),
        (["verify", "arc-eager"], "Missing option '--class'"),
        (["verify", "arc-eager", "--class", "trees", "--max-words", "9"], "1<=x<=7"),
        (["dance"], "no command 'dance'; there are systems, verify"),
        (["trace", "arc-eager", FIGURES, "--sentence", "9"], "there is no sentence 9"),
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
    assert "multiplane verify arc-eager" in done.stdout
