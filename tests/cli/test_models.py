"""Models by one command, and `multiplane models`."""

import json
import os
import re
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

import multiplane as mp
from multiplane.cli import group
from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.pipeline import models
from multiplane.pipeline.scoring import has_text, score
from multiplane.pipeline.treebank import usual_system
from multiplane.shards.plan import Options, Plan
from multiplane.systems.usual import LINEAR, NETWORK, PROJECTIVE
from support import plain, toy

COLUMNS = ("model", "language", "treebank", "licence", "scores", "size", "date")
QUICK = ("--epochs", "1", "--bits", "12")


def run(*arguments, code=0):
    result = CliRunner().invoke(group, [os.fspath(a) for a in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def with_text(conllu):
    """Add `# text` to sentences."""
    return "".join(f"# text = {number}\n{s.text}" for number, s in enumerate(reads(conllu)))


@pytest.fixture(scope="module")
def ud(tmp_path_factory):
    """A treebank as UD has them."""
    folder = tmp_path_factory.mktemp("ud") / "UD_Toy-Plain"
    folder.mkdir()
    for part, size, seed in (("train", 60, 1), ("dev", 20, 2), ("test", 20, 3)):
        text = with_text(plain.treebank(size, seed))
        (folder / f"xx_plain-ud-{part}.conllu").write_text(text, "utf-8")
    (folder / "README.md").write_text("License: CC0\n")
    return folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(models.FOLDER, str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture(scope="module")
def trained(ud, tmp_path_factory):
    """What the one command says and installs, made once."""
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path_factory.mktemp("trained") / "models"
        patch.setenv(models.FOLDER, str(place))
        said = run("train", "--pipeline", *QUICK, ud)
        yield said, place / "xx_plain.mp"


@pytest.fixture
def installed(trained, folder):
    folder.mkdir()
    (folder / "xx_plain.mp").write_bytes(trained[1].read_bytes())
    return folder


def test_one_command_makes_a_model_with_a_name(trained, monkeypatch):
    said, path = trained
    first, second = said.stdout.splitlines()
    assert first.startswith("xx_plain: arc-eager, epoch 1, UAS ")
    assert second.startswith("xx_plain-ud-test.conllu, plain text: Tokens ")
    assert "LAS" in second
    assert "the system is arc-eager, root first; --system and --root name others" in said.stderr
    assert "multiplane parse --model xx_plain" in said.stderr
    monkeypatch.setenv(models.FOLDER, str(path.parent))
    assert [
        s.words for s in reads(run("parse", "--model", "xx_plain", "--text", "Dogs hear!").stdout)
    ]
    found = mp.load("xx_plain")
    assert found.parser.design.root == "first"
    assert found.training["treebank"] == "UD_Toy-Plain"
    assert found.training["language"] == "Toy"
    assert found.training["licence"] == "CC0"
    test = found.training["test"]
    assert (test["name"], test["input"]) == ("xx_plain-ud-test.conllu", "text")
    assert test["scores"]["tokens"] > 90
    assert test["scores"]["las"] > 50


def test_the_same_command_gives_the_same_bytes(trained, ud, folder):
    again = run("train", "--pipeline", "--json", *QUICK, ud)
    assert (folder / "xx_plain.mp").read_bytes() == trained[1].read_bytes()
    report = json.loads(again.stdout)
    assert report["model"] == "xx_plain"
    assert report["test"]["scores"]["upos"] > 80


def test_another_name_or_file(ud, folder, tmp_path):
    options = ("--system", "2-planar-eager", "--root", "none", "--about", "licence=mine")
    run("train", "--pipeline", *QUICK, *options, "--name", "mine", ud)
    found = mp.load("mine")
    assert found.parser.design.root == "none"
    assert found.parser.design.base.name.startswith("2-planar-eager")
    assert found.training["licence"] == "mine"
    run("train", "--pipeline", *QUICK, "--model", tmp_path / "file.mp", ud)
    assert [file.name for file in folder.iterdir()] == ["mine.mp"]
    assert mp.load(tmp_path / "file.mp").training["test"]


def test_without_text_words_are_given(folder, tmp_path):
    treebank = tmp_path / "Some-Toy"
    treebank.mkdir()
    (treebank / "train.conllu").write_text(toy.treebank(30, seed=1), "utf-8")
    (treebank / "dev.conllu").write_text(toy.treebank(10, seed=2), "utf-8")
    said = run("train", "--pipeline", *QUICK, treebank)
    assert "dev.conllu, words given: UPOS " in said.stdout
    assert "Tokens" not in said.stdout
    test = mp.load("some-toy").training["test"]
    assert test["input"] == "words"
    assert not {"tokens", "sentences", "words"} & set(test["scores"])


def test_scores_are_those_of_evaluate(trained, ud, tmp_path):
    """Of the words given, against another way to compute the same."""
    pipeline = mp.load(trained[1])
    bare = "".join(s.text for s in reads((ud / "xx_plain-ud-test.conllu").read_text()))
    gold = list(reads(bare.replace("SpaceAfter=No", "_").replace("# text", "# no text")))
    assert not has_text(gold)
    found = score(pipeline, gold, "x").scores
    scores = mp.evaluate(gold, list(pipeline.parse(gold))).scores
    assert found["uas"] == pytest.approx(scores["uas"], abs=1e-3)


def test_the_usual_system_follows_the_trees(tmp_path):
    projective, crossing = tmp_path / "a.conllu", tmp_path / "b.conllu"
    projective.write_text(plain.treebank(10, 1))
    line = "{}\tw\t_\t_\t_\t_\t{}\tx\t_\t_\n"
    tree = "".join(line.format(d, h) for d, h in enumerate((3, 0, 2, 1), 1)) + "\n"
    crossing.write_text(tree * 10)
    neural = {"learner": "neural"}
    assert usual_system([projective], {}) == usual_system([projective], neural) == "arc-eager"
    assert usual_system([crossing], {}) == "2-planar-eager"
    assert usual_system([projective, crossing], {}) == "2-planar-eager"
    assert usual_system([crossing], neural) == "side-stack"
    assert usual_system([crossing], {"projectivize": "head"}) == "arc-eager"


def test_help_says_what_is_usual():
    said = " ".join(run("train", "--help").stdout.split())
    often = f"if more than {100 * LINEAR.often:g} %"
    assert f"the system is {PROJECTIVE}, or {LINEAR.other} {often}" in said
    assert f"{NETWORK.other} if more than {100 * NETWORK.often:g} %" in said
    assert f"The root then comes {LINEAR.root}, for networks {NETWORK.root}," in said


def test_folders_that_cannot_be_trained_on(ud, folder, tmp_path):
    empty = tmp_path / "日本"
    empty.mkdir()
    with pytest.raises(MultiplaneError, match="日本: found no training file; expected one such"):
        run("train", "--pipeline", empty)
    with pytest.raises(MultiplaneError, match="nowhere: found nothing; expected the folder"):
        run("train", "--pipeline", tmp_path / "nowhere")
    (empty / "en-ud-train.conllu").write_text(plain.treebank(10, 1))
    with pytest.raises(MultiplaneError, match="en: a model with this name comes with Multiplane"):
        run("train", "--pipeline", empty)
    with pytest.raises(MultiplaneError, match="'a/b': found this name"):
        run("train", "--pipeline", "--name", "a/b", ud)
    (empty / "de-ud-train.conllu").touch()
    message = "found de-ud-train.conllu and en-ud-train.conllu; expected one train file"
    with pytest.raises(MultiplaneError, match=message):
        run("train", "--pipeline", empty)
    assert not folder.exists() or not [*folder.iterdir()]


def test_a_test_file_is_checked_before_the_work(folder, tmp_path):
    treebank = tmp_path / "A"
    treebank.mkdir()
    (treebank / "train.conllu").write_text(plain.treebank(10, 1))
    (treebank / "test.conllu").write_text("1\tgo\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    with pytest.raises(MultiplaneError, match=r"test\.conllu:1: found a word without HEAD"):
        run("train", "--pipeline", treebank)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("{ud}",), "FOLDER is for --pipeline"),
        (("--pipeline", "{ud}", "--train", "x"), "give a FOLDER, or --train and --dev"),
        (("--pipeline", "{ud}", "--model", "x", "--name", "y"), "give one"),
        (("--pipeline", "--name", "y", "--train", "x"), "--name is for --pipeline FOLDER"),
        (("--pipeline",), "Missing option '--train'; or give the folder"),
        (("--graphs", "--train", "x", "--model", "y"), "Missing option '--system'"),
        (("--train", "-", "--model", "y"), "standard input can be read only once"),
        (("--system", "arc-eager"), "Missing option '--train'"),
        (("--system", "arc-eager", "--train", "x"), "Missing option '--model'"),
    ],
)
def test_options_that_do_not_go_together(ud, arguments, message):
    said = run("train", *(argument.format(ud=ud) for argument in arguments), code=2)
    assert message in said.stderr


def test_the_list(installed):
    (installed / "bad.mp").write_text("no model")
    lines = run("models").stdout.splitlines()
    assert lines[0].split() == [*COLUMNS]
    by_name = {line.split()[0]: line for line in lines[1:]}
    assert "included" in by_name["en"]
    assert "(dev)" in by_name["en"]
    assert "UD_Toy-Plain" in by_name["xx_plain"]
    assert "(test, plain text)" in by_name["xx_plain"]
    assert "cannot be read; see: multiplane models check bad" in by_name["bad"]
    records = {record["name"]: record for record in json.loads(run("models", "--json").stdout)}
    assert records["xx_plain"]["test"]["input"] == "text"
    assert records["xx_plain"]["date"].count("-") == 2
    assert records["en"]["date"] is None
    assert "cannot be read as a model" in records["bad"]["problem"]


def test_show(installed):
    path = installed / "xx_plain.mp"
    shown = run("models", "show", "xx_plain").stdout
    assert ["path", str(path)] in [line.split() for line in shown.splitlines()]
    assert sha256(path.read_bytes()).hexdigest() in shown
    assert re.search("on test +Tokens", shown)
    report = json.loads(run("models", "show", "xx_plain", "--json").stdout)
    assert report["pipeline"]["training"]["test"]
    with pytest.raises(MultiplaneError, match="klingon: no such file or model"):
        run("models", "show", "klingon")


def test_check(installed):
    said = run("models", "check", "all").stdout
    assert "en: valid: from plain text to trees, arc-eager, 51 labels" in said
    assert "xx_plain: valid: " in said
    mp.load("xx_plain").parser.save(installed / "alone.mp")
    assert "alone: valid: from tagged text to trees" in run("models", "check", "alone").stdout
    data = bytearray((installed / "xx_plain.mp").read_bytes())
    data[-9] ^= 1
    (installed / "xx_plain.mp").write_bytes(data)
    said = run("models", "check", "all", code=1).stdout
    assert "xx_plain.mp: damaged: the checksum does not match" in said
    assert "en: valid: " in said
    with pytest.raises(MultiplaneError, match="damaged"):
        run("models", "export", "xx_plain", "-o", installed / "copy.mp")
    assert not (installed / "copy.mp").exists()


def test_export_install_and_remove(installed, tmp_path):
    copy = tmp_path / "a copy.mp"
    exported = run("models", "export", "xx_plain", "-o", copy)
    digest, name = exported.stdout.strip().split("  ")
    assert f"models install '{copy}' --sha256 {digest}" in exported.stderr  # as a shell reads it
    assert Path(name) == copy
    assert sha256(copy.read_bytes()).hexdigest() == digest
    said = run("models", "remove", "xx_plain")
    assert "removed" in said.stderr
    assert not (installed / "xx_plain.mp").exists()
    said = run("models", "install", copy, "--sha256", digest, "--name", "again")
    assert said.stdout.startswith("again: from plain text to trees, arc-eager")
    assert (installed / "again.mp").read_bytes() == copy.read_bytes()
    with pytest.raises(MultiplaneError, match="again: installed already"):
        run("models", "install", copy, "--name", "again")
    run("models", "install", copy, "--name", "again", "--replace")
    for target in ("-", tmp_path):
        with pytest.raises(MultiplaneError, match="expected the name of a file"):
            run("models", "export", "again", "-o", target)
    with pytest.raises(MultiplaneError, match=r"nowhere/copy\.mp: there is no folder"):
        run("models", "export", "again", "-o", tmp_path / "nowhere" / "copy.mp")


def test_a_model_of_another_version_is_compared_with_its_own_kind(installed):
    path = installed / "xx_plain.mp"
    path.write_bytes(path.read_bytes().replace(b"multiplane pipeline 1", b"multiplane pipeline 9"))
    with pytest.raises(MultiplaneError, match="expected multiplane pipeline 1; it was written by"):
        mp.load("xx_plain")
    assert Plan.of("xx_plain", Options()).takes_text  # no text of a folder is passed over for it


def test_a_file_is_named_once(tmp_path):
    place = tmp_path / "bad.mp"
    place.write_bytes(b"")
    assert run("models", "check", place, code=1).stdout.count(str(place)) == 1


def test_models_can_be_listed_by_a_word(folder):
    assert run("models", "list").stdout == run("models").stdout
    assert run("models", "list", "--json").stdout == run("models", "--json").stdout


def test_what_is_no_command_is_answered_with_those_that_are(folder):
    said = run("models", "shwo", "en", code=2).output
    assert "no command 'shwo'; did you mean show? choose from check, export, install, list" in said


@pytest.mark.parametrize("name", ["list", "show", "check", "remove", "export", "install"])
def test_help_teaches_by_example(name):
    assert f"multiplane models {name} " in run("models", name, "--help").stdout
