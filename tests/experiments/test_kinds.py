"""Kinds of tables: properties of treebanks, precision of transitions, choices, averages."""

from dataclasses import replace
from pathlib import Path

import pytest

from multiplane.experiments.answer import AVERAGE
from multiplane.experiments.choices import choice, with_choices
from multiplane.experiments.experiment import answer, do_runs
from multiplane.experiments.precision.precision import precision
from multiplane.experiments.reading import read_experiment
from multiplane.experiments.runs import runs
from multiplane.experiments.store import Result, Store
from multiplane.training.training import train
from multiplane.treebank.census import census
from support.paths import ROOT

TOY = ROOT / "examples" / "toy.conllu"
HEAD = f"""
title = "T"
treebanks = [
    {{ name = "one", train = "{TOY}", test = "{TOY}" }},
    {{ name = "two", train = "{TOY}", dev = "{TOY}", test = "{TOY}" }},
]
"""
TRAINING = "[training]\nbits = 8\nepochs = 1\n"
NE, LBA, RBA = (
    f'[[parsers]]\nname = "{name}"\nsystem = "arc-eager{more}"\n'
    for name, more in (("NE", ""), ("LBA", "+lba"), ("RBA", "+rba"))
)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """One for all: runs are shared between experiments."""
    return Store(tmp_path_factory.mktemp("kinds"))


def read(store, name, text):
    file = store.folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return read_experiment(file)


def test_a_census_is_of_all_files_together(store):
    found = answer(read(store, "census", f'kind = "census"\n{HEAD}'), store)
    (row,) = census(TOY)
    cells = found.cells
    assert cells["one", "", "trees"].text == f"{2 * row.trees}"
    assert cells["two", "", "trees"].text == f"{3 * row.trees}"
    share = 100 * row.non_projective / row.trees
    assert cells["two", "", "non_projective"].text == f"{3 * row.non_projective} ({share:.2f}%)"
    assert cells["one", "", "left_1"].values == (row.as_dict()["left_1"],)
    only = answer(read(store, "one", f'kind = "census"\non = "test"\n{HEAD}'), store)
    assert only.cells["two", "", "trees"].text == f"{row.trees}"


def test_a_census_counts_arcs_by_degree(store):
    """Three columns and one for all that is higher, from what the census counts."""
    keys = ["attardi_degree_2", "attardi_degree_3", "attardi_degree_4", "attardi_degree_higher"]
    file = ROOT / "tests" / "data" / "structures.conllu"
    (row,) = census(file)
    assert row.transitions[2]
    treebank = f'treebanks = [{{ name = "s", train = "{file}", test = "{TOY}" }}]'
    text = f'title = "T"\nkind = "census"\non = "train"\nmeasures = {keys}\n{treebank}\n'
    found = answer(read(store, "degrees", text), store)
    degrees = row.as_dict()["attardi_degree"]
    counts = [degrees.get(d, 0) for d in "234"]
    counts.append(sum(degrees.values()) - sum(counts))
    assert [found.cells["s", "", key].text for key in keys] == [f"{count}" for count in counts]


def test_table_1_of_2011(treebanks, store):
    """The paper has 876, 136 and 53 for Danish, and none above 4."""
    plan = read_experiment("2011-table-1", treebanks)
    found = answer(plan, store)
    cells = [found.cells["conllx-danish", "", key].text for key in plan.measures]
    assert cells == ["877", "139", "45", "37"]


def test_a_census_may_name_the_best_parser(store):
    text = f'kind = "census"\nmeasures = ["left"]\n{HEAD}{TRAINING}{NE}{LBA}{RBA}'
    text += '[best]\ntitle = "Best"\nbaseline = "NE"\n'
    plan = read(store, "best", text)
    assert answer(plan, store).cells["one", "", "Best"].text == "not run"
    do_runs(plan, store)
    for treebank in plan.treebanks:
        las = {
            run.row.name: store.found(run).scores["las"]
            for run in runs(plan)
            if run.treebank == treebank
        }
        best = max(("LBA", "RBA"), key=las.__getitem__)
        mark = "*" if (las["LBA"] > las["NE"]) == (las["RBA"] > las["NE"]) else ""
        assert answer(plan, store).cells[treebank.name, "", "Best"].text == best + mark


