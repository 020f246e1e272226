"""`parse --to`: formats, several inputs and outputs, and a pipe as a service."""

import gzip
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from multiplane.conllu import read, reads
from multiplane.errors import MultiplaneError
from multiplane.formats.lines import read_jsonl
from multiplane.pipeline import models
from support.commands import invoked as run
from support.paths import ROOT

PROGRAM = "from multiplane.cli import main; main()"
TEXT = "The  cat sees Ann.\r\n\r\nDogs hear!  Ann\tsees\n dogs."


@pytest.fixture
def folder(toy_pipeline, tmp_path, monkeypatch):
    monkeypatch.setenv(models.FOLDER, os.fspath(tmp_path / "models"))
    (tmp_path / "models").mkdir()
    toy_pipeline.save(tmp_path / "models" / "toy.mp")
    toy_pipeline.parser.save(tmp_path / "models" / "parser.mp")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def parse(*arguments, **options):
    return run("parse", "--model", "toy", *arguments, **options)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_rows_say_where_words_are_in_the_text(folder, mark, workers, monkeypatch):
    monkeypatch.setattr("multiplane.pipeline.stream.SIZE", 16)  # several pieces
    text = mark + "\r\n" + TEXT + "\n\n\n" + TEXT
    (folder / "a.txt").write_text(text, newline="", encoding="utf-8")
    parse("a.txt", "-o", "a.jsonl", "--workers", workers)
    rows = list(read_jsonl("a.jsonl"))
    assert len(rows) == 6
    assert {row.file for row in rows} == {"a.txt"}
    for row in rows:
        assert text[row.start : row.start + len(row.text)] == row.text
        surfaces = [row.text[a:b] for a, b in zip(row.starts, row.ends, strict=True)]
        inner = {int(m["id"].split("-")[0]): m["form"] for m in row.multiwords}
        for d, (surface, form) in enumerate(zip(surfaces, row.forms, strict=True), 1):
            assert surface == inner.get(d, form)
    restored = "".join(row.sentence().text for row in rows)
    assert restored == parse("a.txt").stdout


def test_bytes_that_are_no_text_become_question_marks(folder):
    (folder / "a.txt").write_bytes(b"The \xff cat.")
    row = json.loads(parse("a.txt", "--to", "jsonl").stdout)
    assert row["text"] == "The ? cat."


@pytest.mark.parametrize("text", ["", "\n", "\ufeff"])
@pytest.mark.parametrize("form", ["conllu", "json", "jsonl", "tsv", "parquet", "brat", "displacy"])
def test_nothing_in_every_format(folder, form, text):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="Parquet needs pyarrow, the extra parquet")
    (folder / "a.txt").write_text(text, encoding="utf-8")
    parse("a.txt", "--to", form, "-o", "out/")
    (found,) = (f for f in (folder / "out").iterdir() if f.stem == "a" and f.suffix != ".txt")
    if form in ("json", "displacy"):
        assert json.loads(found.read_text()) == []
    elif form == "tsv":
        assert found.read_text().startswith("file\tsentence\t")
        assert found.read_text().count("\n") == 1
    elif form != "parquet":
        assert found.read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "a.xml"), r"a\.xml: unknown suffix \.xml; choose from \.conllu.*\.parquet"),
        (("--to", "jsonl", "-o", "a.tsv"), r"a\.tsv: \.tsv is for tsv, but --to says jsonl; .*"),
        (("--to", "conllu", "-o", "a.json.gz"), r"\.json is for json and displacy, but --to"),
        (("--to", "brat"), r"brat needs two files.*--output NAME\.ann"),
        (("-o", "a.parquet.gz"), r"Parquet files are already compressed"),
        (("nothing.txt",), r"^nothing\.txt: No such file or directory"),
        (("-", "-"), "standard input can be read only once"),
        (("empty",), r"^empty: found nothing to parse in this folder; .*\.txt, \.conllu"),
        (("a.txt", "b/a.txt", "-o", "out/"), r"^a\.conllu: found two inputs for it, .*a\.txt and"),
        (("a.txt", "-o", "a.ann"), r"a\.txt: it is an input and would be replaced"),
        (("b/a.txt", "a.txt", "-o", "b/../a.txt"), r"a\.txt: it is an input .* another file"),
        (("-o", ""), "^--output: found an empty name"),
        (("",), "^found an empty name; expected a file or a folder to parse"),
        (("--model", ""), "^an empty name: no such file or model; .*installed models: en"),
        (("a.txt", "--text", "x"), r"--text and a\.txt: found two things to parse"),
    ],
)
def test_what_cannot_be_is_said_at_once(folder, arguments, said):
    (folder / "empty").mkdir()
    (folder / "b").mkdir()
    for name in ("a.txt", "b/a.txt"):
        (folder / name).write_text("The cat.")
    before = sorted(folder.rglob("*"))
    with pytest.raises(MultiplaneError, match=said):
        parse(*arguments)
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("end", [b"", b"12345678"])  # instead of the checksum and the size
def test_a_damaged_text_among_others_is_named(folder, end):
    (folder / "a.txt").write_text("The cat.")
    (folder / "b.txt.gz").write_bytes(gzip.compress(b"The dog.")[:-8] + end)
    with pytest.raises(MultiplaneError, match=r"^b\.txt\.gz: found .* compressed data"):
        parse("a.txt", "b.txt.gz", "-o", "out/")
    assert [file.name for file in (folder / "out").glob("*.conllu")] == ["a.conllu"]


