"""Every benchmark and every example runs, with tiny settings."""

import json
import runpy
import sys

import pytest

import multiplane as mp
from support import toy
from support.paths import ROOT

BENCH = ROOT / "bench"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A treebank, a model trained on it, and a plain text."""
    place = tmp_path_factory.mktemp("treebanks")
    treebank = place / "Toy"
    treebank.mkdir()
    for seed, name in enumerate(("train", "dev", "test")):
        text = toy.treebank(30, seed=seed, crossing=True)
        (treebank / f"{name}.conllu").write_text(text, encoding="utf-8")
    parser = mp.train("arc-eager", treebank / "train.conllu", bits=10, epochs=1)
    parser.save(place / "toy.mp")
    (place / "plain.txt").write_text("They saw her duck. It swam away.\n" * 5, encoding="utf-8")
    return place


ARGUMENTS = {
    "accuracy": "{0} --treebank Toy --system arc-eager --epochs 1 --results {0}/out.jsonl --table",
    "buffer": "{0}/Toy --epochs 1 --bits 10 --turns 1",
    "census": "--quick",
    "chart": "speed --longest 12 --literal 4",
    "expected": "{0}/Toy/dev.conllu --words 8 --sentences 2",
    "lost": "{0}/toy.mp {0}/Toy/test.conllu",
    "oracles": "--quick",
    "parse": "{0}/Toy --model {0}/toy.mp --no-cold --quick",
    "pseudo_projective": "{0}/Toy/train.conllu",
    "text": "en {0}/plain.txt --repeat 1",
    "transitions": "{0}/Toy/dev.conllu {0}/toy.mp",
    "undirected": "{0}/Toy --system undirected-planar --epochs 1 --bits 10",
}
SAID = {
    "accuracy": "| Toy |",
    "buffer": "| NE+PP |",
    "census": "planes of random trees",
    "chart": "words",
    "expected": "likely heads a word",
    "lost": "non-projective",
    "oracles": "share of right losses",
    "parse": "kernel alone",
    "pseudo_projective": "head+path",
    "text": "words/s",
    "transitions": "| arc-eager |",
    "undirected": "| undirected-planar | naive |",
}


@pytest.mark.filterwarnings("ignore::numpy.exceptions.RankWarning")  # few points for a curve
@pytest.mark.parametrize("script", sorted(path.stem for path in BENCH.glob("*.py")))
def test_it_runs(script, folder, monkeypatch, capsys):
    given = ARGUMENTS[script].format(folder).split()
    monkeypatch.setattr(sys, "argv", [f"{script}.py", *given])
    monkeypatch.syspath_prepend(BENCH)
    try:
        runpy.run_path(str(BENCH / f"{script}.py"), run_name="__main__")
    except SystemExit as end:
        assert not end.code  # noqa: PT017 - a script may end so
    assert SAID[script] in capsys.readouterr().out
    if script == "accuracy":
        assert json.loads((folder / "out.jsonl").read_text())["treebank"] == "Toy"
