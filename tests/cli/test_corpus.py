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
    again = run("parse", "in", "-o", "out").stderr
    assert again.endswith("multiplane: 4 shards done before\nmultiplane: nothing left to do\n")
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


def test_files_with_other_suffixes_are_counted(corpus):
    for name, said in (("a.pdf", "1 file with another suffix"), ("b", "2 files with other suf")):
        (corpus / "in" / name).write_text("x")
        assert f"multiplane: {said}" in run("parse", "in", "-o", "out/", "--dry-run").stderr


def test_the_output_is_not_the_input(corpus):
    with pytest.raises(MultiplaneError, match="found the folder of the input"):
        run("parse", "in", "-o", "in/")


@pytest.mark.parametrize("output", ["./", "link/", "file://{}"])
def test_no_input_is_replaced(corpus, output):
    (corpus / "a.conllu").write_text("1\tHi\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    (corpus / "link").symlink_to(corpus)
    for more in ((), ("--dry-run",)):
        with pytest.raises(MultiplaneError, match="it is an input and would be replaced"):
            run("parse", "a.conllu", "-o", output.format(corpus), *more)


@pytest.mark.parametrize("name", ["manifest.txt", "failures.txt"])
def test_no_output_is_replaced_by_a_report(corpus, name):
    (corpus / "in" / name).write_text("One.")
    with pytest.raises(MultiplaneError, match="the name of a report of the run"):
        run("parse", "in", "-o", "out/", "--to", "jsonl")
    run("parse", "in", "-o", "out/")


@pytest.mark.parametrize(
    ("scheme", "pattern"), [("", "/**/*"), ("", "/*"), ("file://", ""), ("local://", "/**/*")]
)
def test_no_output_is_an_input_of_the_next_run(corpus, scheme, pattern):
    given, output = f"{scheme}{corpus}/in{pattern}", f"{scheme}{corpus}/in/out/"
    run("parse", given, "-o", output)
    done = corpora.contents(corpus / "in" / "out")
    assert "4 shards done before" in run("parse", given, "-o", output).stderr
    assert corpora.contents(corpus / "in" / "out") == done


def test_parts_of_a_run_that_was_killed_are_replaced(corpus):
    (corpus / "in" / "a.txt").write_text("The cat sees Ann.\n\n" * 100)
    (corpus / "in" / "a.0009.txt").write_text("Birds.")  # no part of a.txt
    run("parse", "in", "-o", "out/", "--shard-size", "500", "--part", "1/1")  # no manifest yet
    run("parse", "in", "-o", "out/", "--to", "jsonl")
    assert (corpus / "out" / "a.0003.conllu").exists()
    (corpus / "out" / "manifest.jsonl").write_text('{"damaged')
    run("parse", "in/a.txt", "-o", "out/")
    left = sorted(path.name for path in (corpus / "out").glob("a.*"))
    assert left == ["a.0009.conllu", "a.0009.jsonl", "a.conllu", "a.jsonl"]


def test_large_files_are_cut(corpus):
    text = "The cat sees Ann.\n\n" * 100
    (corpus / "a.txt").write_text(text)
    run("parse", "a.txt", "-o", "out/", "--shard-size", "1k", "--workers", "2")
    names = sorted(path.name for path in (corpus / "out").glob("*.conllu"))
    assert names == ["a.0001.conllu", "a.0002.conllu"]
    together = "".join((corpus / "out" / name).read_text() for name in names)
    assert together.count("\n# text = The cat sees Ann.\n") == 100