def test_a_text_that_cannot_be_read_is_named(folder):
    if not Path("/proc/self/mem").exists():
        pytest.skip("needs a file that opens and cannot be read")
    with pytest.raises(MultiplaneError, match=r"^/proc/self/mem: "):
        parse("/proc/self/mem")


def test_an_unknown_format_lists_those_there_are(folder):
    said = parse("--text", "x", "--to", "xml")
    assert said.exit_code == 2
    assert "jsonl, tsv, parquet" in said.stderr


def test_a_missing_package_is_named(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MultiplaneError, match=r"pip install pyarrow \(or .* extra parquet"):
        parse("--text", "x", "-o", "a.parquet")


@pytest.fixture
def corpus(folder, toy_files):
    (folder / "in" / "deep").mkdir(parents=True)
    (folder / "in" / ".hidden").mkdir()
    (folder / "in" / "b.txt").write_text("The cat sees Ann.")
    (folder / "in" / "deep" / "a.txt").write_text("Dogs hear!\n")
    (folder / "in" / "deep" / "c.conllu.gz").write_bytes(
        gzip.compress((toy_files / "dev.conllu").read_bytes())
    )
    for name in (".x.txt", ".hidden/y.txt", "z.pdf"):
        (folder / "in" / name).write_text("no")
    return folder


def test_a_folder_into_a_folder(corpus):
    parse("in", "-o", "out/")
    found = sorted(
        str(f.relative_to(corpus / "out")) for f in (corpus / "out").rglob("[!.]*.conllu")
    )
    assert found == ["b.conllu", "deep/a.conllu", "deep/c.conllu"]
    assert (corpus / "out/b.conllu").read_text() == parse("in/b.txt").stdout
    assert (corpus / "out/deep/c.conllu").read_text() == parse("in/deep/c.conllu.gz").stdout
    parse("in", "-o", "out", "--to", "jsonl")  # a folder, since there is one
    assert [row.sent_id for row in read_jsonl(corpus / "out/b.jsonl")] == ["1"]


def test_kinds_of_files_in_a_folder(corpus):
    parse("in", "--input", "text", "-o", "out/")
    assert not (corpus / "out/deep/c.conllu").exists()
    run("parse", "--model", "parser", "in", "-o", "other/")
    assert [f.name for f in (corpus / "other").rglob("*.conllu")] == ["c.conllu"]
    assert not (corpus / "out/failures.jsonl").read_text()


def test_several_inputs_in_one_output(corpus, toy_files):
    parse("in/b.txt", "in/deep", "-o", "all.conllu")
    found = list(read("all.conllu"))
    assert found[0].comments[:2] == ("# newdoc id = in/b.txt", "# newpar")
    assert found[1].comments[:3] == ("# newdoc id = in/deep/a.txt", "# newpar", "# sent_id = 2")
    gold = list(read(toy_files / "dev.conllu"))
    assert [s.forms for s in found[2:]] == [s.forms for s in gold]
    parse("in/b.txt", "in/deep", "-o", "all.jsonl")
    rows = list(read_jsonl("all.jsonl"))
    assert [row.file for row in rows[:3]] == ["in/b.txt", "in/deep/a.txt", "in/deep/c.conllu.gz"]
    assert [row.sentence().text for row in rows] == [s.text for s in found]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes only on Linux")
