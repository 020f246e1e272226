"""`multiplane parse CORPUS/ --output OUT/`."""

import json
import os

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.errors import MultiplaneError
from support import corpora


def run(*arguments):
    result = CliRunner().invoke(group, [os.fspath(a) for a in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    corpora.corpus(tmp_path / "in", 4, sentences=3)
    return tmp_path


def test_what_is_to_be_done_is_said_done_and_not_done_again(corpus):
    said = run("parse", "in", "-o", "out/", "--dry-run").stdout
    assert said == "4 files in 4 shards\n0 done before, 0 words\n4 to do\n"
    assert not (corpus / "out").exists()
    said = run("parse", "in", "-o", "out/").stderr
    assert "words of 4 shards in" in said
    assert len((corpus / "out" / "manifest.jsonl").read_text().splitlines()) == 4
    done = corpora.contents(corpus / "out")
    said = run("parse", "in", "-o", "out", "--dry-run").stdout
    assert "4 done before" in said
    assert "0 to do" in said
    assert "4 shards done before" in run("parse", "in", "-o", "out").stderr
    assert corpora.contents(corpus / "out") == done


def test_jobs_of_an_array_do_parts_and_a_last_one_writes_the_manifest(corpus):
    for part in ("1/2", "2/2"):
        run("parse", "in", "-o", "parts/", "--part", part)
        assert not (corpus / "parts" / "manifest.jsonl").exists()
    assert "4 shards done before" in run("parse", "in", "-o", "parts/").stderr
    run("parse", "in", "-o", "whole/")
    assert corpora.contents(corpus / "parts") == corpora.contents(corpus / "whole")


def test_malformed_input_is_reported_and_the_rest_is_done(corpus):
    (corpus / "in" / "bad.conllu").write_text("1\tnothing\n\n")
    with pytest.raises(MultiplaneError, match=r"^bad\.conllu:1: .*; 1 shard could not be parsed"):
        run("parse", "in", "-o", "out/")
    assert len((corpus / "out" / "manifest.jsonl").read_text().splitlines()) == 4
    (line,) = (corpus / "out" / "failures.jsonl").read_text().splitlines()
    assert json.loads(line)["input"] == "bad.conllu"
    said = run("parse", "in", "-o", "out/", "--on-error", "skip").stderr
    assert "1 sentence left unparsed" in said
    (line,) = (corpus / "out" / "failures.jsonl").read_text().splitlines()
    assert json.loads(line)["unparsed"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("in", "--part", "1/2"), "--part needs a folder for the output"),
        (("in", "-o", "x.conllu", "--dry-run"), "--dry-run needs a folder"),
        (("-o", "out/", "in", "--part", "3/2"), "expected I/N"),
        (("-o", "out/", "in", "--shard-size", "much"), "expected a number of bytes such as 32M"),
        (("-o", "out/", "--ray", "in"), "Files come before --ray"),
    ],
)
def test_options_that_cannot_be(corpus, arguments, said):
    result = run("parse", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", " ").split())


def test_the_output_is_not_the_input(corpus):
    with pytest.raises(MultiplaneError, match="found the folder of the input"):
        run("parse", "in", "-o", "in/")


def test_large_files_are_cut(corpus):
    text = "The cat sees Ann.\n\n" * 100
    (corpus / "a.txt").write_text(text)
    run("parse", "a.txt", "-o", "out/", "--shard-size", "1k", "--workers", "2")
    names = sorted(path.name for path in (corpus / "out").glob("*.conllu"))
    assert names == ["a.0001.conllu", "a.0002.conllu"]
    together = "".join((corpus / "out" / name).read_text() for name in names)
    assert together.count("\n# text = The cat sees Ann.\n") == 100
