"""Pipelines whose parser is a network: trained with torch, used without."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import multiplane as mp
from multiplane.conllu import read, reads
from multiplane.errors import MultiplaneError
from multiplane.evaluation.raw_text import evaluate_text
from multiplane.pipeline import taggers, training
from multiplane.pipeline.models import installed
from multiplane.pipeline.taggers import Taggers
from multiplane.pipeline.training import train_pipeline
from multiplane.segmentation.raw import plain_text, raw_sentences
from multiplane.server.trained import Trained
from multiplane.systems import systems
from support import encoders, networks
from support.commands import invoked as run

TEXT = "The cat can't see Mr. Fox. Dogs like Ann!\n\nBirds hear the frog."
SIZES = "form=16 lemma=8 upos=16 xpos=8 morph=4 grams=8 lstm=24 hidden=64 graph=16 label=16"


@pytest.fixture(scope="module")
def stored(toy_pipeline, tmp_path_factory):
    """A pipeline in a file, whose parser is a network with random weights."""
    file = tmp_path_factory.mktemp("neural") / "random.mp"
    recipe = replace(networks.SMALL, repair=1)
    parser, _ = networks.random_parser(systems["side-stack"], (3, 1, 7), recipe)
    replace(toy_pipeline, parser=parser).save(file)
    return file


def without_torch(code, *arguments):
    """Run code in a process in which torch cannot be imported; return what it prints."""
    command = [sys.executable, "-c", f"import sys; sys.modules['torch'] = None; {code}", *arguments]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def test_a_stored_pipeline_needs_no_torch(stored, toy_pipeline):
    code = "import multiplane as mp; print(mp.load(sys.argv[1]).annotate(sys.argv[2]), end='')"
    said = without_torch(code, os.fspath(stored), TEXT)
    found = list(reads(said))
    assert said == mp.load(stored).annotate(TEXT)
    linear = list(reads(toy_pipeline.annotate(TEXT)))
    assert [s.columns[1:6] for s in found] == [s.columns[1:6] for s in linear]
    assert all(s.heads.count(0) == 1 for s in found)


def test_the_commands_take_it(stored, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    expected = mp.load(stored).annotate(TEXT)
    assert run("parse", "--model", stored, tmp_path / "a.txt").stdout == expected
    assert run("parse", "--model", stored, "--beam", "4", "--bias", "1", "--text", TEXT).stdout
    assert "side-stack" in run("info", stored).stdout
    report = json.loads(run("info", stored, "--json").stdout)
    assert report["network"]["lstm"] == networks.SMALL.lstm
    assert report["pipeline"]["tags"] > 1


def test_documents_and_the_playground_take_it(stored):
    nlp = mp.load(stored)
    assert nlp(TEXT).to_conllu() == nlp.annotate(TEXT)
    model = Trained("random", nlp)
    sentence, *_ = reads(model.parse(TEXT))
    assert model.scores(systems["side-stack"], [], sentence)


def test_the_neural_model_that_is_included_needs_no_torch():
    code = "import multiplane as mp; print(mp.load('en_neural').annotate(sys.argv[1]), end='')"
    sentence, other = reads(without_torch(code, "They saw her duck. It swam away."))
    assert sentence.heads == (2, 0, 4, 2, 2)
    assert sentence.deprels == ("nsubj", "root", "nmod:poss", "obj", "punct")
    assert other.heads == (2, 0, 2, 2)


def test_the_included_models_are_small():
    assert sum(model.size for model in installed() if model.shipped) <= 15_000_000


@pytest.fixture(scope="module")
def made(toy_files, tmp_path_factory):
    """What training prints, and its model."""
    pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")
    model = tmp_path_factory.mktemp("trained") / "toy.mp"
    said = run(
        "train", "--pipeline", "--learner", "neural", "--network", SIZES, "--system", "side-stack",
        "--epochs", "4", "--train", toy_files / "train.conllu", "--dev", toy_files / "dev.conllu",
        "--about", "language=Toy", "--checkpoint", model.with_suffix(".state"), "--model", model,
    )  # fmt: skip
    return said, model


def test_a_neural_pipeline_is_trained_and_understands_new_text(made, toy_files):
    said, model = made
    assert "toy.mp: side-stack, epoch" in said.stdout
    assert [file.name for file in model.parent.iterdir()] == ["toy.mp"]
    gold = toy_files / "dev.conllu"
    nlp = mp.load(model)
    assert nlp.training["language"] == "Toy"
    assert nlp.parser.training["right_tags"] is True
    assert {"upos", "las"} <= nlp.training["scores"].keys()
    scores = evaluate_text(gold, reads(nlp.annotate(plain_text(raw_sentences(read(gold))))))
    assert scores["Words"].f1 == 100
    assert scores["LAS"].f1 > 90


def test_its_parser_learns_from_predicted_tags_and_to_predict_right_ones(toy_files, monkeypatch):
    """Predicted by a tagger that has not seen the sentence: they are wrong where that one is."""
    given = []
    real = taggers.learn_annotator

    def lying(sentences, *rest, members=1, **more):
        if members > 1:
            return real(sentences, *rest, members=members, **more)
        others = [replace(s, text=s.text.replace("\tPROPN\t", "\tX\t")) for s in sentences]
        return real(list(reads("".join(f"{s.text}\n\n" for s in others))), *rest, **more)

    def seen(system, train, dev, options, *_, tags, **__):
        given.append((train.getvalue().decode(), options.learner, tags))
        raise InterruptedError

    monkeypatch.setattr(taggers, "learn_annotator", lying)
    monkeypatch.setattr(training, "train_parser", seen)
    monkeypatch.setattr(training, "check_ready", lambda *_: None)
    for along in (True, False):
        with pytest.raises(InterruptedError):
            train_pipeline(
                "arc-eager", toy_files / "train.conllu", learner="neural",
                taggers=Taggers(folds=2, epochs=1, members=2, along=along),
            )  # fmt: skip
    (text, learner, tags), (same, _, none) = given
    assert learner == "neural"
    assert "\tX\t" in text
    assert "\tPROPN\t" not in text
    assert text == same
    assert {tag for tag, _, _ in tags} >= {"PROPN", "NOUN"}  # the right ones
    assert len(tags) == sum(len(sentence.forms) for sentence in reads(text))
    assert not none


@pytest.mark.parametrize(
    ("system", "options", "message"),
    [
        ("arc-eagre", {}, "arc-eagre"),
        ("arc-eager", {"learner": "neural", "network": "lstm=some"}, "network: found 'lstm=some'"),
        ("dag-arc-eager", {}, "several heads"),
        ("easy-first", {"beam": 2}, "beam 2; easy-first has families"),
        (
            "arc-eager",
            {"learner": "neural", "members": 5000},
            "members: found 5000; expected 1 to 32",
        ),
        ("arc-eager", {"learner": "neural", "device": "toaster"}, "device 'toaster': "),
        ("arc-eager", {"learner": "neural", "vectors": "gone.vec"}, "gone.vec: No such file"),
        ("arc-eager", {"learner": "neural", "vectors": "one.vec"}, "one.vec:1: found 0 numbers"),
        ("arc-eager", {"learner": "neural", "checkpoint": "gone/x"}, "there is no folder gone"),
        (
            "arc-eager",
            {"learner": "neural", "encoder": "tiny", "tuned_encoder": "gone/x"},
            "there is no folder gone",
        ),
        ("arc-eager", {"dev": "gone.conllu"}, "gone.conllu"),
        ("arc-eager", {"dev": "none.conllu"}, "none.conllu: found no sentence with a tree"),
    ],
)
def test_mistakes_are_found_before_anything_is_learnt(
    toy_files, tmp_path, monkeypatch, system, options, message
):
    if options.get("learner") == "neural":
        pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")
    monkeypatch.chdir(tmp_path)
    Path("one.vec").write_text("alone")
    Path("none.conllu").write_text("# only a comment\n\n")
    if "encoder" in options:
        encoders.libraries()
        encoders.make(tmp_path / "tiny")
    said = []
    with pytest.raises((MultiplaneError, FileNotFoundError), match=message):
        train_pipeline(system, toy_files / "train.conllu", say=said.append, **options)
    assert said == []


def test_that_torch_is_missing_is_found_before_anything_is_learnt(toy_files, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    said = []
    with pytest.raises(MultiplaneError, match="needs the package torch; install it with"):
        train_pipeline("arc-eager", toy_files / "train.conllu", learner="neural", say=said.append)
    assert said == []


@pytest.mark.parametrize(("place", "found"), [("no/x", "there is no folder"), (".", "a folder")])
def test_where_a_checkpoint_cannot_go_is_found_at_once(toy_files, tmp_path, place, found):
    with pytest.raises(MultiplaneError, match=found):
        run(
            "train", "--pipeline", "--learner", "neural", "--system", "arc-eager",
            "--train", toy_files / "missing", "--model", tmp_path / "x.mp",
            "--checkpoint", tmp_path / place,
        )  # fmt: skip


def test_a_folder_hides_no_model(tmp_path, monkeypatch):
    (tmp_path / "en").mkdir()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    assert mp.load("en").training["language"] == "English"
    with pytest.raises(MultiplaneError, match="other: found a folder; expected a file or a model"):
        mp.load("other")
