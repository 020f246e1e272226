"""Training with word vectors, on a toy language."""

import json

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.errors import MultiplaneError
from multiplane.parsing.parser import load
from multiplane.training.training import train
from support import toy

pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")

SMALL = "form=8 lemma=0 upos=0 xpos=0 morph=0 grams=0 lstm=24 hidden=64 graph=16 label=16"
# Words of one kind have similar vectors; those of the second line of nouns and verbs are new.
KINDS = (
    ("the",),
    ("big", "old"),
    (*toy.NOUNS, "mouse", "horse", "bee", "worm"),
    (*toy.VERBS, "smells", "feels", "hates"),
    (".",),
)
NEW = dict(zip((*toy.NOUNS, *toy.VERBS), (*KINDS[2][4:], *KINDS[3][3:]), strict=True))


def vectors():
    lines = []
    for kind, words in enumerate(KINDS):
        for n, word in enumerate(words):
            numbers = [5.0 if k == kind else 0.1 * n for k in range(len(KINDS))]
            lines.append(f"{word} {' '.join(map(str, numbers))}\n")
    return "".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    text = toy.treebank(150, columns="forms")
    (place / "toy").write_text(text)
    (place / "toy.vec").write_text(vectors())
    for old, new in NEW.items():
        text = text.replace(f"\t{old}\t", f"\t{new}\t")
    (place / "new").write_text(text)
    return place


def learnt(folder, **options):
    return train(
        "arc-eager", str(folder / "toy"), learner="neural",
        **{"network": SMALL, "epochs": 6, "vectors": folder / "toy.vec", **options},
    )  # fmt: skip


def test_words_that_were_not_trained_on_are_known_by_their_vectors(folder, tmp_path):
    with_them, without = learnt(folder), learnt(folder, vectors=None)
    assert toy.las(with_them, folder / "new") > toy.las(without, folder / "new") + 5
    assert toy.las(with_them, folder / "new") > 90
    with_them.save(tmp_path / "toy.mp")
    assert toy.las(load(tmp_path / "toy.mp"), folder / "new") > 90


def test_a_network_may_read_vectors_alone(folder):
    """Their usual size counts before the parts that are left out do."""
    recipe = learnt(folder, epochs=1, network=f"{SMALL} form=0").weights.recipe
    assert (recipe.word, recipe.vectors) == (96, 96)


def test_without_frequent_words_only_those_of_the_treebank_are_kept(folder):
    parser = learnt(folder, vector_words=0, epochs=1)
    assert len(parser.weights.vocabulary.headwords) == 11
    assert parser.training["vectors"]["words"] == 11
    assert parser.training["vectors"]["name"] == "toy.vec"


def test_words_of_dev_are_kept(folder):
    parser = train(
        "arc-eager", str(folder / "toy"), str(folder / "new"), learner="neural", epochs=1,
        network=SMALL, vectors=folder / "toy.vec", vector_words=0,
    )  # fmt: skip
    assert len(parser.weights.vocabulary.headwords) == sum(map(len, KINDS))


def test_the_same_vectors_give_the_same_file(folder, tmp_path):
    for name in ("one", "two"):
        learnt(folder, epochs=2).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_training_goes_on_from_a_checkpoint(folder, tmp_path):
    place = tmp_path / "state"

    def die(moment):
        if moment.epoch == 2:
            raise SystemExit

    learnt(folder, epochs=3).save(tmp_path / "whole")
    with pytest.raises(SystemExit):
        learnt(folder, epochs=3, checkpoint=place, watch=die)
    (tmp_path / "other.vec").write_text(vectors().replace("5.0", "4.0"))
    with pytest.raises(MultiplaneError, match="a checkpoint of another training"):
        learnt(folder, epochs=3, checkpoint=place, vectors=tmp_path / "other.vec")
    learnt(folder, epochs=3, checkpoint=place).save(tmp_path / "again")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "again").read_bytes()


def test_the_command_takes_vectors(folder, tmp_path):
    model = str(tmp_path / "toy.mp")
    arguments = ["train", "--learner", "neural", "--system", "arc-eager", "--epochs", "1"]
    files = ["--train", str(folder / "toy"), "--vectors", str(folder / "toy.vec")]
    options = ["--network", SMALL, "--model", model, "--vector-words", "3"]
    trained = CliRunner().invoke(group, [*arguments, *files, *options])
    assert trained.exit_code == 0, trained.output
    told = CliRunner().invoke(group, ["info", model]).output
    assert "form 8, vectors 96; LSTM" in told
    assert "11 of vectors" in told
    report = json.loads(CliRunner().invoke(group, ["info", model, "--json"]).output)
    assert report["network"]["vectors"] == 96
    assert report["training"]["vectors"]["size"] == len(KINDS)


def test_a_bad_file_is_one_line(folder, tmp_path):
    (tmp_path / "bad.vec").write_text("the 1 2\ncat 1\n")
    with pytest.raises(MultiplaneError, match=r"bad.vec:2: found 1 numbers after 'cat'"):
        learnt(folder, vectors=tmp_path / "bad.vec")


def test_a_size_without_a_file_is_refused(folder):
    with pytest.raises(MultiplaneError, match="found vectors=8; expected the option vectors"):
        learnt(folder, vectors=None, network=f"{SMALL} vectors=8")
