"""Tables: what stands where, in Markdown, LaTeX and CSV."""

import csv
import doctest
import io
from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane import latex as latex_module
from multiplane.errors import MultiplaneError
from multiplane.experiments import answer as answer_module
from multiplane.experiments.answer import AVERAGE, Answer, Cell, averages, with_best
from multiplane.experiments.grid import grid
from multiplane.experiments.plan import Experiment
from multiplane.experiments.plot import plot
from multiplane.experiments.rendering import comma_separated, latex, markdown, records

PLAN = Experiment(
    name="mine",
    file="mine.toml",
    title="A & B",
    caption="Which is better?",
    kind="scores",
    layout="by-parser",
    on=("test",),
    measures=("las", "uas"),
    titles={"las": "LAS", "uas": "UAS_p"},
    decimals=1,
    average=False,
    seeds=(1, 2),
    treebanks=(),
    missing=(),
    rows=(),
)
CELLS = {
    ("da", "A", "las"): Cell((80.0, 82.0), mark="★", best=True),
    ("da", "A", "uas"): Cell((90.0,)),
    ("da", "B", "las"): Cell(text="failed"),
    ("da", "B", "uas"): Cell(),
    ("eu|x", "A", "las"): Cell((70.0,), mark="*"),
    ("eu|x", "A", "uas"): Cell((75.0,)),
    ("eu|x", "B", "las"): Cell((71.0,), best=True),
    ("eu|x", "B", "uas"): Cell((74.0,)),
}
ANSWER = Answer(PLAN, CELLS, ("A note.",))


@pytest.mark.parametrize("module", [answer_module, latex_module])
def test_examples_in_the_source(module):
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)


def laid(layout):
    return grid(replace(ANSWER, experiment=replace(PLAN, layout=layout)))


def test_parsers_above():
    found = laid("by-parser")
    assert found.groups == (("A", 2), ("B", 2))
    assert found.titles == ("LAS", "UAS_p", "LAS", "UAS_p")
    assert [name for name, _ in found.rows] == ["da", "eu|x"]
    assert found.rows[1][1] == tuple(CELLS["eu|x", p, m] for p in "AB" for m in ("las", "uas"))


def test_measures_above():
    found = laid("by-measure")
    assert found.groups == (("LAS", 2), ("UAS_p", 2))
    assert found.titles == ("A", "B", "A", "B")
    assert found.rows[0][1] == tuple(CELLS["da", p, m] for m in ("las", "uas") for p in "AB")


def test_treebanks_above():
    found = laid("by-treebank")
    assert found.groups == (("da", 2), ("eu|x", 2))
    assert [name for name, _ in found.rows] == ["A", "B"]
    places = [(treebank, "B", m) for treebank in ("da", "eu|x") for m in ("las", "uas")]
    assert found.rows[1][1] == tuple(CELLS[place] for place in places)


def test_parsers_may_have_different_columns():
    cells = {place: cell for place, cell in CELLS.items() if place[1:] != ("A", "uas")}
    found = grid(replace(ANSWER, cells=cells))
    assert found.groups == (("A", 1), ("B", 2))
    assert grid(
        Answer(replace(PLAN, layout="by-treebank"), cells)
    ).rows[0][1][1] == Cell(text=" ")  # fmt: skip


def test_markdown():
    lines = markdown(ANSWER).splitlines()
    assert lines[0] == "**A & B**"
    assert lines[2] == "|  | A LAS | A UAS_p | B LAS | B UAS_p |"
    assert lines[4] == "| da | **81.0 ± 1.0**★ | 90.0 | failed | – |"
    assert lines[5] == r"| eu&#124;x | 70.0\* | 75.0 | **71.0** | 74.0 |"
    assert lines[7:] == ["Which is better?", "", "A note."]


def test_latex():
    lines = latex(ANSWER).splitlines()
    assert lines[0] == "% A & B"
    assert r" & \multicolumn{2}{c}{A} & \multicolumn{2}{c}{B} \\" in lines
    assert r"\cmidrule(lr){2-3}\cmidrule(lr){4-5}" in lines
    assert r" & LAS & UAS\_p & LAS & UAS\_p \\" in lines
    assert r"da & \textbf{81.0 $\pm$ 1.0}$^{\star}$ & 90.0 & failed & -- \\" in lines
    columns = {line.count(" & ") for line in lines if line.endswith(r"\\") and "multi" not in line}
    assert columns == {4}


def test_csv():
    rows = list(csv.DictReader(io.StringIO(comma_separated(ANSWER))))
    assert len(rows) == len(CELLS)
    assert rows[0]["values"] == "80.0 82.0"
    assert (rows[0]["mean"], rows[0]["spread"], rows[0]["best"]) == ("81.0", "1.0", "True")
    assert (rows[2]["text"], rows[2]["mean"]) == ("failed", "")
    assert [(r["treebank"], r["parser"], r["measure"]) for r in rows] == list(CELLS)
    assert records(ANSWER)[0]["values"] == [80.0, 82.0]


def test_equals_at_the_decimals_shown_are_all_best():
    cells = {
        ("da", "A", "las"): Cell((81.04,)),
        ("da", "B", "las"): Cell((80.96,)),
        ("da", "C", "las"): Cell((80.0,)),
        ("eu", "A", "las"): Cell((1.0,)),
        ("eu", "B", "las"): Cell(text="failed"),
    }
    found = with_best(cells, 1)
    assert [cell.best for cell in found.values()] == [True, True, False, False, False]


values = st.lists(st.floats(0, 100), max_size=3).map(tuple)


places = st.tuples(st.sampled_from("123"), st.sampled_from("AB"), st.just("las"))


@given(st.dictionaries(places, values))
def test_averages_are_over_the_treebanks_that_have_a_score(found):
    cells = {place: Cell(each) for place, each in found.items()}
    means, notes = averages(cells)
    expected_notes = 0
    for parser in {place[1] for place in cells}:
        own = [each for place, each in found.items() if place[1] == parser]
        scored = [mean(each) for each in own if each]
        assert means[AVERAGE, parser, "las"].values == pytest.approx(
            (mean(scored),) if scored else ()
        )
        expected_notes += 0 < len(scored) < len(own)
    assert len(notes) == expected_notes
    assert len(means) == len({place[1] for place in cells})


def test_pictures(tmp_path):
    plot(ANSWER, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert all(name in text for name in ("LAS", "UAS_p", "da", "eu|x", ">A<", ">B<"))
    plot(ANSWER, tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()
    plot(Answer(PLAN, {("da", "A", "las"): Cell(text="failed")}), tmp_path / "none.png")
    assert (tmp_path / "none.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(
        MultiplaneError, match=r"a\.txt: found no suffix of a picture; choose from \.svg"
    ):
        plot(ANSWER, tmp_path / "a.txt")
