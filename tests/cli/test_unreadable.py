"""`parse` of several inputs, of which some cannot be read: named, counted, and skipped."""

import gzip
import json
import os
import random
import re
from pathlib import Path

import pytest

from multiplane.cli import main
from multiplane.conllu import read
from multiplane.errors import MultiplaneError
from multiplane.pipeline import models
from multiplane.workers import in_order
from support.commands import invoked as run

SKIP = ("--on-error", "skip")
ROW = "1\t{0}\t_\tNOUN\tN\t_\t0\troot\t_\tId={0}\n\n" * 40


@pytest.fixture
def folder(toy_pipeline, toy_files, tmp_path, monkeypatch):
    monkeypatch.setenv(models.FOLDER, os.fspath(tmp_path / "models"))
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    (tmp_path / "models").mkdir()
    toy_pipeline.save(tmp_path / "models" / "toy.mp")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("The cat sees Ann.")
    (tmp_path / "b.txt").write_bytes(b"\x7fELF\0\0")
    (tmp_path / "c.txt").write_text("Dogs hear!", "utf-16")
    (tmp_path / "d.txt.gz").write_bytes(gzip.compress(b"The dog.")[:-8])
    (tmp_path / "e.txt").write_text("Ann sees dogs.")
    tagged = gzip.compress((toy_files / "dev.conllu").read_bytes())
    (tmp_path / "f.conllu.gz").write_bytes(tagged[:-8])
    return tmp_path


GOOD, BAD = ("a.txt", "e.txt"), ("b.txt", "c.txt", "d.txt.gz", "f.conllu.gz")


def parse(*arguments):
    return run("parse", "--model", "toy", *arguments)


def ended(arguments, monkeypatch):
    """Run a command as a shell does; return its exit code."""
    monkeypatch.setattr("sys.argv", ["multiplane", "parse", "--model", "toy", *arguments])
    monkeypatch.setattr("multiplane.cli.watch", lambda: None)
    monkeypatch.setattr("multiplane.cli.open_streams", lambda: None)
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


@pytest.mark.parametrize("quiet", [(), ("--quiet",)])
def test_files_that_cannot_be_read_are_passed_over_and_counted(folder, quiet, monkeypatch, capsys):
    everything = sorted([*GOOD, *BAD])
    assert ended([*everything, *SKIP, "-o", "all.conllu", *quiet], monkeypatch) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "words/s" not in line]
    fates = ["skipped"] * 2 + ["nothing of it was parsed"] * 2  # the others break off
    for line, name, fate in zip(said, BAD, fates, strict=False):
        assert line.startswith(f"multiplane: {name}:")
        assert line.endswith(f"; {fate}")
    assert said[len(BAD) :] == ["multiplane: 4 of 6 files could not be parsed"]
    parse(*GOOD, "-o", "good.conllu")
    assert Path("all.conllu").read_bytes() == Path("good.conllu").read_bytes()


def test_a_file_that_opens_and_cannot_be_read_is_passed_over(folder):
    if not Path("/proc/self/mem").exists():
        pytest.skip("needs such a file")
    with pytest.raises(MultiplaneError, match=r"^1 of 2 files could not be parsed"):
        parse("/proc/self/mem", "a.txt", *SKIP, "-o", "all.jsonl")
    assert json.loads(Path("all.jsonl").read_text())["file"] == "a.txt"
    with pytest.raises(
        MultiplaneError, match=r"^/proc/self/mem: .*; use --on-error skip to skip such files$"
    ):
        parse("/proc/self/mem", "a.txt", "-o", "other.jsonl")
    assert not Path("other.jsonl").exists()


def test_the_name_of_a_file_that_is_skipped_is_said_in_one_line(folder, monkeypatch, capsys):
    if not Path("/proc/self/mem").exists():
        pytest.skip("needs a file that cannot be read")
    Path("new\nline\x1b.txt").symlink_to("/proc/self/mem")
    assert ended(["new\nline\x1b.txt", "a.txt", *SKIP, "-o", "all.jsonl"], monkeypatch) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "skipped" in line]
    assert len(said) == 1
    assert said[0].startswith(r"multiplane: new\nline\x1b.txt: ")


@pytest.mark.parametrize("name", BAD)
def test_without_skip_it_is_the_end_and_what_to_do_is_said(folder, name):
    with pytest.raises(
        MultiplaneError, match=f"^{name}:.*; use --on-error skip to skip such files$"
    ):
        parse("a.txt", name, "-o", "all.conllu")
    with pytest.raises(MultiplaneError) as alone:
        parse(name, *SKIP, "-o", "all.conllu")
    assert "--on-error" not in str(alone.value)  # there is nothing to go on with
    assert not Path("all.conllu").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("kind", ["txt", "conllu"])
def test_what_comes_before_the_damage_is_kept_and_said(folder, kind, workers, monkeypatch, capsys):
    monkeypatch.setattr("multiplane.pipeline.stream.SIZE", 4096)
    noise = random.Random(1).randbytes(40_000).hex(" ", 8).split()  # so that it stays long
    pattern = "The cat {} sees Ann.\n\n" if kind == "txt" else ROW
    data = "".join(map(pattern.format, noise)).encode()
    half = gzip.compress(data)
    (folder / f"long.{kind}.gz").write_bytes(half[: len(half) * 9 // 10])
    arguments = [f"long.{kind}.gz", "e.txt", *SKIP, "--workers", workers, "-o", "all.conllu"]
    assert ended(arguments, monkeypatch) == 2
    found = list(read("all.conllu"))
    assert found[-1].forms == ("Ann", "sees", "dogs", ".")
    said = re.search(r"; parsed only ([0-9,]+) sentences before that\n", capsys.readouterr().err)
    assert len(found) - 1 == int(said[1].replace(",", "")) > 1000
    numbers = [c for s in found for c in s.comments if c.startswith("# sent_id")]
    assert len({*numbers}) == len(numbers)


def test_an_output_of_each_has_none_of_what_cannot_be_read(folder):
    with pytest.raises(MultiplaneError, match=r"^1 of 2 files could not be parsed"):
        parse("a.txt", "b.txt", *SKIP, "--to", "brat", "-o", "out/")
    assert {file.name for file in (folder / "out").iterdir()} == {"a.ann", "a.txt"}


def test_an_output_that_cannot_be_written_is_the_end(folder):
    if not Path("/dev/full").exists():
        pytest.skip("needs a full disk")
    with pytest.raises(MultiplaneError, match=r"^/dev/full: No space left"):
        parse(*GOOD, *SKIP, "-o", "/dev/full")


@pytest.mark.parametrize("workers", [1, 3])
def test_results_before_a_failure_do_not_depend_on_the_number_of_workers(workers):
    def pieces():
        yield from range(7)
        raise KeyError("end")

    found = []
    with pytest.raises(KeyError, match="end"):
        found.extend(in_order(lambda n: n * n, pieces(), workers))
    # `extend` keeps what came before the error
    assert found == [n * n for n in range(7)]
