"""Training and parsing with a pretrained encoder, on a toy language."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.errors import MultiplaneError
from multiplane.features.batch import joined
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.pretrained import transformer
from multiplane.guides.neural.pretrained.context import context_of
from multiplane.parsing.parser import load
from multiplane.training.training import train
from multiplane.treebank.scan import scan
from support import encoders, toy

torch, _, _ = encoders.libraries()

from multiplane.training.neural.states import KeptStates  # noqa: E402

ALONE = "form=0 lemma=0 upos=0 xpos=0 morph=0 grams=0 lstm=24 hidden=64 graph=16 label=16"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    (place / "toy").write_text(toy.treebank(150, columns="forms"))
    (place / "more").write_text(toy.treebank(20, seed=2, columns="forms"))
    encoders.make(place / "tiny")
    return place


def learnt(folder, **options):
    return train(
        "arc-eager", str(folder / "toy"), str(folder / "more"), learner="neural",
        **{"encoder": folder / "tiny", "network": f"{ALONE} encoder=24", "epochs": 15, **options},
    )  # fmt: skip


@pytest.fixture(scope="module")
def parser(folder):
    return learnt(folder)


def test_layers_of_random_weights_tell_words_apart(parser):
    assert parser.training["scores"]["las"] > 80
    assert parser.design.encoder.name == "tiny"


def test_files_name_the_encoder_and_hold_what_was_learnt(parser, folder, tmp_path):
    parser.save(tmp_path / "toy.mp")
    again = load(tmp_path / "toy.mp")
    assert again.design.encoder == parser.design.encoder
    assert again.weights.weights["encoder-mix"].shape == (4,)
    assert again.weights.weights["encoder-into"].shape == (24, 16)
    assert toy.las(again, folder / "more") == pytest.approx(parser.training["scores"]["las"], abs=1)


def test_training_reads_what_parsing_reads(parser, folder):
    batch = joined([parser.design.batch(chunk) for chunk in scan(folder / "more")])
    numbers = np.arange(len(batch))[::-1].copy()
    found = context_of(parser.design.encoder, parser.weights.weights, batch, numbers)
    source = KeptStates.of(parser.design.encoder, batch)
    weights = {name: torch.from_numpy(a) for name, a in parser.weights.weights.items()}
    sentences = Sentences.of(batch.starts, numbers)
    nodes = np.arange(len(found)) + np.repeat(sentences.ahead, sentences.words + 2)
    read = source.read(nodes, None, weights)
    np.testing.assert_allclose(read, found, atol=5e-3)  # what is kept is rounded to 16 bits
    assert not found[0].any()
    assert found[1].any()


def test_the_same_seed_gives_the_same_file(folder, tmp_path):
    for name in ("one", "two"):
        learnt(folder, epochs=1, pooling="first").save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_encoder_may_be_elsewhere(parser, folder, tmp_path):
    model, text = str(tmp_path / "toy.mp"), str(folder / "more")
    encoder = replace(parser.design.encoder, folder="gone/tiny")
    replace(parser, design=replace(parser.design, encoder=encoder)).save(model)
    run = CliRunner()
    told = run.invoke(group, ["parse", "--model", model, "--input", "conllu", text])
    assert told.exit_code
    assert "gone/tiny: there is no such folder" in str(told.exception)
    here = shutil.copytree(folder / "tiny", tmp_path / "copy")
    arguments = ["parse", "--model", model, "--input", "conllu", text, "--encoder", str(here)]
    told = run.invoke(group, [*arguments, "--workers", "2"])
    assert told.exit_code == 0, told.output
    transformer._opened.cache_clear()  # what was checked once is not checked again
    (here / "tokenizer.json").write_text("{}")
    told = run.invoke(group, arguments)
    assert "copy: found another encoder than the one" in str(told.exception)
    said = run.invoke(group, ["info", model]).output
    assert "gone/tiny: 24 of 3 layers of 16, mean of a word's pieces" in said


def test_only_models_with_an_encoder_take_one(folder, tmp_path):
    plain = train(
        "arc-eager", str(folder / "toy"), learner="neural", epochs=1,
        network="lstm=24 hidden=64 graph=16 label=16",
    )  # fmt: skip
    with pytest.raises(MultiplaneError, match="trained without a pretrained encoder"):
        plain.with_encoder(folder / "tiny")
    with pytest.raises(MultiplaneError, match="found encoder=24; expected the option encoder"):
        learnt(folder, encoder=None)
