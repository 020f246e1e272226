"""Folders as treebanks."""

import gzip
import shutil

import pytest

from multiplane.errors import MultiplaneError
from multiplane.treebank.census import census, total
from multiplane.treebank.folders import treebanks as found
from support.paths import NOT_TREES, STRUCTURES


def test_the_files_of_a_folder_are_one_treebank(tmp_path):
    for name in ("b.conllu", "a.conll", "notes.txt", ".hidden.conllu"):
        shutil.copy(STRUCTURES, tmp_path / name)
    (tmp_path / "c.conllu.gz").write_bytes(gzip.compress(NOT_TREES.read_bytes()))
    (one,) = found(tmp_path)
    assert [path.name for path in one.files] == ["a.conll", "b.conllu", "c.conllu.gz"]
    (row,) = census(tmp_path)
    assert row.name == str(tmp_path)
    expected = total(census(*one.files), str(tmp_path)).as_dict()
    assert row.as_dict() == expected
    assert (expected["trees"], expected["not_trees"]) == (13, 3)


def test_a_folder_of_folders_gives_a_row_for_each(tmp_path):
    for name in ("Two", "One", "None"):
        (tmp_path / name).mkdir()
        if name != "None":
            shutil.copy(STRUCTURES, tmp_path / name)
    (tmp_path / "One" / "loop").symlink_to(tmp_path)
    rows = census(tmp_path, STRUCTURES)
    names = [str(tmp_path / "One"), str(tmp_path / "Two"), str(STRUCTURES)]
    assert [row.name for row in rows] == names


def test_a_folder_without_treebanks_is_an_error(tmp_path):
    with pytest.raises(MultiplaneError, match=r"no treebank in this folder.*\.conllu"):
        census(tmp_path)
    assert found("-")[0].name == "<stdin>"