def test_names_that_are_no_text(corpus):
    os.rename("in/b.txt", b"in/\xff\n.txt")  # noqa: PTH104 - a name of bytes
    parse("in", "--input", "text", "-o", "all.jsonl")
    rows = list(read_jsonl("all.jsonl"))
    assert {row.file for row in rows} == {"in/\ufffd\n.txt", "in/deep/a.txt"}
    comments = [comment for row in rows for comment in row.comments]
    assert "# newdoc id = in/\ufffd\\n.txt" in comments


def test_an_error_names_its_file_and_leaves_what_was_there(corpus):
    (corpus / "in" / "deep" / "d.conllu").write_text("1\tnothing\n\n")
    (corpus / "all.jsonl").write_text("old")
    with pytest.raises(MultiplaneError, match=r"in/deep/d\.conllu:1: found 2 columns"):
        parse("in", "-o", "all.jsonl")
    assert (corpus / "all.jsonl").read_text() == "old"
    with pytest.raises(MultiplaneError, match=r"^deep/d\.conllu:1: found 2 columns.*failures"):
        parse("in", "-o", "out/")
    assert (corpus / "out/b.conllu").exists()
    assert [f.name for f in (corpus / "out/deep").iterdir() if "d." in f.name] == []
    said = parse("in", "-o", "all.jsonl", "--on-error", "skip").stderr
    assert "in/deep/d.conllu:1: found 2 columns" in said
    assert "1 sentence left unparsed" in said
    assert "in/deep/d.conllu" not in {row.file for row in read_jsonl("all.jsonl")}


def test_quiet(corpus, monkeypatch):
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    assert "words/s" in parse("in", "-o", "all.tsv").stderr
    assert parse("in", "-o", "all.tsv", "--quiet").stderr == ""
    assert "MULTIPLANE_QUIET" not in os.environ
    (corpus / "in" / "d.conllu").write_text("1\tnothing\n\n")
    assert parse("in", "-o", "all.tsv", "--quiet", "--on-error", "skip").stderr == ""
    with pytest.raises(MultiplaneError):
        parse("in", "-o", "all.tsv", "--quiet")


@pytest.mark.skipif(sys.platform == "win32", reason="needs select on pipes")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("to", ["conllu", "jsonl", "tsv"])
@pytest.mark.parametrize("kind", ["text", "conllu"])
def test_a_pipe_is_answered_before_more_is_sent(folder, kind, to, workers):
    command = ["parse", "--model", "toy", "--to", to, "--input", kind, "--workers", workers, "-q"]
    questions = ["The cat sees Ann.\n\n", "Dogs\nhear!\r\n\r\n", "\n\nAnn sees dogs.\n \n"]
    if kind == "conllu":
        forms = [["The", "cat"], ["Dogs", "hear"], ["Ann"]]
        questions = ["".join(_line(k, f) for k, f in enumerate(s, 1)) + "\n" for s in forms]
        questions[2] = "\n" + questions[2]
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.fspath(ROOT / "src")},
    )
    answers = []
    ending = threading.Timer(120, program.kill)
    ending.start()
    with program:
        for question in questions:
            program.stdin.write(question.encode())
            program.stdin.flush()
            answers.append(_answer(program.stdout, to))
        program.stdin.close()
        rest = program.stdout.read()
    ending.cancel()
    assert program.returncode == 0
    if to == "conllu":
        together = parse("--input", kind, input="".join(questions)).stdout
        assert "".join(answers) + rest.decode() == together
        assert len(list(reads(together))) == 3
    elif to == "jsonl":
        assert [json.loads(answer)["forms"][0] for answer in answers] == ["The", "Dogs", "Ann"]
        assert not rest
    else:
        assert all(answers)
        assert answers[0].startswith("file\tsentence\t")


def _line(number, form):
    return f"{number}\t{form}\t_\t_\t_\t_\t_\t_\t_\t_\n"


def _answer(stream, to):
    """Read a line, or a sentence; nothing comes from a program that was ended for its silence."""
    found = line = stream.readline().decode()
    while to == "conllu" and line and not (found.strip() and found.endswith("\n\n")):
        line = stream.readline().decode()
        found += line
    return found
