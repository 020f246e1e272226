"""Marks of significance, against `multiplane evaluate --against` on the same files."""

import random
from itertools import product

import pytest

from multiplane.conllu import reads
from multiplane.evaluation import evaluate
from multiplane.experiments.marks import legend, marks
from multiplane.experiments.plan import Significance
from multiplane.experiments.store import Result
from support import toy

WRONG = {"good": 0.02, "same": 0.02, "fair": 0.1, "poor": 0.4}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """Outputs in which some share of labels is wrong, for three seeds."""
    folder = tmp_path_factory.mktemp("marks")
    gold = toy.treebank(80)
    (folder / "gold").write_text(gold)
    for name, seed in product(WRONG, (1, 2, 3)):
        draw = random.Random(f"{name.replace('same', 'good')} {seed}")
        sentences = [
            s.with_tree(s.heads, ["x" if draw.random() < WRONG[name] else d for d in s.deprels])
            for s in reads(gold)
        ]
        (folder / f"{name}{seed}").write_text("".join(s.text for s in sentences))
    return folder


def outcomes(folder, names=tuple(WRONG), seeds=(1, 2, 3)):
    return {n: {seed: Result(folder / f"{n}{seed}") for seed in seeds} for n in names}


def slow(folder, first, second, asked, seeds=(1, 2, 3)):
    """Is the first better in most seeds, by what `evaluate` says?"""
    wins = 0
    for seed in seeds:
        files = (folder / "gold", folder / f"{first}{seed}")
        found = evaluate(
            *files, against=folder / f"{second}{seed}", bootstrap=0,
            trials=asked.trials, seed=asked.seed,
        ).as_dict()  # fmt: skip
        tests = found["significance"]
        p = tests[asked.test]["las"]["p"]
        wins += p < asked.level and tests["randomized"]["las"]["difference"] > 0
    return wins > len(seeds) / 2


@pytest.mark.parametrize("test", ["mcnemar", "randomized"])
def test_each_with_all_others(outputs, test):
    asked = Significance(test, 0.05, "las", trials=300)
    found = marks(outputs / "gold", outcomes(outputs), asked)
    for name in WRONG:
        beaten = sum(slow(outputs, name, other, asked) for other in WRONG if other != name)
        assert found[name] == ["", "★", "†", "‡"][beaten]
    assert found["poor"] == ""
    assert found["good"] == found["same"] == "†"


def test_all_with_one(outputs):
    asked = Significance("randomized", 0.01, "las", against="fair", trials=300)
    found = marks(outputs / "gold", outcomes(outputs), asked)
    assert found == {"good": "*", "same": "*", "poor": "↓"}
    for name, mark in found.items():
        assert slow(outputs, name, "fair", asked) == (mark == "*")
        assert slow(outputs, "fair", name, asked) == (mark == "↓")


def test_what_failed_or_is_missing_has_no_mark(outputs):
    asked = Significance("mcnemar", 0.05, "las", against="fair")
    there = outcomes(outputs, ("good", "fair"))
    there["bad"] = {1: Result(outputs / "none", failed="why")}
    there["unknown"] = {}
    found = marks(outputs / "gold", there, asked)
    assert found == {"good": "*", "bad": "", "unknown": ""}
    del there["fair"]
    assert set(marks(outputs / "gold", there, asked).values()) == {""}


def test_seeds_are_paired(outputs):
    asked = Significance("mcnemar", 0.05, "las", against="fair")
    there = outcomes(outputs, ("good",), (1,)) | outcomes(outputs, ("fair",), (2, 3))
    assert marks(outputs / "gold", there, asked) == {"good": ""}


def test_legends():
    assert "at the .05 level (McNemar's test, las)" in legend(Significance("mcnemar", 0.05, "las"))
    said = legend(Significance("randomized", 0.01, "uas", against="NE"))
    assert said == (
        "Significantly * better, ↓ worse than NE at the .01 level (randomised comparison, uas)."
    )
