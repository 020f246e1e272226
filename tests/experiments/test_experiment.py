"""A tiny experiment from its file to its tables: resumed, interrupted, failing."""

import inspect
import json
import signal
from dataclasses import replace

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.errors import MultiplaneError
from multiplane.evaluation import evaluate
from multiplane.experiments import running
from multiplane.experiments import runs as runs_module
from multiplane.experiments.experiment import answer, do_runs
from multiplane.experiments.reading import read_experiment
from multiplane.experiments.runs import chosen, runs
from multiplane.experiments.store import RECORD, Store
from multiplane.training import training
from support.paths import ROOT

TOY = ROOT / "examples" / "toy.toml"


def run(*arguments):
    return CliRunner().invoke(group, ["experiment", *map(str, arguments)])


@pytest.fixture(scope="module")
def toy():
    return read_experiment(TOY)


@pytest.fixture(scope="module")
def results(tmp_path_factory, toy):
    folder = tmp_path_factory.mktemp("results")
    do_runs(toy, Store(folder))
    return folder


@pytest.fixture
def trainings(monkeypatch):
    """The systems that are trained from now on."""
    seen = []
    train = training.train

    def note(system, *files, **options):
        seen.append(system)
        return train(system, *files, **options)

    note.__signature__ = inspect.signature(train)
    monkeypatch.setattr(training, "train", note)
    return seen


def test_the_cells_are_the_scores_of_the_outputs(toy, results):
    found = answer(toy, Store(results))
    assert list(found.cells)[:2] == [("toy", "Pr", "las"), ("toy", "Pr", "np_recall")]
    for (_, parser, measure), cell in found.cells.items():
        outputs = [Store(results).found(one).output for one in runs(toy) if one.row.name == parser]
        gold = toy.treebanks[0].files["test"]
        expected = [evaluate(gold, output, bootstrap=0).scores[measure] for output in outputs]
        assert list(cell.values) == expected
        assert len(expected) == 2


def test_best_cells_and_marks(toy, results):
    cells = answer(toy, Store(results)).cells
    means = {parser: cells["toy", parser, "las"].mean for parser in ("Pr", "1Pl", "2Pl")}
    assert means["2Pl"] > max(means["Pr"], means["1Pl"])  # arcs of the toy language cross
    assert [cells["toy", parser, "las"].best for parser in means] == [False, False, True]
    assert [cells["toy", parser, "las"].mark for parser in means] == ["", "", "†"]
    assert {cells["toy", parser, "np_recall"].mark for parser in means} == {""}


def test_runs_that_are_there_are_not_done_again(toy, results, trainings):
    do_runs(toy, Store(results))
    assert trainings == []


