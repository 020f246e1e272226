"""`multiplane train`, `parse` and `info`."""

import json
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from multiplane.cli import group, main
from multiplane.conllu import reads
from multiplane.parsing.parser import load
from multiplane.systems import systems
from support import networks, toy

SMALL = ("--bits", "14", "--epochs", "3")


def run(*arguments, stdin=None):
    return CliRunner().invoke(group, [str(argument) for argument in arguments], input=stdin)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    (place / "train.conllu").write_text(toy.treebank(100))
    (place / "dev.conllu").write_text(toy.treebank(40, seed=2))
    return place


@pytest.fixture(scope="module")
def trained(folder):
    answer = run(
        "train", "--system", "planar", "--train", folder / "train.conllu",
        "--dev", folder / "dev.conllu", "--model", folder / "toy.model", *SMALL, "--json",
    )  # fmt: skip
    assert answer.exit_code == 0, answer.output
    return answer


def test_train(folder, trained):
    report = json.loads(trained.stdout)
    assert {"system", "seconds", "epochs", "dev"} <= set(report)
    assert report["system"] == "planar[single-head,acyclic]"
    assert report["dev"]["las"] > 95
    assert "epoch 1 of 3: UAS" in trained.stderr


@pytest.mark.parametrize(("given", "root"), [((), "first"), (("--root", "none"), "none")])
def test_without_a_system_one_is_chosen(folder, given, root):
    files = ("--train", folder / "train.conllu", "--model", folder / "chosen.model")
    answer = run("train", *files, "--epochs", "1", "--bits", "10", *given)
    assert answer.exit_code == 0, answer.output
    assert f"the system is arc-eager, root {root}; --system and --root name others" in answer.stderr
    design = load(folder / "chosen.model").design
    assert (design.base.name, design.root) == ("arc-eager", root)


def test_options_that_a_learner_does_not_use_are_told(folder):
    files = ("--train", folder / "train.conllu", "--model", folder / "unused.model")
    given = ("train", "--system", "arc-eager", *files, "--epochs", "1", "--bits", "10")
    answer = run(*given, "--cost", "2", "--seed", "2")
    assert answer.exit_code == 0
    said = "multiplane: --cost is not used by perceptron, but by liblinear and libsvm"
    assert [line for line in answer.stderr.splitlines() if "used" in line] == [said]
    answer = run(*given, "--checkpoint", folder / "state")
    assert str(answer.exception) == (
        "checkpoint: used by neural, not by perceptron; leave it out, or give another learner"
    )


def test_info(folder, trained):
    report = json.loads(run("info", folder / "toy.model", "--json").stdout)
    assert report["system"] == "planar[single-head,acyclic]"
    assert report["training"]["train"][0]["name"] == "train.conllu"
    assert 0 < report["rows_in_use"] <= report["rows"] == 1 << 14
    shown = run("info", folder / "toy.model").stdout
    assert "system      planar[single-head,acyclic], root none, one root" in shown
    assert "LAS" in shown
    assert "X.form" in run("info", folder / "toy.model", "--features").stdout


def test_info_of_a_network_that_knows_only_sequences_of_letters(tmp_path):
    recipe = replace(networks.SMALL, form=0, lemma=0, upos=0, xpos=0, morph=0)
    networks.random_parser(systems["arc-eager"], (3, 1), recipe)[0].save(tmp_path / "letters.mp")
    shown = run("info", tmp_path / "letters.mp").stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "encoder grams 4; LSTM of 2 × 6, hidden layer of 64" in lines
    assert "graph head graph 5, label 4; the guide sees expected costs" in lines
    assert "search greedy, graph_weight 0.5, bias 0" in lines
    assert "known nothing" in lines


def test_info_of_several_networks(tmp_path):
    recipe = replace(networks.SMALL, members=3, layers=2)
    networks.random_parser(systems["arc-eager"], (3, 1), recipe)[0].save(tmp_path / "three.mp")
    shown = run("info", tmp_path / "three.mp").stdout
    assert "; 3 networks, each with LSTM of 2 × 6 in 2 layers, hidden layer of 64\n" in shown
    assert " of 3 networks\n" in shown
    assert (
        json.loads(run("info", tmp_path / "three.mp", "--json").stdout)["network"]["members"] == 3
    )


@pytest.mark.parametrize("more", [(), ("--beam", "3"), ("--workers", "2")])
def test_parse(folder, trained, more):
    text = toy.treebank(30, seed=7)
    answer = run("parse", "--model", folder / "toy.model", *more, stdin=text)
    assert answer.exit_code == 0
    assert "words/s" in answer.stderr
    if "--beam" not in more:  # for which it was not trained
        assert answer.stdout == text  # it has learnt the language
    for before, after in zip(reads(text), reads(answer.stdout), strict=True):
        assert after.with_tree(before.heads, before.deprels) == before
        assert after.heads.count(0) == 1


def test_parse_and_evaluate(folder, trained):
    out = folder / "out.conllu.gz"
    assert (
        run("parse", "--model", folder / "toy.model", folder / "dev.conllu", "-o", out).stdout == ""
    )
    scores = json.loads(run("evaluate", folder / "dev.conllu", out, "--json").stdout)
    assert scores["las"] == pytest.approx(json.loads(trained.stdout)["dev"]["las"], abs=0.01)


