"""Settings: options on the command line that replace those of an experiment's file."""

import json

import pytest
from click.testing import CliRunner

from multiplane import experiment
from multiplane.cli import group
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.experiments.reading import read_experiment, shipped
from multiplane.experiments.runs import runs
from multiplane.experiments.settings import settings_of
from multiplane.experiments.store import Store
from support.paths import ROOT

TOY = ROOT / "examples" / "toy.toml"


def run(*arguments):
    return CliRunner().invoke(group, ["experiment", *map(str, arguments)])


def options(found, name):
    return dict(found.row(name).options)


def test_values_are_those_of_toml_and_texts():
    given = ["epochs=6", " oracle = static", "one=1e-1", "graphs=true", 'root="first"', "split=a=b"]
    assert settings_of(given) == {
        "epochs": 6,
        "oracle": "static",
        "one": 0.1,
        "graphs": True,
        "root": "first",
        "split": "a=b",
    }
    assert settings_of([]) == {}


@pytest.mark.parametrize("text", ["oracle", "oracle=", "=static", "", "="])
def test_what_is_no_setting(text):
    with pytest.raises(MultiplaneError, match=r"expected a setting such as oracle=static"):
        settings_of([text])


def test_one_value_for_each_option():
    with pytest.raises(MultiplaneError, match="found oracle twice"):
        settings_of(["oracle=static", "oracle=dynamic"])


def test_settings_replace_what_all_parsers_share():
    plain, changed = read_experiment(TOY), read_experiment(TOY, settings={"epochs": 3, "beam": 2})
    for row in plain.rows:
        assert options(changed, row.name) == {**row.options, "epochs": 3, "beam": 2}
    assert plain.name == "toy"
    assert changed.name == "toy-epochs=3-beam=2"
    assert {one.key for one in runs(plain)} & {one.key for one in runs(changed)} == set()


def test_a_setting_that_changes_nothing_repeats_no_run():
    plain = read_experiment(TOY)
    same = read_experiment(TOY, settings={"epochs": plain.rows[0].options["epochs"]})
    assert [one.key for one in runs(same)] == [one.key for one in runs(plain)]


def test_parsers_keep_what_they_set_themselves(tmp_path):
    file = tmp_path / "mine.toml"
    toy = ROOT / "examples" / "toy.conllu"
    file.write_text(
        f'title = "T"\ntreebanks = [{{ train = "{toy}", test = "{toy}" }}]\n'
        '[training]\noracle = "static"\n'
        '[[parsers]]\nname = "A"\nsystem = "planar"\n'
        '[[parsers]]\nname = "B"\nsystem = "planar"\noracle = "static"\n',
        "utf-8",
    )
    found = read_experiment(file, settings={"oracle": "dynamic"})
    assert [row.options["oracle"] for row in found.rows] == ["dynamic", "static"]


def test_errors_list_what_there_is():
    with pytest.raises(
        UnknownName,
        match=r"toy\.toml: training: unknown 'oracel'; did you mean oracle. choose from",
    ):
        read_experiment(TOY, settings={"oracel": "static"})
    with pytest.raises(UnknownName, match="unknown oracle 'x'; choose from dynamic, static"):
        read_experiment(TOY, settings={"oracle": "x"})
    refused = run(TOY, "--set", "oracle", "--dry-run")
    assert isinstance(refused.exception, MultiplaneError)
    assert "found 'oracle'; expected a setting" in str(refused.exception)


@pytest.mark.parametrize("name", shipped())
def test_the_tables_of_the_papers_are_in_their_setting(name, treebanks):
    found = read_experiment(name, treebanks)
    ours = read_experiment(name, treebanks, {"oracle": "dynamic"})
    trained = [row for row in found.rows if not row.best_of]
    assert [row.options["oracle"] for row in trained] == ["static" for _ in trained]
    for row in trained:
        assert options(ours, row.name) == {**row.options, "oracle": "dynamic"}
        for learner in ("liblinear", "libsvm"):
            other = read_experiment(name, treebanks, {"learner": learner})
            assert other.row(row.name).options["learner"] == learner


def test_tables_of_both_settings_stand_side_by_side(tmp_path):
    only = ["--results", tmp_path, "--only", "*/Pr/1"]
    assert run(TOY, *only).exit_code == 0
    result = run(TOY, *only, "--set", "oracle=static")
    assert result.exit_code == 0, result.output
    assert "Not as in the file: oracle = static." in result.stdout
    made = {path.name for path in tmp_path.iterdir() if path.suffix == ".md"}
    assert made == {"toy.md", "toy-oracle=static.md"}
    assert "Not as in the file" not in (tmp_path / "toy.md").read_text("utf-8")
    static = runs(read_experiment(TOY, settings={"oracle": "static"}))[0]
    record = json.loads((Store(tmp_path).place(static) / "run.json").read_text("utf-8"))
    assert record["identity"]["options"]["oracle"] == "static"
    answer = experiment(TOY, tmp_path, settings={"oracle": "static"}, only=["*/Pr/1"])
    assert answer.cells["toy", "Pr", "las"].values == (record["result"]["scores"]["las"],)
