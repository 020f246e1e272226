"""Model files: the same bytes for the same model, and nothing damaged gets through."""

import json

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.modelfile import load, save

KIND = "multiplane something 1"
CONTENT = {"name": "σ", "numbers": [1, 2.5], "nothing": None}
ARRAYS = {"a": np.arange(6, dtype=np.int8).reshape(2, 3), "b": np.zeros(0, np.uint8)}


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "model"
    save(place, KIND, CONTENT, ARRAYS)
    return place


def test_there_and_back(path):
    content, arrays = load(path, KIND, "make")
    assert content == {"format": KIND, **CONTENT}
    assert all((arrays[name] == ARRAYS[name]).all() for name in ARRAYS)


def test_the_same_model_gives_the_same_bytes(path, tmp_path):
    save(tmp_path / "other", KIND, CONTENT, dict(reversed(ARRAYS.items())))
    assert (tmp_path / "other").read_bytes() == path.read_bytes()


def test_every_changed_byte_is_found(path):
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        try:
            content, _ = load(path, KIND, "make")
        except MultiplaneError:
            continue
        # What stands between the values of JSON may change without changing them.
        assert content == {"format": KIND, **CONTENT}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "found an empty file"),
        (
            b"1\tYes\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
            "found a file of another kind; expected one that",
        ),
        (bytes(range(255, 0, -1)), "found a file of another kind"),
        (b"\x10\0\0\0\0\0\0\0{", "it breaks off or is damaged; copy the file or train"),
        (
            b'\x2e\0\0\0\0\0\0\0{"__metadata__":{"manifest":"{\\"format\\" 1}"}}',
            "it breaks off or is damaged; copy the file or train",
        ),
    ],
)
def test_files_that_do_not_open_are_described_in_plain_words(path, data, reason):
    path.write_bytes(data)
    with pytest.raises(MultiplaneError, match=f"model: cannot be read as a model: {reason}"):
        load(path, KIND, "make")


@pytest.mark.parametrize("size", [0, 5, 8, 100, -1])
def test_truncated_files(path, size):
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(MultiplaneError, match="model: cannot be read as a model"):
        load(path, KIND, "make")


def test_another_version_is_said_to_be_one(path):
    with pytest.raises(
        MultiplaneError,
        match=f"found {KIND}; expected multiplane something 2; it was written by another version",
    ):
        load(path, "multiplane something 2", "make")


def test_foreign_files(path):
    from safetensors.numpy import save as packed

    with pytest.raises(
        MultiplaneError, match=f"found {KIND}; expected another, a file written by `make`"
    ):
        load(path, "another", "make")
    for manifest in ({}, {"manifest": json.dumps([1])}):
        path.write_bytes(packed(ARRAYS, manifest))
        with pytest.raises(MultiplaneError, match="found no model; expected"):
            load(path, KIND, "make")
    path.write_bytes(packed(ARRAYS, {"manifest": "{"}))
    with pytest.raises(MultiplaneError, match="cannot be read"):
        load(path, KIND, "make")


def test_nothing_is_left_where_saving_fails(tmp_path):
    with pytest.raises(TypeError):
        save(tmp_path / "model", KIND, {"a": object()}, ARRAYS)
    assert list(tmp_path.iterdir()) == []
