"""`multiplane evaluate`."""

import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from multiplane.cli import group, main
from multiplane.evaluation import evaluate
from support.paths import DATA
from support.scored import BASELINE, GOLD, SYSTEM, WORDS, conllu

KEYS = {
    "tokens", "uas", "las", "uas_nopunct", "las_nopunct", "clas", "np_precision", "np_recall",
    "projective_precision", "projective_recall", "significance",
}  # fmt: skip


def run(*arguments: str, **options) -> str:
    result = CliRunner().invoke(group, ["evaluate", *arguments], catch_exceptions=False, **options)
    assert result.exit_code == 0
    return result.output


def test_the_command():
    lines = run(GOLD, SYSTEM).splitlines()
    assert lines[0] == "22 words in 4 sentences"
    rows = {line[:34].strip(): line[34:].split() for line in lines}
    assert rows["LAS"][:3] == ["81.82", "18", "22"]
    assert "–" not in run(GOLD, SYSTEM, "--bootstrap", "0")
    assert lines[-1].startswith("punct:upos|labels:whole|bootstrap:1000|randomized:no|seed:1|")


def test_the_command_against_another():
    text = run(GOLD, SYSTEM, "--against", BASELINE)
    assert "+31.82       0.0156" in text
    assert "randomized:10000|seed:1" in text


def test_the_command_as_json():
    alone = json.loads(run(GOLD, SYSTEM, "--json"))
    assert alone.keys() >= KEYS
    assert alone["significance"] is None
    assert alone["las"] == pytest.approx(81.818, abs=0.001)
    answer = json.loads(run(GOLD, SYSTEM, "--against", BASELINE, "--json", "--trials", "99"))
    test = answer["significance"]["mcnemar"]["las"]
    assert test == {"only_first": 7, "only_second": 0, "p": 2 / 2**7, "exact": True}
    assert 0.01 <= answer["significance"]["randomized"]["las"]["p"] <= 1
    assert answer["against"]["las"] == 50
    assert answer["labels"][0]["name"] == "root"


def test_what_is_undefined_is_null():
    text = conllu(WORDS)
    answer = json.loads(run("-", GOLD, "--json", input=Path(GOLD).read_text("utf-8")))
    assert answer["np_recall"] == 100
    found = evaluate(io.StringIO(text), io.StringIO(text), against=io.StringIO(text))
    assert found.as_dict()["np_recall"] is None
    assert (
        json.loads(json.dumps(found.as_dict(), allow_nan=False))["intervals"]["np_recall"] is None
    )


def test_details():
    text = run(GOLD, SYSTEM, "--detail", "--top", "1")
    for caption in ("by label", "by length", "by direction", "Labels confused"):
        assert caption in text
    rows = [line.split() for line in text.splitlines()]
    assert ["nsubj:pass", "–", "0.00", "0.00", "1", "0", "0"] in rows
    assert ["nmod", "obl", "1", "0"] in rows
    assert ["nsubj:pass", "nsubj", "1", "1"] not in rows


def test_other_styles_and_places(tmp_path):
    target = tmp_path / "scores.md"
    assert run(GOLD, SYSTEM, "--style", "markdown", "-o", str(target)) == ""
    assert "| LAS | 81.82 | 18 | 22 |" in target.read_text("utf-8")
    latex = run(GOLD, SYSTEM, "--style", "latex")
    assert r"\begin{tabular}" in latex
    assert latex.splitlines()[-1].startswith("% punct:")  # which LaTeX would take for text


def test_odd_output_is_mentioned(tmp_path):
    file = tmp_path / "cyclic.conllu"
    text = "1\ta\t_\tX\t_\t_\t{}\tx\t_\t_\n2\tb\t_\tX\t_\t_\t{}\tx\t_\t_\n"
    gold = tmp_path / "gold.conllu"
    gold.write_text(text.format(2, 0))
    file.write_text(text.format(2, 1))
    assert "\nsentences that are not trees: 1\n" in run(str(gold), str(file))
    file.write_text(text.format("_", 0))
    assert "\nwords without a head: 1\n" in run(str(gold), str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([GOLD, str(DATA / "figures.conllu")], "figures.conllu:2: found word 1, 'ROOT'"),
        ([GOLD, "nowhere.conllu"], "nowhere.conllu"),
        ([GOLD], "Missing argument 'SYSTEM'"),
        (["-", "-"], "standard input can be read only once"),
        ([GOLD, SYSTEM, "--trials", "0"], "x>=1"),
    ],
)
def test_bad_input_is_one_clear_line(monkeypatch, capsys, arguments, message):
    monkeypatch.setattr(sys, "argv", ["multiplane", "evaluate", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
