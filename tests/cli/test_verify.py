"""`multiplane verify`."""

import json

from support.commands import run
from support.paths import ROOT


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
