"""estimate, chart, induce and sample."""

import json

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.conllu import read
from multiplane.errors import MultiplaneError

TREES = [("the dog sleeps", "DET NOUN VERB", [2, 3, 0]), ("dogs sleep", "NOUN VERB", [2, 0]),
         ("the cat sees dogs .", "DET NOUN VERB NOUN PUNCT", [2, 3, 0, 3, 3])]  # fmt: skip


@pytest.fixture
def file(tmp_path):
    lines = ["# a comment\n"]
    for words, tags, heads in TREES:
        rows = zip(words.split(), tags.split(), heads, strict=True)
        for number, (word, tag, head) in enumerate(rows, 1):
            lines.append(f"{number}\t{word}\t_\t{tag}\t_\t_\t{head}\t_\t_\tkept\n")
        lines.append("\n")
    path = tmp_path / "trees.conllu"
    path.write_text("".join(lines), "utf-8")
    return path


def run(*arguments):
    result = CliRunner().invoke(group, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def model(file, tmp_path):
    run("estimate", file, "--model", tmp_path / "model")
    return tmp_path / "model"


def test_estimate(file, tmp_path):
    out = json.loads(run("estimate", file, "--model", tmp_path / "m", "--json"))
    assert out["sentences"] == out["derived"] == 3
    assert (out["words"], out["symbols"], out["left_out"]) == (10, 4, 0)
    assert "3 trees of 10 words" in run("estimate", file, "--model", tmp_path / "m")


@pytest.mark.parametrize("method", ["viterbi", "risk"])
def test_chart(file, model, tmp_path, method):
    run("chart", file, "--model", model, "--method", method, "--output", tmp_path / "out")
    before, after = list(read(file)), list(read(tmp_path / "out"))
    assert [s.heads for s in after][:2] == [s.heads for s in before][:2]
    assert [s.misc for s in after] == [s.misc for s in before]
    assert after[0].comments == before[0].comments
    assert after[0].deprels == ("dep", "dep", "root")


def test_chart_with_probabilities(file, model):
    first, *_ = json.loads(run("chart", file, "--model", model, "--json"))
    assert first["heads"] == [2, 3, 0]
    assert all(0 < p <= 1 for p in first["posterior"])
    assert first["best_derivation"]["log_probability"] <= first["log_probability"] < 0
    assert first["best_derivation"]["transitions"].count("SHIFT") == 4


def test_long_sentences_pass_through(file, model, tmp_path):
    text = run("chart", file, "--model", model, "--max-words", 2)
    assert "3\tsleeps\t_\tVERB\t_\t_\t0\t_\t" in text


def test_sample(model, tmp_path):
    run("sample", "--model", model, "--sentences", 5, "--output", tmp_path / "drawn")
    drawn = list(read(tmp_path / "drawn"))
    listed = json.loads(run("sample", "--model", model, "--sentences", 5, "--json"))
    assert [list(s.upos) for s in drawn] == [one["upos"] for one in listed]
    assert [list(s.heads) for s in drawn] == [one["heads"] for one in listed]


@pytest.mark.parametrize("more", [[], ["--without", "PUNCT"], ["--start", "random"]])
def test_induce(file, tmp_path, more):
    target = tmp_path / "induced"
    options = ["--model", target, "--iterations", 3, "--restarts", 2, "--score", *more]
    out = json.loads(run("induce", file, *options, "--json"))
    assert out["sentences"] == 3
    assert out["words"] == (9 if "PUNCT" in more else 10)
    assert [one["seed"] for one in out["starts"]] == [1, 2]
    assert all(0 <= r["uas"] <= 1 for one in out["starts"] for r in one["rounds"])
    assert "kept seed" in run("induce", file, *options)
    run("chart", file, "--model", target)


def test_sentences_of_probability_0_pass_through(file, tmp_path):
    run("estimate", file, "--model", tmp_path / "m", "--smoothing", 0, "--max-words", 2)
    text = run("chart", file, "--model", tmp_path / "m")
    assert "1\tthe\t_\tDET\t_\t_\t2\t_\t" in text
    assert "1\tdogs\t_\tNOUN\t_\t_\t2\tdep\t" in text


def test_estimate_conditional(file, tmp_path):
    options = ["--conditional", 2, "--model", tmp_path / "m", "--json"]
    one, two = json.loads(run("estimate", file, *options))["conditional_log_likelihood"]
    assert one < two < 0
    run("chart", file, "--model", tmp_path / "m")


def test_a_foreign_model(file):
    with pytest.raises(MultiplaneError, match="cannot be read as a model"):
        run("chart", file, "--model", file)
