"""The commands, as users type them."""

import json
import os

import pytest

from multiplane.conllu import read, reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.pipeline import models
from multiplane.segmentation.raw import plain_text, raw_sentences
from support.commands import invoked as run


@pytest.fixture
def named(toy_pipeline, tmp_path, monkeypatch):
    """The pipeline as an installed model."""
    monkeypatch.setenv(models.FOLDER, os.fspath(tmp_path))
    toy_pipeline.save(tmp_path / "toy.mp")
    toy_pipeline.parser.save(tmp_path / "parser.mp")
    return tmp_path


def test_text_from_the_command_line_a_file_and_standard_input(named):
    text = "The cat sees Ann. Dogs hear!"
    one = run("parse", "--model", "toy", "--text", text).stdout
    assert [s.words for s in reads(one)] == [5, 3]
    (named / "a.txt").write_text(text)
    assert run("parse", "--model", "toy", named / "a.txt").stdout == one
    assert run("parse", "--model", "toy", input=text).stdout == one
    assert run("parse", "--model", "toy", "--workers", "2", named / "a.txt").stdout == one


def test_english_is_the_default():
    (sentence,) = reads(run("parse", "--text", "They saw her duck.").stdout)
    assert sentence.forms == ("They", "saw", "her", "duck", ".")
    assert sentence.heads == (2, 0, 4, 2, 2)


def test_a_treebank_is_known_by_its_name_or_by_what_is_said(named, toy_files):
    gold = toy_files / "dev.conllu"
    out = list(reads(run("parse", "--model", "toy", gold).stdout))
    assert [s.forms for s in out] == [s.forms for s in read(gold)]
    again = run("parse", "--model", "toy", "--input", "conllu", input=gold.read_text()).stdout
    assert [s.text for s in reads(again)] == [s.text for s in out]


def test_a_parser_alone_takes_no_plain_text(named):
    advice = r"needs tagged CoNLL-U; for plain text, use a pipeline such as --model en$"
    with pytest.raises(MultiplaneError, match=advice):
        run("parse", "--model", "parser", "--text", "The cat.")
    with pytest.raises(
        MultiplaneError, match=rf"^<stdin>:1: found 1 column; .* tabs; this .* {advice}"
    ):
        run("parse", "--model", "parser", input="The cat.\n")
    rows = "# text = The\n1 The _ DET _ _ 0 root _ _\n\n"
    for model, text in (("parser", rows), ("toy", "The cat.\n")):  # neither is that mistake
        with pytest.raises(FormatError, match=r"found 1 column; .*; use --on-error skip to skip"):
            run("parse", "--model", model, "--format", "conllu", input=text)


def test_unknown_models_are_named_with_those_there_are(named):
    with pytest.raises(MultiplaneError, match=r"klingon: no such file.*parser, toy"):
        run("parse", "--model", "klingon", "--text", "x")


def test_the_nearest_model_is_proposed(named):
    with pytest.raises(MultiplaneError, match=r"tyo: no such file.*did you mean toy\? installed"):
        run("parse", "--model", "tyo", "--text", "x")


def test_models_are_listed(named):
    lines = run("models").stdout
    assert "toy" in lines
    assert "Toy" in lines
    (record,) = [r for r in json.loads(run("models", "--json").stdout) if r["name"] == "toy"]
    assert record["language"] == "Toy"
    assert record["scores"]["las"] > 80
    assert record["bytes"] == (named / "toy.mp").stat().st_size


def test_info_shows_the_pipeline_and_its_parser(named):
    shown = run("info", "toy").stdout
    assert "pipeline    Toy" in shown
    assert "system      arc-eager" in shown
    report = json.loads(run("info", "toy", "--json").stdout)
    assert report["pipeline"]["multiword_rules"] >= 1


def test_train_and_evaluate(named, toy_files):
    model, out = named / "new.mp", named / "out.conllu"
    gold = toy_files / "dev.conllu"
    said = run(
        "train", "--pipeline", "--system", "arc-eager", "--train", toy_files / "train.conllu",
        "--dev", gold, "--epochs", "1", "--bits", "12", "--about", "licence=none", "--model", model,
    )  # fmt: skip
    assert "new.mp: arc-eager, epoch 1" in said.stdout
    (named / "dev.txt").write_text(plain_text(raw_sentences(read(gold))))
    run("parse", "--model", model, named / "dev.txt", "-o", out)
    table = run("evaluate", gold, out, "--align").stdout
    assert "Words" in table
    scores = json.loads(run("evaluate", gold, out, "--align", "--json").stdout)
    assert scores["Words"]["f1"] == 100
    assert scores["LAS"]["f1"] > 60


def test_about_is_checked(toy_files):
    options = (
        "train",
        "--system",
        "arc-eager",
        "--train",
        toy_files / "dev.conllu",
        "--model",
        "x",
    )
    assert run(*options, "--about", "a=b").exit_code == 2
    assert run(*options, "--pipeline", "--about", "nothing").exit_code == 2
