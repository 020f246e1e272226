"""A trained model in the playground: its scores lead to the tree that it parses."""

import pytest

from multiplane.calculus.derivation import Derivation
from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.server.trained import Trained
from multiplane.systems import systems
from multiplane.training.training import train
from support import toy


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
