"""Training a pretrained encoder along with the parser, on a toy language."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.drafts import lock
from multiplane.errors import MultiplaneError
from multiplane.features.batch import joined
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.pretrained.identity import checksum
from multiplane.guides.neural.vocabulary import Numbered
from multiplane.parsing.parser import load
from multiplane.training.training import train
from multiplane.treebank.scan import scan
from support import encoders, toy

torch, transformers, _ = encoders.libraries()

from multiplane.training.neural.states import KeptStates  # noqa: E402
from multiplane.training.neural.tuned import TunedStates  # noqa: E402

# The network is too small to learn much by itself.
SMALL = "form=0 lemma=0 upos=0 xpos=0 morph=0 grams=0 lstm=8 hidden=64 graph=8 label=8 encoder=8"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    (place / "toy").write_text(toy.treebank(60, columns="forms"))
    (place / "more").write_text(toy.treebank(20, seed=2, columns="forms"))
    encoders.make(place / "tiny")
    return place


def learnt(folder, place, **options):
    return train(
        "arc-eager", str(folder / "toy"), str(folder / "more"), learner="neural",
        **{
            "encoder": folder / "tiny", "tuned_encoder": place, "network": SMALL, "epochs": 2,
            "bias": 0.0, **options,
        },
    )  # fmt: skip


def arrays(folder):
    model = transformers.AutoModel.from_pretrained(folder, local_files_only=True)
    return {name: array.detach().numpy() for name, array in model.named_parameters()}


def names():
    return (file.name for file in Path().iterdir())


def content(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def stop(kind, epoch=2):
    def watch(moment):
        if moment.epoch == epoch and moment.done:
            raise kind

    return watch


@pytest.fixture(scope="module")
def tuned(folder):
    before = checksum(folder / "tiny")
    parser = learnt(folder, folder / "tuned", epochs=3)
    assert checksum(folder / "tiny") == before
    return parser


def test_all_layers_change_a_little(tuned, folder):
    before, after = arrays(folder / "tiny"), arrays(folder / "tuned")
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    for part in ("embeddings.word_embeddings", "layer.0.attention", "layer.1.output"):
        assert any(part in name for name in changed), part
    read = [name for name in before if not name.startswith("pooler.")]
    assert max(np.abs(before[name] - after[name]).max() for name in read) < 0.05


def test_a_model_names_the_encoder_that_it_was_scored_with(tuned, folder, tmp_path):
    assert tuned.design.encoder.folder == str(folder / "tuned")
    assert tuned.design.encoder.checksum == checksum(folder / "tuned")
    assert tuned.training["tuned_from"] == {"name": "tiny", "sha256": checksum(folder / "tiny")}
    tuned.save(tmp_path / "toy.mp")
    assert not [name for name in tuned.weights.weights if name.startswith("tuned")]
    again = toy.las(load(tmp_path / "toy.mp"), folder / "more")
    assert again == pytest.approx(tuned.training["scores"]["las"], abs=0.01)
    with pytest.raises(MultiplaneError, match="tiny: found another encoder than the one"):
        toy.las(load(tmp_path / "toy.mp").with_encoder(folder / "tiny"), folder / "more")
    assert (
        f"{folder / 'tuned'}: 8 of 3 layers of 16"
        in CliRunner().invoke(group, ["info", str(tmp_path / "toy.mp")]).output
    )


def test_words_that_an_encoder_does_not_tell_apart_are_learnt(folder, tmp_path, monkeypatch):
    blind = transformers.AutoModel.from_pretrained(encoders.make(tmp_path / "blind"))
    table = blind.get_input_embeddings().weight.data
    table[:] = table[0]
    blind.save_pretrained(tmp_path / "blind")
    monkeypatch.setattr("multiplane.training.neural.learner.SHARE", 0.2)  # there are few steps
    monkeypatch.setattr("multiplane.training.neural.learner.has_halves", lambda: False)  # anywhere
    network = SMALL.replace("=8", "=16")
    options = {"encoder": tmp_path / "blind", "epochs": 8, "network": network}
    frozen = learnt(folder, None, **options).training["scores"]["las"]
    assert learnt(folder, tmp_path / "out", **options).training["scores"]["las"] > frozen + 10


def test_what_is_read_is_what_a_frozen_encoder_says(folder, tuned):
    batch = joined([tuned.design.batch(chunk) for chunk in scan(folder / "more")])
    numbers = np.array([3, 17, 0, 5])
    sentences = Sentences.of(batch.starts, numbers)
    nodes = np.concatenate(
        [np.arange(words + 2) + batch.starts[n] + 2 * n
         for n, words in zip(numbers, sentences.words, strict=True)]
    )  # fmt: skip
    nodes = np.random.default_rng(1).permutation(nodes)
    weights = {name: torch.from_numpy(a) for name, a in tuned.weights.weights.items()}
    found = [
        kind.of(tuned.design.encoder, batch).read(nodes, Numbered, weights).detach().numpy()
        for kind in (TunedStates, KeptStates)
    ]
    assert np.abs(found[0]).max() > 0.1
    np.testing.assert_allclose(*found, atol=5e-3)  # what is kept is rounded to 16 bits


def test_gradients_pass_windows_and_pooling(folder, tuned):
    sentence = ["the", "cat", "sees", "fish", "."] * 8  # more than a window has room for
    ready = TunedStates.of(tuned.design.encoder, joined(
        [tuned.design.batch(chunk) for chunk in scan(folder / "more")]
    )).transformer  # fmt: skip
    words, states = ready.tensors([sentence])
    at = words.tolist().index(38)  # fish, four pieces
    states[at, -1].sum().backward()
    table = ready.model.get_input_embeddings().weight.grad
    pieces = encoders.plain_pieces("fish")
    assert len(pieces) == 4
    assert table[pieces].abs().sum(1).min() > 0
    for numbers, kept in ready.states([sentence]):
        order = [words.tolist().index(number) for number in numbers]
        np.testing.assert_allclose(states.detach().numpy()[order], kept, atol=1e-5)


def test_the_same_seed_gives_the_same_files(folder, tmp_path, monkeypatch):
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        torch.manual_seed(len(found))  # what others do with torch's own does not matter
        learnt(folder, "out", epochs=1).save("toy.mp")
        found.append((content(tmp_path / name / "out"), (tmp_path / name / "toy.mp").read_bytes()))
        assert {*names()} == {"out", "toy.mp"}
    assert found[0] == found[1]
    assert {*found[0][0]} == {"config.json", "model.safetensors", "tokenizer.json"}


def test_training_goes_on_from_a_checkpoint(folder, tmp_path, monkeypatch):
    for name in ("whole", "again", "stopped"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "whole")
    learnt(folder, "out", epochs=3).save("toy.mp")
    whole = content(tmp_path / "whole" / "out"), (tmp_path / "whole" / "toy.mp").read_bytes()

    monkeypatch.chdir(tmp_path / "again")
    with pytest.raises(SystemExit):
        learnt(folder, "out", epochs=3, checkpoint="state", watch=stop(SystemExit))
    assert {*names()} == {"state", ".out.multiplane-tuning"}
    with pytest.raises(MultiplaneError, match="state: the encoder that belongs to it is not in"):
        learnt(folder, "other", epochs=3, checkpoint="state")
    with pytest.raises(MultiplaneError, match="a checkpoint of another training"):
        learnt(folder, None, epochs=3, checkpoint="state")
    learnt(folder, "out", epochs=3, checkpoint="state").save("toy.mp")
    assert {*names()} == {"out", "toy.mp"}
    assert (
        content(tmp_path / "again" / "out"),
        (tmp_path / "again" / "toy.mp").read_bytes(),
    ) == whole

    monkeypatch.chdir(tmp_path / "stopped")
    best = learnt(folder, "out", epochs=3, checkpoint="state", watch=stop(KeyboardInterrupt))
    assert best.training["best_epoch"] == 1
    assert checksum("out") == best.design.encoder.checksum
    learnt(folder, "out", epochs=3, checkpoint="state").save("toy.mp")
    assert (
        content(tmp_path / "stopped" / "out"),
        (tmp_path / "stopped" / "toy.mp").read_bytes(),
    ) == whole


def test_a_folder_of_somebody_else_stays(folder, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("precious")
    with pytest.raises(MultiplaneError, match="out: found already; expected a new folder"):
        learnt(folder, tmp_path / "out")
    with pytest.raises(SystemExit):
        learnt(folder, tmp_path / "new", checkpoint=tmp_path / "state", watch=stop(SystemExit))
    (tmp_path / "out").rename(tmp_path / "new")
    with pytest.raises(MultiplaneError, match="new: found"):
        learnt(folder, tmp_path / "new", checkpoint=tmp_path / "state")
    assert content(tmp_path / "new") == {"mine": b"precious"}


def test_what_is_interrupted_without_a_checkpoint_leaves_nothing(folder, tmp_path):
    with pytest.raises(SystemExit):
        learnt(folder, tmp_path / "out", watch=stop(SystemExit))
    assert not list(tmp_path.iterdir())


def test_what_a_killed_training_left_is_removed_by_the_next(folder, tmp_path):
    left = tmp_path / ".out.multiplane-tuning"
    encoders.make(left / "step-7")
    with (left / "lock").open("wb") as held:
        if lock(held.fileno()):
            with pytest.raises(MultiplaneError, match="out: another training is writing it"):
                learnt(folder, tmp_path / "out")
    learnt(folder, tmp_path / "out", epochs=1)
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_options_that_do_not_fit_are_refused(folder, tmp_path):
    with pytest.raises(MultiplaneError, match="there is no encoder to train further; give encoder"):
        learnt(folder, tmp_path / "out", encoder=None)
    with pytest.raises(MultiplaneError, match=r"out: there is no folder .*gone; make it first"):
        learnt(folder, tmp_path / "gone" / "out")
