"""Which folders are taken for encoders; nothing here needs the libraries that read them."""

from dataclasses import replace

import pytest

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.pretrained.identity import Identity


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "tiny"
    place.mkdir()
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        (place / name).write_text(name)
    return place


def test_an_encoder_is_known_by_its_content(folder):
    one = Identity.of(folder, "mean")
    one.check()
    moved = folder.rename(folder.with_name("elsewhere"))
    assert Identity.of(moved, "mean").checksum == one.checksum
    assert Identity.from_dict(one.as_dict()) == one
    assert one.name == "tiny"
    with pytest.raises(MultiplaneError, match=r"no such folder; .* with --encoder FOLDER"):
        one.check()
    replace(one, folder=str(moved)).check()


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_another_encoder_is_refused(folder, name):
    one = Identity.of(folder, "first")
    (folder / name).write_text("other")
    with pytest.raises(MultiplaneError, match="found another encoder than the one"):
        one.check()


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_what_is_missing(folder, name):
    (folder / name).unlink()
    (folder / "pytorch_model.bin").write_bytes(b"a pickle, which could run code")
    with pytest.raises(MultiplaneError, match=r"tiny: found no .*; expected an encoder as"):
        Identity.of(folder, "mean")


def test_other_things_are_refused(folder, tmp_path):
    with pytest.raises(MultiplaneError, match="there is no such folder"):
        Identity.of(tmp_path / "none", "mean")
    with pytest.raises(MultiplaneError, match="unknown pooling 'last'; choose from mean, first"):
        Identity.of(folder, "last")
    (folder / "adapter_config.json").write_text("{}")
    with pytest.raises(MultiplaneError, match=r"found adapter_config.json; expected a whole"):
        Identity.of(folder, "mean")
