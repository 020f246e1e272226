"""A trained model in the playground: its scores lead to the tree that it parses."""

import random

import pytest

from multiplane.calculus.derivation import Derivation
from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.server.trained import Trained, trained
from multiplane.systems import systems
from multiplane.training.training import train
from support import networks, parsers, toy


@pytest.fixture(scope="module", params=["none", "first"])
def model(request, tmp_path_factory):
    file = tmp_path_factory.mktemp("trained") / "toy.conllu"
    file.write_text(toy.treebank(30))
    return Trained("toy", train("arc-eager", str(file), root=request.param, epochs=2, bits=12))


def test_the_best_transitions_build_the_tree_that_is_parsed(model):
    system = systems[model.system]
    for sentence in reads(toy.treebank(5, seed=7)):
        done: list[str] = []
        while True:
            here = Derivation(system, sentence.words, tuple(done))
            scores = {
                name: score
                for name, score in model.scores(system, done, sentence).items()
                if name in here.permitted
            }
            if not scores or here.is_complete:
                break
            done.append(max(scores, key=scores.__getitem__))
        (parsed,) = model.parser.parse([sentence])
        arcs = {(h, d) for d, h in enumerate(parsed.heads, 1) if h}
        assert {(h, d) for h, d in here.last.arcs if h} == arcs


def test_another_system_gets_no_scores(model):
    (sentence,) = reads(toy.treebank(1))
    assert model.scores(systems["arc-standard"], [], sentence) == {}


def test_transitions_that_are_not_permitted_get_no_scores(model):
    (sentence,) = reads(toy.treebank(1))
    assert model.scores(systems[model.system], ["SHIFT"], sentence)
    assert model.scores(systems[model.system], ["RIGHT_ARC"] * 99, sentence) == {}


def test_a_parser_does_not_take_plain_text(model):
    with pytest.raises(MultiplaneError, match="--pipeline"):
        model.parse("They saw it.")


def followed(model, sentence):
    """The transitions that score best, one after the other, and what they build."""
    system, done = model.parser.design.system, []
    while True:
        here = Derivation(system, sentence.words, tuple(done))
        scores = model.scores(system, done, sentence)
        assert {*scores} <= {*here.permitted}
        if not scores or here.is_complete:
            return here
        done.append(max(scores, key=scores.__getitem__))


@pytest.mark.parametrize("name", ["arc-eager", "2-planar-eager", "side-stack"])
def test_a_network_scores_what_it_would_do(name):
    """Its best transitions build the arcs of the tree that greedy search finds."""
    parser, _ = networks.random_parser(systems[name], (6, 6), networks.SMALL, 3)
    model, built = Trained("random", parser), 0
    for seed in range(6):
        (sentence,) = reads(parsers.treebank(random.Random(seed), (7,)))
        arcs = {(h, d) for h, d in followed(model, sentence).last.arcs if h}
        (parsed,) = parser.parse([sentence])
        assert arcs <= {(h, d) for d, h in enumerate(parsed.heads, 1)}
        built += len(arcs)
    assert built
    assert model.scores(parser.design.system, ["RIGHT_ARC"], sentence) == {}
    assert model.scores(parser.design.system, ["SING"], sentence) == {}


def test_who_asks_is_not_told_where_the_model_is(tmp_path):
    parser, _ = networks.random_parser(systems["arc-eager"], (6, 6), networks.SMALL, 3)
    parser.save(tmp_path / "own.mp")
    model = trained(str(tmp_path / "own.mp"))
    assert model.name == "own.mp"
    with pytest.raises(MultiplaneError, match=r"^own\.mp parses tagged sentences"):
        model.parse("They saw it.")
