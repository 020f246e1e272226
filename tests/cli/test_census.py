"""`multiplane census`."""

import csv
import io
import json
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from multiplane.cli.census import command
from multiplane.errors import MultiplaneError
from multiplane.treebank.census import census
from support.paths import NOT_TREES, STRUCTURES

MULTIPLANE = [sys.executable, "-c", "from multiplane.cli import main; main()"]
KEYS = [
    "name",
    "trees",
    "words",
    "non_projective",
    "not_planar",
    "not_2_planar",
    "not_3_planar",
    "not_4_planar",
    "ill_nested",
    "non_projective_arcs",
    "max_gap_degree",
    "max_planes",
    "left",
    "right",
    "left_1",
    "right_1",
    "attardi_degree",
]


def run(*arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_the_command_prints_json_with_the_keys_of_the_design():
    answer = run(STRUCTURES, NOT_TREES, "--json", "--total")
    assert answer.exit_code == 0
    rows = json.loads(answer.stdout)
    assert [row["name"] for row in rows] == [str(STRUCTURES), str(NOT_TREES), "total"]
    assert all(set(KEYS) <= row.keys() for row in rows)
    assert "not_trees.conllu:11: found the cycle" in answer.stderr
    assert "3 left out: 0 malformed, 3 not trees" in answer.stderr


@pytest.mark.parametrize("style", ["terminal", "markdown", "latex"])
def test_the_command_prints_tables(style):
    answer = run(STRUCTURES, "--style", style)
    assert answer.exit_code == 0
    assert "structures.conllu" in answer.stdout
    assert "4 (66.67" in answer.stdout
    assert "L1" in answer.stdout


def test_the_command_prints_csv():
    lines = list(csv.DictReader(io.StringIO(run(STRUCTURES, NOT_TREES, "--style", "csv").stdout)))
    assert [line["trees"] for line in lines] == ["6", "1"]
    assert lines[1]["attardi_degree_2"] == "0"


def test_the_command_reads_standard_input_and_writes_a_file(tmp_path):
    target = tmp_path / "rows.json"
    answer = CliRunner().invoke(
        command, ["-", "--json", "-o", str(target)], input=STRUCTURES.read_bytes()
    )
    assert answer.exit_code == 0
    assert json.loads(target.read_text())[0]["name"] == "<stdin>"


def test_the_command_and_bad_files(tmp_path):
    assert isinstance(run(tmp_path / "none.conllu").exception, MultiplaneError)
    bad = tmp_path / "bad.conllu"
    bad.write_text("1\tx\n\n")
    for arguments, code in (([], 2), (["--on-error", "skip"], 0)):
        done = subprocess.run(
            [*MULTIPLANE, "census", bad, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert f"{bad}:1: found 2 columns; expected 10 columns" in done.stderr
        assert len(done.stderr.splitlines()) == 2 - code // 2
    for option in ("--witnesses", "--output", "--plot"):
        nowhere = bad / "x.svg"
        assert isinstance(run(STRUCTURES, option, nowhere).exception, MultiplaneError)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_command_draws_a_plot(tmp_path, suffix):
    pytest.importorskip("matplotlib")
    target = tmp_path / f"plot{suffix}"
    assert run(STRUCTURES, "--plot", target).exit_code == 0
    start = target.read_bytes()[:200]
    assert start.startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
    assert isinstance(run(STRUCTURES, "--plot", tmp_path / "x.gif").exception, MultiplaneError)


def test_a_plot_without_matplotlib_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    error = run(STRUCTURES, "--plot", tmp_path / "x.svg").exception
    assert "pip install matplotlib (or install Multiplane with its extra plot)" in str(error)


def test_the_command_answers_soon():
    """With warm caches; --help without the libraries that need time."""
    lines = "1\tx\tx\tX\t_\t_\t2\tdep\t_\t_\n2\tx\tx\tX\t_\t_\t0\troot\t_\t_\n\n" * 100
    census(io.StringIO(lines))
    start = time.perf_counter()
    subprocess.run(
        [*MULTIPLANE, "census", "-"], input=lines, text=True, check=True, capture_output=True
    )
    assert time.perf_counter() - start < 10  # 2 s on a machine that does nothing else
    code = "import multiplane.cli.census, sys; assert not {'numba', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_leaves_out_words_and_says_if_there_are_none():
    answer = run(STRUCTURES, "--without", "PUNCT", "--without", "DET", "--json")
    assert json.loads(answer.stdout)[0]["words_left_out"] == 6
    assert answer.stderr == ""
    answer = run(STRUCTURES, "--without", "punct")
    assert "no word has the tag punct" in answer.stderr


@pytest.mark.parametrize(
    ("key", "first"), [("relation", "nsubj"), ("length", "1–10 words"), ("genre", "two")]
)
def test_the_command_counts_by(key, first):
    answer = run(STRUCTURES, "--by", key)
    assert answer.exit_code == 0
    assert f" {key} " in answer.stdout
    assert f" {first} " in answer.stdout
    records = json.loads(run(STRUCTURES, "--by", key, "--json").stdout)
    name = "relation" if key == "relation" else "name"
    assert first in {record[name] for record in records}


def test_a_comment_that_no_sentence_has():
    assert (
        "--by sourec: no sentence has this comment; expected # sourec = …"
        in run(STRUCTURES, "--by", "sourec").stderr
    )
    assert "no sentence has this comment" not in run(STRUCTURES, "--by", "genre").stderr


def test_the_command_counts_by_any_comment_with_a_total():
    rows = json.loads(run(STRUCTURES, "--by", "note", "--json", "--total").stdout)
    assert rows[-1]["name"] == "total"
    assert rows[-1]["trees"] == 6
    assert "projective" in {row["name"] for row in rows}


def test_the_command_compares_two_treebanks():
    answer = run(STRUCTURES, NOT_TREES, "--compare", "--trials", 20)
    assert answer.exit_code == 0
    assert "non-projective, % of trees" in answer.stdout
    assert "cycle" in answer.stderr
    records = json.loads(run(STRUCTURES, NOT_TREES, "--compare", "--trials", 20, "--json").stdout)
    assert records[0]["name"] == "non_projective"
    assert len(records[0]["first_interval"]) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--compare"], "1 given"),
        ([STRUCTURES, "--compare", "--by", "length"], "found --by"),
        ([STRUCTURES, "--compare", "--total"], "--compare cannot be combined with --total"),
        (["--by", "relation", "--plot", "x.svg"], "--by relation cannot be combined with --plot"),
        (["--by", ""], "--by: found nothing"),
        (["--witnesses", " "], "--witnesses: found nothing"),
    ],
)
def test_the_command_and_what_does_not_go_together(arguments, said):
    answer = run(STRUCTURES, *arguments)
    assert answer.exit_code == 2
    assert said in answer.stderr
