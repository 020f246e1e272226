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
