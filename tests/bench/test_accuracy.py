"""Which runs `bench/accuracy.py` makes, and what it records."""

import json
from argparse import Namespace
from dataclasses import dataclass, replace

import pytest

import multiplane as mp
from support import networks, scripts, toy


@dataclass
class Copying:
    """A parser that is always right."""

    beam: int = 1
    weights = None
    training = {"best_epoch": 3}  # noqa: RUF012 - not a field

    def rewritten(self, chunk, *, one_root=None):
        return bytes(chunk.data[chunk.texts[0] : chunk.texts[-1]])


@pytest.fixture(scope="module")
def accuracy():
    return scripts.names_of("accuracy")


@pytest.fixture
def chosen(tmp_path):
    (tmp_path / "Toy").mkdir()
    (tmp_path / "Toy" / "dev.conllu").write_text(toy.treebank(5, crossing=True))
    (tmp_path / "Toy" / "test.conllu").write_text(toy.treebank(5, crossing=True))
    return Namespace(
        treebanks=tmp_path, results=tmp_path / "out.jsonl", keep=tmp_path / "kept", root="first",
        treebank=["Toy"], system=["arc-eager"], seed=[1], epochs=2, on=["dev", "test"],
    )  # fmt: skip


def made(accuracy, chosen, **given):
    """What was trained to make runs."""
    lessons = []

    def teach(_, key):
        lessons.append((key["network"], key["beam"]))
        return Copying()

    accuracy.make(accuracy.grid(chosen, **given), chosen, teach)
    return lessons


def test_a_network_is_trained_once_for_all_searches(accuracy, chosen):
    given = {"learner": "neural", "network": ["lstm=8", "repair=0 lstm=8"], "beam": [1, 8]}
    assert made(accuracy, chosen, **given) == [("lstm=8", 1)]
    lines = [json.loads(line) for line in chosen.results.read_text().splitlines()]
    assert len(lines) == len(list(chosen.keep.iterdir())) == 8
    assert {line["las"] for line in lines} == {100}
    assert made(accuracy, chosen, **given) == []


def test_a_perceptron_is_trained_for_each_beam(accuracy, chosen):
    assert made(accuracy, chosen, beam=[1, 8]) == [("", 1), ("", 8)]


def test_lines_of_before_are_read(accuracy, chosen, capsys):
    old = {"treebank": "Toy", "system": "arc-eager", "root": "first", "beam": 1, "on": "dev"}
    scores = {"las": 80.0, "uas": 90.0, "np_precision": None, "np_recall": 0.0, "seconds": 1.0}
    chosen.results.write_text(json.dumps({**old, "seed": 1, **scores}) + "\n")
    chosen.epochs, chosen.on = accuracy.EPOCHS, ["dev"]
    assert made(accuracy, chosen) == []
    accuracy.table(accuracy.make([], chosen))
    assert "| 80.00 | 90.00 | 0.00 | 0.00 | 0.00 | – |" in capsys.readouterr().out


def test_epochs_by_size_and_given_ones_are_in_one_table(accuracy, chosen, capsys):
    chosen.on = ["dev"]
    for epochs in (7, None):
        chosen.epochs = epochs
        made(accuracy, chosen, learner="neural")
    accuracy.table(accuracy.make([], chosen))
    shown = [line.split(" | ")[6] for line in capsys.readouterr().out.splitlines()[-2:]]
    assert shown == ["None", "7"]


def test_settings_of_searches_are_changed_in_a_trained_network(accuracy):
    parser, _ = networks.random_parser(mp.systems["arc-eager"], [3], networks.SMALL)
    key = {"network": "lstm=6 graph_weight=0.25", "options": "bias=0.5", "beam": 4}
    found = accuracy.searching(parser, key)
    assert found.beam == 4
    assert found.weights.recipe == replace(networks.SMALL, graph_weight=0.25, bias=0.5)


def test_options_are_words_or_numbers(accuracy):
    found = accuracy.options_of("exploration=0.5 oracle=static multiple_roots=true")
    assert found == {"exploration": 0.5, "oracle": "static", "multiple_roots": True}
