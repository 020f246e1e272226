"""`multiplane coverage`."""

import json

from support.commands import run
from support.paths import FIGURES


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
