"""Which file of a treebank's folder is which."""

import pytest

from multiplane.errors import MultiplaneError
from multiplane.parsing.stored import TRAINING
from multiplane.treebank.folder import TreebankFolder


def found(folder, *names):
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).touch()
    read = TreebankFolder.read(folder)
    one = [file and file.name for file in (read.dev, read.test)]
    return [file.name for file in read.train], *one


def test_files_as_ud_names_them(tmp_path):
    folder = tmp_path / "UD_Latin-PROIEL"
    files = [f"la_proiel-ud-{part}.conllu" for part in ("train", "dev", "test")]
    assert found(folder, *files, "README.md", "stats.xml") == (files[:1], *files[1:])
    assert TreebankFolder.read(folder).name == "la_proiel"


def test_a_training_file_in_parts(tmp_path):
    parts = [f"cs_pdt-ud-train-{part}.conllu" for part in ("c", "la", "1-b")]
    assert found(tmp_path / "A", *parts) == (sorted(parts), None, None)
    with pytest.raises(MultiplaneError, match="and others; expected one train file"):
        found(tmp_path / "A", "cs_pdt-ud-train.conllu")


@pytest.mark.parametrize(
    "names",
    [
        ("train.conllu", "dev.conllu", "test.conllu"),
        ("train.conll", None, "test.conll"),
        ("my-train.conllu.gz", "my_dev.conllx.xz", "my.test.conllu.zst"),
        ("Latin-Training-2.conllu", "Latin-Devel-2.conllu", "Latin-Test-2.conllu"),
        ("train.v2.conllu", None, None),
    ],
)
def test_other_names(tmp_path, names):
    others = ("constraints.conllu", "device.conllu", "latest.conllu", "train.txt", "a.conllu")
    train, dev, test = names
    there = [name for name in names if name]
    assert found(tmp_path / "A", *there, *others) == ([train], dev, test)


def test_the_clearest_name_wins(tmp_path):
    assert found(tmp_path, "train.conllu", "train-2.conllu")[0] == ["train.conllu"]


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (("train.conllu", "train.conllu.xz"), "train"),
        (("a_b-ud-train.conllu", "a_c-ud-train.conllu"), "train"),
        (("a_b-ud-train.conllu", "train.conllu"), "train"),
        (("a_b-ud-train-x.conllu", "train.conllu"), "train"),
        (("a_b-ud-train.conllu", "a_b-ud-test.conllu", "a_c-ud-test.conllu"), "test"),
        (("train.conllu", "a-dev.conllu", "b-dev.conllu"), "dev"),
        (("old-test-1.conllu", "old-test-2.conllu"), "test"),
    ],
)
def test_several_candidates_are_an_error(tmp_path, names, part):
    message = f"found {' and '.join(names[-2:])}; expected one {part} file"
    with pytest.raises(MultiplaneError, match=message):
        found(tmp_path, *names)


def test_no_folder(tmp_path):
    (tmp_path / "a.conllu").touch()
    for name, what in (("a.conllu", "a file"), ("nowhere", "nothing")):
        with pytest.raises(MultiplaneError, match=f"{name}: found {what}; expected the folder"):
            TreebankFolder.read(tmp_path / name)


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("Latin-PROIEL-native", "latin-proiel-native"),
        ("UD_X 2.14 (mine)", "ud_x-2-14-mine"),
        ("日本", ""),
    ],
)
def test_names_of_folders(tmp_path, folder, name):
    found(tmp_path / folder, "train.conllu")
    assert TreebankFolder.read(tmp_path / folder).name == name


def test_what_it_says_of_itself(tmp_path):
    folder = tmp_path / "UD_Old_East_Slavic-TOROT"
    found(folder, "orv_torot-ud-train.conllu")
    (folder / "README.md").write_text("# Summary\n\nLicense: CC BY-NC-SA 3.0\r\nGenre: bible\n")
    assert TreebankFolder.read(folder).about == {
        "treebank": "UD_Old_East_Slavic-TOROT",
        "language": "Old East Slavic",
        "licence": "CC BY-NC-SA 3.0",
    }
    found(tmp_path / "conllx-danish", "train.conll")
    assert TreebankFolder.read(tmp_path / "conllx-danish").about == {"treebank": "conllx-danish"}


def test_what_it_says_of_itself_fits_in_a_model(tmp_path):
    place = tmp_path / "odd\tname"
    place.mkdir()
    (place / "train.conllu").touch()
    (place / "README").write_text(f"Licence: CC0\tor so {'x' * 20_000}\n")
    about = TreebankFolder.read(place).about
    assert about["treebank"] == "odd\\tname"
    assert about["licence"].startswith("CC0\\tor so xxx")
    TRAINING.take(about, "")