@pytest.mark.parametrize("damage", ["record", "output", "truncated", "other"])
def test_half_written_runs_do_not_count(toy, tmp_path, results, trainings, damage):
    store = Store(tmp_path)
    one = runs(toy)[0]
    do_runs(toy, store, [one.name])
    assert len(trainings) == 1
    place = store.place(one)
    if damage == "record":
        (place / RECORD).unlink()
    elif damage == "output":
        store.found(one).output.write_bytes(b"")
    elif damage == "truncated":
        text = (place / RECORD).read_text("utf-8")
        (place / RECORD).write_text(text[: len(text) // 2], "utf-8")
    else:
        other = json.loads((place / RECORD).read_text("utf-8")) | {"key": "x"}
        (place / RECORD).write_text(json.dumps(other), "utf-8")
    assert store.found(one) is None
    do_runs(toy, store, [one.name])
    assert len(trainings) == 2
    assert store.found(one).scores == Store(results).found(one).scores


def test_ctrl_c_keeps_what_is_whole_and_nothing_else(toy, tmp_path, monkeypatch):
    store, train = Store(tmp_path), training.train
    done = []

    def stubborn(*arguments, **options):
        """As training does: Ctrl-C ends it, and the best parser so far comes back."""
        found = train(*arguments, **options)
        done.append(found)
        if len(done) == 2:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        return found

    stubborn.__signature__ = inspect.signature(train)
    monkeypatch.setattr(training, "train", stubborn)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        do_runs(toy, store)
    assert signal.getsignal(signal.SIGINT) == before
    assert [store.found(one) is not None for one in runs(toy)] == [True] + 5 * [False]
    do_runs(toy, store)
    assert len(done) == 2 + 5
    assert all(store.found(one) for one in runs(toy))


def test_parsers_whose_transitions_cannot_be_judged_are_scored(toy, tmp_path):
    row = replace(toy.rows[0], options={**toy.rows[0].options, "beam": 2})
    one = replace(toy, rows=(row,), seeds=(1,), significance=None)
    do_runs(one, Store(tmp_path))
    found = Store(tmp_path).found(runs(one)[0])
    assert found.transitions is None
    assert found.scores["las"] > 50
    steps = answer(replace(one, kind="transitions", measures=()), Store(tmp_path))
    assert steps.cells["toy", "Pr", "LEFT_ARC"].shown(2) == "–"


def test_ctrl_c_on_the_command_line(tmp_path, monkeypatch):
    def press(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "evaluate", press)
    result = run(TOY, "--results", tmp_path)
    assert result.exit_code == 1  # 130 outside of tests
    assert f"finished runs are kept in {tmp_path}; run the same command" in result.stderr
    assert run(TOY, "--results", tmp_path, "--dry-run").stdout.startswith("to do   toy/Pr/1")


def test_a_crash_is_no_result(toy, tmp_path, monkeypatch):
    def crash(*arguments, **options):
        raise ZeroDivisionError

    monkeypatch.setattr(running, "evaluate", crash)
    with pytest.raises(ZeroDivisionError):
        do_runs(toy, Store(tmp_path), ["Pr"])
    assert Store(tmp_path).found(runs(toy)[0]) is None


def test_failures_are_shown_and_the_others_go_on(tmp_path, trainings):
    file = tmp_path / "some.toml"
    text = TOY.read_text("utf-8").replace("seeds = [1, 2]", "seeds = [1]")
    text = text.replace('"toy.conllu"', f'"{TOY.with_name("toy.conllu")}"')
    file.write_text(text.replace('system = "planar"', 'system = "dag-arc-standard"'), "utf-8")
    result = run(file, "--results", tmp_path)
    assert result.exit_code == 0, result.output
    assert "toy/1Pl/1: failed: " in result.stderr
    assert "| failed |" in result.stdout
    assert "Failed: 1Pl for toy: " in result.stdout
    assert len(trainings) == 3
    # What failed is tried again, as the reason may be gone; the others are there.
    assert run(file, "--results", tmp_path).exit_code == 0
    assert trainings[3:] == ["dag-arc-standard"]
    shown = run(file, "--results", tmp_path, "--dry-run").stdout
    assert shown == "done    toy/Pr/1\nfailed  toy/1Pl/1\ndone    toy/2Pl/1\n"


def test_an_option_that_training_has_not_is_a_failure(toy, tmp_path, monkeypatch):
    row = replace(toy.rows[0], options={**toy.rows[0].options, "learner_of_tomorrow": "x"})
    one = replace(toy, rows=(row,), seeds=(1,), significance=None)
    do_runs(one, Store(tmp_path))
    assert "no option learner_of_tomorrow" in Store(tmp_path).found(runs(one)[0]).failed


def test_keys_change_with_what_determines_a_run(toy, monkeypatch, tmp_path):
    first = runs(toy)[0]
    keys = {one.key for one in runs(toy)}
    assert len(keys) == len(runs(toy))
    renamed = replace(first, row=replace(first.row, name="another"))
    assert renamed.key == first.key
    copy = tmp_path / "copy.conllu"
    copy.write_bytes(first.gold.read_bytes())
    moved = replace(first.treebank, files={"train": copy, "test": copy})
    assert replace(first, treebank=moved).key == first.key
    other = tmp_path / "other.conllu"
    other.write_bytes(first.gold.read_bytes() + b"\n")
    for files in ({"train": other, "test": copy}, {"train": copy, "test": other},
                  {"train": copy, "dev": copy, "test": copy}):  # fmt: skip
        assert replace(first, treebank=replace(moved, files=files)).key not in keys
    longer = replace(first.row, options={**first.row.options, "epochs": 2})
    assert replace(first, row=longer).key not in keys
    for name, text in (("one", "a 1\n"), ("two", "a 1\n"), ("three", "a 2\n")):
        (tmp_path / name).write_text(text)
    with_vectors = [
        replace(first.row, options={**first.row.options, "vectors": str(tmp_path / name)})
        for name in ("one", "two", "three")
    ]
    one, two, three = (replace(first, row=row).key for row in with_vectors)
    assert one == two != three
    monkeypatch.setattr(runs_module, "__version__", "another")
    assert first.key not in keys


def test_only(toy):
    names = [one.name for one in chosen(runs(toy), ["2Pl", "*/Pr/2"])]
    assert names == ["toy/Pr/2", "toy/2Pl/1", "toy/2Pl/2"]
    assert len(chosen(runs(toy), ["toy"])) == 6
    with pytest.raises(
        MultiplaneError, match="'3Pl' matches no run; choose from toy, Pr, 1Pl, 2Pl"
    ):
        chosen(runs(toy), ["3Pl"])


def test_the_command(tmp_path, results):
    shown = run(TOY, "--results", tmp_path, "--dry-run", "--only", "Pr")
    assert shown.stdout == "to do   toy/Pr/1\nto do   toy/Pr/2\n"
    assert list(tmp_path.iterdir()) == []
    part = run(TOY, "--results", tmp_path, "--only", "*/Pr/1")
    assert part.exit_code == 0
    assert "toy/Pr/1: LAS" in part.stderr
    assert "| not run |" in part.stdout
    whole = run(TOY, "--results", results, "--no-runs", "--picture", "svg", "--json")
    assert whole.exit_code == 0, whole.output
    cells = json.loads(whole.stdout)
    assert len(cells) == 6
    assert {"treebank": "toy", "parser": "2Pl", "measure": "las"}.items() <= cells[4].items()
    made = {path.name for path in results.iterdir()}
    assert made == {"runs", "toy.md", "toy.csv", "toy.tex", "toy.svg"}
    assert "2Pl" in (results / "toy.svg").read_text("utf-8")


def test_a_command_without_a_file():
    assert run().exit_code == 2
    assert "2013-table-2" in run("--list").stdout
