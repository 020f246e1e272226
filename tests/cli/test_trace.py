"""`multiplane trace`."""

import json

from support.commands import run
from support.paths import FIGURES, STRUCTURES


def test_trace():
    code, text = run("trace", "arc-eager", str(FIGURES))
    assert code == 0
    assert "1 ROOT  2 Z  3 nich" in text
    assert "RIGHT-ARC" in text
    assert text.splitlines()[-1] == "lost: jedna → Z (AuxP)"


def test_trace_as_json():
    _, text = run("trace", "2-planar[single-head,acyclic]", str(FIGURES), "--json")
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


def test_trace_of_a_sentence_by_its_name():
    by_name, by_number = (
        run("trace", "swap", str(STRUCTURES), "--sentence", which)
        for which in ("cross-serial", "4")
    )
    assert by_name == by_number
    assert "1 dat  2 ik  3 Jan" in by_name[1]
