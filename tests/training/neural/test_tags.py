"""Networks that learn to predict right tags along with trees."""

import math
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

from multiplane.conllu import reads
from multiplane.parsing.parser import load
from multiplane.pipeline.taggers import tags_of
from multiplane.training.options import Options
from multiplane.training.training import train_parser
from support import toy

torch = pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")

from multiplane.training.neural.tags import RightTags  # noqa: E402

SMALL = "form=16 lemma=8 upos=8 xpos=4 morph=4 grams=8 lstm=24 hidden=64 graph=16 label=16"
OPTIONS = Options(learner="neural", network=SMALL, epochs=3, root="first")
TEXT = toy.treebank(60)
RIGHT = [tag for sentence in reads(TEXT) for tag in tags_of(sentence)]
WRONG = TEXT.replace("\tNOUN\tN\t", "\tVERB\tV\t").encode()  # as a bad tagger would have it


def learnt(tags=(), **options):
    told = {name: options.pop(name) for name in ("watch",) if name in options}
    chosen = replace(OPTIONS, **options)
    return train_parser("arc-eager", BytesIO(WRONG), BytesIO(WRONG), chosen, **told, tags=tags)


def saved(parser, place):
    parser.save(place)
    return place.read_bytes()


def test_the_loss_follows_from_its_definition():
    tags = [("NOUN", "_", "Case=Nom"), ("VERB", "_", "_"), ("NOUN", "_", "_")]
    right = RightTags.of(tags, 3)
    assert right.trained({"a": (1,)}, 4) == {"a": (1,), "tags-upos": (2, 4), "tags-feats": (2, 4)}
    rng = np.random.default_rng(1)
    weights = {name: rng.normal(size=(2, 4)) for name in ("tags-upos", "tags-feats")}
    vectors, words = rng.normal(size=(2, 4)), np.array([2, 0])
    wanted = {"tags-upos": [0, 0], "tags-feats": [1, 0]}  # values by number, sorted
    losses = []
    for name, numbers in wanted.items():
        for vector, number in zip(vectors, numbers, strict=True):
            powers = [math.exp(float(row @ vector)) for row in weights[name]]
            losses.append(-math.log(powers[number] / sum(powers)))
    found = right.loss(
        torch.as_tensor(vectors), words, {n: torch.as_tensor(w) for n, w in weights.items()}
    )
    assert float(found) == pytest.approx(sum(losses) / len(losses))
    assert right.finished({"a": rng, **weights}) == {"a": rng}


def test_tags_that_are_all_alike_teach_nothing():
    right = RightTags.of([("X", "_", "_")] * 3, 3)
    assert float(right.loss(torch.zeros(3, 4), np.arange(3), {})) == 0
    assert right.trained({}, 4) == {}


def test_right_tags_are_learnt_and_the_parser_is_of_the_usual_form(monkeypatch, tmp_path):
    losses, real = [], RightTags.loss

    def noted(self, *arguments):
        losses.append(real(self, *arguments))
        return losses[-1]

    monkeypatch.setattr(RightTags, "loss", noted)
    parser, plain = learnt(RIGHT), learnt()
    assert losses[-1] < 0.9 * losses[0]
    assert parser.training["right_tags"] is True
    assert "right_tags" not in plain.training
    arrays, others = parser.weights.weights, plain.weights.weights
    assert {n: a.shape for n, a in arrays.items()} == {n: a.shape for n, a in others.items()}
    assert saved(parser, tmp_path / "a") != saved(plain, tmp_path / "b")
    assert load(tmp_path / "a").training == parser.training


@pytest.mark.parametrize("members", [1, 2])
def test_training_goes_on_from_a_checkpoint(tmp_path, members):
    def die(moment):
        if moment.epoch == 3:
            raise InterruptedError

    place = tmp_path / "state"
    with pytest.raises(InterruptedError):
        learnt(RIGHT, members=members, checkpoint=str(place), watch=die)
    again = learnt(RIGHT, members=members, checkpoint=str(place))
    assert saved(again, tmp_path / "a") == saved(learnt(RIGHT, members=members), tmp_path / "b")