def test_the_precision_of_transitions(store):
    plan = read(store, "steps", f'kind = "transitions"\n{HEAD}{TRAINING}{NE}{LBA}')
    do_runs(plan, store)
    found = answer(plan, store)
    assert found.columns == [
        ("NE", "LEFT_ARC"),
        ("NE", "RIGHT_ARC"),
        ("LBA", "LEFT_ARC"),
        ("LBA", "RIGHT_ARC"),
        ("LBA", "LEFT_BUFFER_ARC"),
    ]
    parser = train("arc-eager+lba", TOY, bits=8, epochs=1, seed=1)
    for row in precision(parser, TOY):
        if row.arcs:
            assert found.cells["one", "LBA", row.transition].values == (row.precision,)
    some = read(
        store, "some", f'kind = "transitions"\nmeasures = ["LEFT_ARC"]\n{HEAD}{TRAINING}{NE}'
    )
    assert answer(some, store).columns == [("NE", "LEFT_ARC")]


def test_the_best_of_some(store):
    text = f"{HEAD}{TRAINING}{NE}{LBA}hidden = true\n{RBA}hidden = true\n"
    text += '[[parsers]]\nname = "L/R"\nbest_of = ["LBA", "RBA"]\n'
    plan = read(store, "choice", text)
    do_runs(plan, store)
    found = answer(plan, store)
    assert [parser for parser, _ in found.columns] == ["NE", "NE", "L/R", "L/R"]
    results = {(run.treebank.name, run.row.name): store.found(run) for run in runs(plan)}
    on_test = max(("LBA", "RBA"), key=lambda name: results["one", name].scores["las"])
    on_dev = max(("LBA", "RBA"), key=lambda name: results["two", name].dev["las"])
    assert found.cells["one", "L/R", "las"].values == (results["one", on_test].scores["las"],)
    assert found.cells["two", "L/R", "las"].values == (results["two", on_dev].scores["las"],)
    said = f"is {on_test} for one (by test, as it has no dev), {on_dev} for two."
    assert any(note.endswith(said) for note in found.notes)


def test_a_choice_is_made_by_dev_even_if_test_says_otherwise(store):
    plan = read(store, "fake", f"{HEAD}{NE}{LBA}")

    def result(dev, test):
        return {1: Result(Path("none"), {"las": test}, {"las": dev})}

    candidates = {"NE": result(70.0, 90.0), "LBA": result(80.0, 60.0)}
    assert choice(plan, candidates) == ("LBA", "")
    without = {name: {1: replace(r[1], dev=None)} for name, r in candidates.items()}
    assert choice(plan, without) == ("NE", "by test, as it has no dev")
    failed = {**candidates, "NE": {1: Result(Path("none"), failed="why")}}
    assert choice(plan, failed) == ("", "")
    assert with_choices(plan, {})[1] == []


def test_averages(store):
    plan = read(store, "average", f'layout = "average"\n{HEAD}{TRAINING}{NE}')
    do_runs(plan, store)
    found = answer(plan, store)
    scores = [store.found(run).scores["las"] for run in runs(plan)]
    assert len(scores) == 2
    assert found.treebanks == [AVERAGE]
    assert found.cells[AVERAGE, "NE", "las"].values == (sum(scores) / 2,)
    both = answer(read(store, "row", f"average = true\n{HEAD}{TRAINING}{NE}"), store)
    assert both.treebanks == ["one", "two", AVERAGE]
    assert both.cells[AVERAGE, "NE", "las"] == found.cells[AVERAGE, "NE", "las"]
