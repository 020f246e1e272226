"""Files of experiments: what they may say, and errors that name the file and list the known."""

import re

import pytest

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.evaluation import METRICS
from multiplane.experiments.plan import KINDS, LAYOUTS
from multiplane.experiments.properties import PROPERTIES
from multiplane.experiments.reading import (
    _KEYS,
    _SIGNIFICANCE,
    find,
    options_of_train,
    read_experiment,
    shipped,
)
from multiplane.experiments.runs import runs
from support.paths import ROOT

TOY = ROOT / "examples" / "toy.conllu"
MINIMAL = """
title = "T"
treebanks = ["toy"]
[[parsers]]
name = "NE"
system = "arc-eager"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "la_toy-ud-train.conllu").write_bytes(TOY.read_bytes())
    (tmp_path / "toy" / "la_toy-ud-test.conllu").write_bytes(TOY.read_bytes())
    return tmp_path


def read(folder, text, elsewhere=None):
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    return read_experiment(file, elsewhere)


def test_what_is_not_said(folder):
    found = read(folder, MINIMAL)
    assert (found.name, found.kind, found.layout, found.on) == (
        "mine",
        "scores",
        "by-parser",
        ("test",),
    )
    assert found.measures == ("las", "uas")
    assert found.seeds == (1,)
    assert found.rows[0].options == {"system": "arc-eager"}
    assert found.significance is None
    assert [one.name for one in runs(found)] == ["toy/NE/1"]


def test_options_of_all_parsers_and_of_one(folder):
    text = MINIMAL + 'beam = 4\n[training]\nepochs = 3\nbeam = 2\nroot = "first"\n'
    expected = {"epochs": 3, "beam": 4, "root": "first", "system": "arc-eager"}
    assert read(folder, text).rows[0].options == expected


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "T"', 'titel = "T"', "key: unknown 'titel'; did you mean title"),
        ('title = "T"\n', "", "found no title"),
        ('title = "T"', "title = 3", "title: found 3; expected a text"),
        ('title = "T"', 'title = "T"\nseeds = [1, 1]', r"seeds: found \[1, 1\]"),
        ('title = "T"', 'title = "T"\nseeds = [true]', "seeds: found"),
        ('title = "T"', 'title = "T"\nseeds = [[1]]', r"seeds: found \[\[1\]\]; expected"),
        ('title = "T"', f'title = "T"\nseeds = [{2**70}]', "seeds: found .* to 4294967295"),
        ('title = "T"', f'title = "T"\nseeds = [{"9" * 5000}]', "cannot be read as TOML: Exceeds"),
        ('title = "T"', f'title = "T"\nseeds = {"[" * 5000}', "cannot be read as TOML"),
        ('title = "T"', 'title = "T"\nseeds = 1', "seeds: found 1; expected a list"),
        ('title = "T"', 'title = "T"\ndecimals = true', "expected a number"),
        ('title = "T"', 'title = "T"\ndecimals = -1', "decimals: found -1; expected"),
        ('title = "T"', 'title = "T"\ndecimals = 99', "decimals: found 99; expected .* to 15"),
        ('title = "T"', 'title = "T"\ntitles = { las = 1 }', "titles: found 1; expected texts"),
        (
            'title = "T"',
            'title = "T"\nkind = "transitions"\nmeasures = ["SHIFT", 1]',
            "measures: found 1; expected texts",
        ),
        ('title = "T"', 'title = "T"\nkind = "poem"', "'poem'; choose from scores, transitions"),
        ('title = "T"', 'title = "T"\nlayout = "x"', "layout: unknown 'x'; choose from by-measure"),
        ('title = "T"', 'title = "T"\non = "tst"', "on: unknown 'tst'; did you mean test"),
        ('title = "T"', 'title = "T"\non = ["dev", "test"]', "found 2 files; expected one"),
        ('title = "T"', 'title = "T"\non = "dev"', "toy has no dev; it has test, train"),
        ('title = "T"', 'title = "T"\nmeasures = ["lass"]', "'lass'; did you mean las"),
        ('title = "T"', "title = ", "cannot be read as TOML"),
        ('"toy"', '{ nam = "toy" }', "treebanks: key: unknown 'nam'; did you mean name"),
        ('"toy"', "{ train = 1 }", "treebanks: train: found 1"),
        ('"toy"', "1", "treebanks: found 1; expected a table"),
        ('"toy"', "{}", "found an empty table"),
        ('"toy"', '""', "found an empty table"),
        ('"toy"', '{ name = "", folder = "" }', "found an empty table"),
        ('"toy"', '{ name = "a", test = "x.conllu" }', "x.conllu: found no file"),
        ('"toy"', '"toy", "toy"', "treebanks: found toy twice"),
        ('"toy"', '"elsewhere"', "found none of the treebanks elsewhere"),
        ('name = "NE"\n', "", "parsers: found no name"),
        ('system = "arc-eager"', "", "parsers: NE has no system"),
        ('system = "arc-eager"', 'sistem = "x"', "unknown 'sistem'; did you mean system"),
        ('system = "arc-eager"', 'system = "x"', "parsers: NE: 'x' is not the name of a system"),
        ('system = "arc-eager"', 'best_of = ["x"]', "NE: best_of: unknown 'x'"),
        ("[[parsers]]", "[training]\nbeams = 2\n[[parsers]]", "training: unknown 'beams'"),
        ("[[parsers]]", "[training]\nbeam = 0\n[[parsers]]", "NE: beam: found 0 derivations"),
        ('system = "arc-eager"', 'system = "arc-eager"\nroot = "x"', "NE: unknown root 'x'"),
        (
            'system = "arc-eager"',
            'system = "arc-eager"\nlearner = "neural"\nencoder = "e"\ntuned_encoder = "t"',
            "parsers: NE: found tuned_encoder, a folder that every run would write",
        ),
        (
            'system = "arc-eager"',
            'system = "arc-eager"\nlearner = "neural"\nnetwork = "size=3"',
            "parsers: NE: network: found 'size=3'; expected NAME=NUMBER",
        ),
        ("[[parsers]]", '[significance]\ntest = "t"\n[[parsers]]', "from mcnemar, randomized"),
        ("[[parsers]]", "[best]\n[[parsers]]", "best: found in kind 'scores'"),
    ],
)  # fmt: skip
def test_errors_name_the_file_and_what_there_is(folder, monkeypatch, old, new, message):
    monkeypatch.delenv("MULTIPLANE_TREEBANKS", raising=False)
    assert old in MINIMAL
    with pytest.raises(MultiplaneError, match=message) as caught:
        read(folder, MINIMAL.replace(old, new))
    assert str(caught.value).startswith(str(folder / "mine.toml"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'test = "mcnemar"\nmeasure = "clas"',
            "measure: unknown 'clas'; did you mean las. choose from las, uas",
        ),
        ('test = "mcnemar"\nagainst = "x"', "against: unknown 'x'; choose from all, NE"),
        ('test = "randomized"\nlevel = 2', "expected a level between 0 and 1"),
        (
            'test = "randomized"\ntrails = 2',
            "unknown 'trails'; did you mean trials. choose from test, level",
        ),
    ],
)
def test_errors_of_significance(folder, text, message):
    with pytest.raises(MultiplaneError, match=message):
        read(folder, f"{MINIMAL}[significance]\n{text}\n")


def test_mcnemar_is_for_words(folder):
    text = MINIMAL.replace("[[", 'measures = ["clas"]\n[[') + '[significance]\ntest = "mcnemar"\n'
    with pytest.raises(UnknownName, match="McNemar's test: measure: unknown 'clas'"):
        read(folder, text)


def test_transitions_are_of_one_system(folder):
    text = 'kind = "transitions"\n' + MINIMAL + '[[parsers]]\nname = "B"\nbest_of = ["NE"]\n'
    with pytest.raises(MultiplaneError, match="B: found best_of"):
        read(folder, text)


def test_treebanks_by_name(folder, monkeypatch):
    elsewhere = folder / "all"
    elsewhere.mkdir()
    (folder / "toy").rename(elsewhere / "toy")
    text = MINIMAL.replace('"toy"', '{ folder = "toy", name = "Toy" }, "gone"')
    for given in (elsewhere, None):
        monkeypatch.setenv("MULTIPLANE_TREEBANKS", "" if given else str(elsewhere))
        found = read(folder, text, given)
        assert [one.name for one in found.treebanks] == ["Toy"]
        assert found.treebanks[0].files["train"] == elsewhere / "toy" / "la_toy-ud-train.conllu"
        assert found.missing == ("gone",)
    (elsewhere / "toy" / "test.conllu.gz").touch()
    with pytest.raises(MultiplaneError, match="expected one test file"):
        read(folder, text, elsewhere)
    (elsewhere / "gone").mkdir()
    with pytest.raises(MultiplaneError, match="gone: found no file such as train"):
        read(folder, text.replace("toy", "gone"), elsewhere)


def test_a_folder_is_a_name(folder):
    found = read(folder, MINIMAL.replace('"toy"', '{ folder = "toy" }'))
    assert found.treebanks[0].name == "toy"
    found = read(folder, MINIMAL.replace('"toy"', f'{{ train = "{TOY}", test = "{TOY}" }}'))
    assert found.treebanks[0].name == "treebank"


def test_files_beside_the_experiment(folder):
    (folder / "mine.txt").write_text("X.form\n", "utf-8")
    (folder / "own.py").write_text(
        "from multiplane.calculus import LA, RA, RE, SH, System, has_head, i\n"
        "OWN = System('own', SHIFT=SH, REDUCE=RE | has_head(i), LEFT_ARC=LA >> RE | ~has_head(i),"
        " RIGHT_ARC=RA >> SH)\n",
        "utf-8",
    )
    (folder / "mine.vec").write_text("a 1\n", "utf-8")
    (folder / "tiny").mkdir()
    text = MINIMAL.replace("arc-eager", "own.py:OWN") + 'features = "mine.txt"\n'
    text += 'vectors = "mine.vec"\nencoder = "tiny"\nlearner = "neural"\n'
    options = read(folder, text).rows[0].options
    assert options == {
        "system": f"{folder / 'own.py'}:OWN",
        "features": str(folder / "mine.txt"),
        "vectors": str(folder / "mine.vec"),
        "encoder": str(folder / "tiny"),
        "learner": "neural",
    }


def test_what_training_takes():
    known = options_of_train()
    assert {"system", "root", "beam", "epochs", "features", "bits"} <= {*known}
    assert {"projectivize", "reconstruction", "learner"} <= {*known}
    assert not {"train", "dev", "seed", "watch", "left_out"} & {*known}
    assert len({*known}) == len(known)


def test_unknown_files_list_what_comes_along():
    with pytest.raises(
        UnknownName, match=r"nowhere: no such file or built-in experiment; .*buffer-table-1"
    ):
        find("nowhere")


@pytest.mark.parametrize("name", shipped())
def test_what_comes_along_can_be_read(name, treebanks):
    found = read_experiment(name, treebanks)
    assert len(found.treebanks) >= 6
    assert "conllx-danish" in [one.name for one in found.treebanks]
    assert found.caption
    assert found.kind == "census" or runs(found)


def test_all_tables_come_along():
    numbers = {"buffer": (1, 2, 3, 4, 6, 7, 8), "undirected": (1, 2, 3)}
    expected = {f"{paper}-table-{n}" for paper, many in numbers.items() for n in many}
    others = {"2010-table-2", "2011-table-1", "2013-table-1", "2013-table-2"}
    assert expected | others == {*shipped()}


def test_the_example_of_the_documentation(tmp_path):
    page = ROOT / "docs" / "experiments.md"
    (example,) = re.findall(
        r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    for name in ("Basque-BDT", "conllx-danish"):
        (tmp_path / name).mkdir()
        for split in ("train", "test"):
            (tmp_path / name / f"{split}.conll").touch()
    found = read(tmp_path, example)
    assert [one.name for one in found.treebanks] == ["Basque-BDT", "Danish"]
    assert found.rows[1].options == {
        "system": "2-planar",
        "beam": 8,
        "root": "first",
        "epochs": 10,
    }
    assert (found.significance.measure, found.significance.against) == ("las_nopunct", "arc-eager")


def test_the_documentation_lists_all_keys():
    page = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    names = [*_KEYS, *_SIGNIFICANCE, *PROPERTIES, *(m.name for m in METRICS), *LAYOUTS, *KINDS]
    assert [name for name in names if f"`{name}`" not in page and f'`"{name}"`' not in page] == []