def test_skipped_sentences_are_counted(folder, trained):
    bad = "1\ta\tb\n\n" + toy.treebank(1)
    answer = run("parse", "--model", folder / "toy.model", "--on-error", "skip", stdin=bad)
    assert answer.exit_code == 0
    assert "1 sentence left unparsed" in answer.stderr
    assert answer.stdout.startswith("1\ta\tb\n\n")
    (folder / "bad.conllu").write_text(bad)
    answer = run(
        "train", "--system", "arc-eager", "--train", folder / "bad.conllu", "--on-error", "skip",
        "--model", folder / "bad.model", *SMALL,
    )  # fmt: skip
    assert answer.exit_code == 0
    assert "1 sentence left out" in answer.stderr
    assert answer.stdout == f"{folder}/bad.model: arc-eager, epoch 3\n"


def test_features_of_ones_own(folder, tmp_path):
    (tmp_path / "few.txt").write_text("X.form Y.form\nX.upos Y.upos Y1.upos # and a comment\n")
    answer = run(
        "train", "--system", "arc-eager", "--train", folder / "train.conllu", *SMALL,
        "--features", tmp_path / "few.txt", "--model", tmp_path / "few.model", "--multiple-roots",
    )  # fmt: skip
    assert answer.exit_code == 0, answer.output
    report = json.loads(run("info", tmp_path / "few.model", "--json").stdout)
    assert report["templates"] == 2
    assert not report["one_root"]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("train", "--system", "arc-lazy"), "'arc-lazy' is not the name of a system"),
        (("train", "--system", "arc-eager", "--features", "nowhere.txt"), "nowhere.txt"),
        (("parse", "--model", "nowhere.model"), "nowhere.model: no such file or model"),
        (("info", "nowhere.model"), "nowhere.model: no such file or model"),
    ],
)
def test_bad_input_is_one_line(folder, monkeypatch, capsys, arguments, found):
    if arguments[0] == "train":
        arguments += ("--train", str(folder / "train.conllu"), "--model", str(folder / "none"))
    monkeypatch.setattr(sys, "argv", ["multiplane", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    error = capsys.readouterr().err
    assert stop.value.code == 2
    assert found in error
    assert error.count("\n") == 1
    assert not (folder / "none").exists()


def test_a_file_that_is_not_there(folder, trained, monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "argv", ["multiplane", "parse", "--model", str(folder / "toy.model"), "nowhere"]
    )
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert capsys.readouterr().err == "multiplane: nowhere: No such file or directory\n"


def test_output_is_read_as_sentences(folder, trained):
    out = run("parse", "--model", folder / "toy.model", folder / "dev.conllu").stdout
    assert len(list(reads(out))) == 40


def test_a_folder_for_the_model_that_is_not_there_is_an_error_at_once(folder, monkeypatch):
    monkeypatch.setattr("multiplane.training.training.train", pytest.fail)
    target = folder / "nowhere" / "x.mp"
    given = "--train", folder / "train.conllu", "--model", target
    found = run("train", "--system", "arc-eager", *given)
    assert f"there is no folder {target.parent}" in str(found.exception)


def test_the_place_of_a_model_is_checked_before_a_system_is_chosen(folder, monkeypatch):
    monkeypatch.setattr("multiplane.pipeline.treebank.usual_system", pytest.fail)
    target = folder / "nowhere" / "x.mp"
    found = run("train", "--train", folder / "train.conllu", "--model", target)
    assert f"there is no folder {target.parent}" in str(found.exception)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that takes no files")
def test_a_folder_that_takes_no_model_is_an_error_at_once(folder, monkeypatch):
    monkeypatch.setattr("multiplane.training.training.train", pytest.fail)
    given = "--train", folder / "train.conllu", "--model", "/proc/x.mp"
    found = run("train", "--system", "arc-eager", *given)
    assert "/proc/x.mp: no file can be made in the folder /proc; " in str(found.exception)


def test_a_model_that_cannot_be_a_file_of_its_own_is_an_error_at_once(folder, monkeypatch):
    monkeypatch.setattr("multiplane.training.training.train", pytest.fail)
    given = "train", "--system", "arc-eager", "--train", folder / "train.conllu", "--model"
    found = run(*given, folder)
    assert "found a folder; expected a file for the model" in str(found.exception)
    checkpoint = "--learner", "neural", "--checkpoint", folder / "." / "x.mp"
    found = run(*given, folder / "x.mp", *checkpoint)
    assert "found for both --model and --checkpoint" in str(found.exception)


@pytest.mark.parametrize("given", ["--train", "--dev", "--features", "--vectors"])
def test_a_model_does_not_replace_what_it_is_made_of(folder, monkeypatch, given):
    monkeypatch.setattr("multiplane.training.training.train", pytest.fail)
    file = folder / "input"
    file.write_text(toy.treebank(2))
    arguments = "--system", "arc-eager", "--train", folder / "train.conllu", given, file
    found = run("train", *arguments, "--learner", "neural", "--model", folder / "." / "input")
    assert "it is an input and would be replaced; name another file for the model" in str(
        found.exception
    )
    assert file.read_text() == toy.treebank(2)


def test_a_checkpoint_does_not_replace_a_treebank(folder, monkeypatch):
    monkeypatch.setattr("multiplane.training.training.train", pytest.fail)
    arguments = "--system", "arc-eager", "--train", folder / "train.conllu", "--model", "x.mp"
    found = run("train", *arguments, "--learner", "neural", "--checkpoint", folder / "train.conllu")
    assert "it is an input and would be replaced; name another file for the checkpoint" in str(
        found.exception
    )
