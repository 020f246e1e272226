"""`multiplane systems`."""

import json

import pytest

from support.commands import run


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
