"""The precision of transitions, fast, against derivations in plain Python."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.conllu import read
from multiplane.errors import MultiplaneError
from multiplane.evaluation.transitions import by_transition
from multiplane.experiments.precision.precision import obstacle, precision
from multiplane.features.templates import feature_model
from multiplane.reference.features import Extractor
from multiplane.reference.linear import LinearGuide
from multiplane.reference.search import follow
from multiplane.systems import systems
from multiplane.training.corpus import read_corpus
from multiplane.training.learner import Examples
from multiplane.training.training import train
from support import toy


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("precision")
    (place / "train").write_text(toy.treebank(60, crossing=True))
    (place / "test").write_text(toy.treebank(12, seed=5, crossing=True))
    return place


def slow(parser, file):
    """Follow the parser's weights step by step, and judge what each step built."""
    design = parser.design
    examples = Examples.of(read_corpus([file]), design, design.labels)
    model = feature_model(design.features, design.system).without(design.empty)
    judged = []
    for at, sentence in enumerate(read(file)):
        extractor = Extractor(model, design.program.attributes, examples.batch, at, design.bits)
        guide = LinearGuide(
            extractor, design.classes, parser.weights, parser.label_weights, design.one_root
        )
        choices = follow(design.system, guide, sentence.words).choices
        gold = list(zip(sentence.heads, sentence.deprels, strict=True))
        judged.append((gold, [(name, design.labels[label]) for name, label in choices]))
    return by_transition(design.system, judged)


@pytest.mark.parametrize(
    ("system", "root"),
    [("arc-eager+lba+rba", "first"), ("arc-eager+lnba", "none"), ("2-planar", "last")],
)
def test_it_is_that_of_plain_python(folder, system, root):
    parser = train(system, folder / "train", root=root, bits=12, epochs=1)
    # A third of the weights is lost, so that there are mistakes.
    weights = parser.weights.copy()
    weights[np.random.default_rng(3).random(len(weights)) < 0.3] = 0
    parser = replace(parser, weights=weights)
    found = precision(parser, folder / "test")
    assert found == slow(parser, folder / "test")
    arcs, right = sum(row.arcs for row in found), sum(row.right for row in found)
    assert 0 < right < arcs


def test_on_the_command_line(folder):
    parser = train("arc-eager+lba", folder / "train", bits=12, epochs=1, oracle="static")
    parser.save(folder / "model")
    gold = str(folder / "test")
    command = ["evaluate", gold, gold, "--transitions", str(folder / "model"), "--bootstrap", "0"]
    shown = CliRunner().invoke(group, [*command, "--json"])
    expected = [row.as_dict() for row in precision(parser, gold)]
    assert json.loads(shown.stdout)["transitions"] == expected
    assert expected[-1]["arcs"] > 0
    lines = CliRunner().invoke(group, command).stdout.splitlines()
    last = lines[lines.index("Arcs by transition") + 6].split()
    assert last[0] == "LEFT-BUFFER-ARC"
    assert last[-2:] == [str(expected[-1]["right_heads"]), str(expected[-1]["right"])]
    refused = CliRunner().invoke(group, ["evaluate", "-", gold, *command[3:]], input="")
    assert "GOLD must be a file" in str(refused.exception)


def test_parsers_for_which_there_is_none(folder):
    parser = train("arc-eager", folder / "train", bits=12, epochs=1)
    assert obstacle(parser) == ""
    with pytest.raises(MultiplaneError, match="a beam of 4"):
        precision(replace(parser, beam=4), folder / "test")
    for name, why in (("easy-first", "families"), ("undirected-planar", "no direction")):
        other = replace(parser, design=replace(parser.design, base=systems[name]))
        with pytest.raises(MultiplaneError, match=why):
            precision(other, folder / "test")
