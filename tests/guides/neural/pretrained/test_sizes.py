"""What the configuration of an encoder may say of its sizes; no library is needed for that."""

from types import SimpleNamespace

import pytest

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.pretrained import transformer
from multiplane.guides.neural.pretrained.identity import Identity

SIZES = {"num_hidden_layers": 2, "hidden_size": 16, "is_encoder_decoder": False}
TINY = Identity("tiny", "0" * 64)


@pytest.fixture
def configured(monkeypatch):
    """Load an encoder of which only a configuration is known."""
    pytest.importorskip("safetensors", reason="pip install safetensors")
    pieces = SimpleNamespace(before=(2,), after=(3,))
    monkeypatch.setattr(transformer, "library", lambda *_: None)
    monkeypatch.setattr(transformer.Pieces, "of", lambda _: pieces)
    monkeypatch.setattr(Identity, "check", lambda _: None)

    def load(**config):
        model = SimpleNamespace(config=SimpleNamespace(**config))
        monkeypatch.setattr(transformer, "_model", lambda _: model)
        return transformer.loaded(TINY)

    return load


@pytest.mark.parametrize(
    ("positions", "room"),
    [
        ({}, 508),
        ({"max_position_embeddings": None}, 508),
        ({"max_position_embeddings": 9999}, 508),
        ({"max_position_embeddings": 24}, 20),
    ],
)
def test_windows_are_as_long_as_an_encoder_can_read(configured, positions, room):
    ready = configured(**SIZES, **positions)
    assert (ready.layers, ready.size, ready.room) == (3, 16, room)


@pytest.mark.parametrize("name", ["num_hidden_layers", "hidden_size"])
def test_models_of_other_kinds_are_refused(configured, name):
    with pytest.raises(MultiplaneError, match=f"^tiny: cannot be read as an encoder: .*{name}"):
        configured(**{key: value for key, value in SIZES.items() if key != name})


@pytest.mark.parametrize(
    "change", [{"num_hidden_layers": 0}, {"hidden_size": 5000}, {"is_encoder_decoder": True}]
)
def test_sizes_that_no_encoder_has_are_refused(configured, change):
    with pytest.raises(MultiplaneError, match=r"^tiny: found .* expected an encoder with up to"):
        configured(**SIZES | change)
