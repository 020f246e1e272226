"""What is read of a pretrained encoder, against the same word by word."""

import json
import socket
import sys

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.pretrained import pieces, transformer
from multiplane.guides.neural.pretrained.context import mixing
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.guides.neural.pretrained.transformer import opened
from multiplane.guides.neural.pretrained.windows import windows
from support import encoders

torch, _, _ = encoders.libraries()

SHORT = [["the", "cat", "sees"], ["dog"], [], ["The", "Big", "cat", "."]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return encoders.make(tmp_path_factory.mktemp("encoders") / "tiny")


@pytest.fixture
def ready(folder):
    return opened(Identity.of(folder, "mean"))


def gathered(ready, sentences):
    """What is said of all words, zeros where nothing is."""
    out = np.zeros((sum(map(len, sentences)), ready.layers, ready.size), np.float32)
    seen = []
    for words, states in ready.states(sentences):
        out[words] = states
        seen += words.tolist()
    assert len(seen) == len({*seen})
    return out


def plain(ready, words, pooling="mean"):
    """Each word's layers, for one sentence that is short enough, by the definition."""
    cut = [encoders.plain_pieces(word.lower()) for word in words]
    ids = [2, *(piece for word in cut for piece in word), 3]
    with torch.no_grad():
        hidden = ready.model(torch.tensor([ids]), output_hidden_states=True).hidden_states
    found, at = [], 1
    for word in cut:
        some = torch.stack(hidden)[:, 0, at : at + len(word)]
        found.append((some.mean(1) if pooling == "mean" else some[:, 0]).numpy())
        at += len(word)
    return np.array(found).reshape(-1, ready.layers, ready.size)


@pytest.mark.parametrize("pooling", ["mean", "first"])
def test_layers_are_those_of_the_definition(folder, pooling):
    ready = opened(Identity.of(folder, pooling))
    assert (ready.layers, ready.size, ready.room) == (3, 16, encoders.POSITIONS - 4)
    expected = np.concatenate([plain(ready, words, pooling) for words in SHORT])
    np.testing.assert_allclose(gathered(ready, SHORT), expected, atol=1e-5)


def test_what_is_run_together_does_not_matter(ready, monkeypatch):
    together = gathered(ready, SHORT)
    monkeypatch.setattr(transformer, "TOGETHER", 1)
    np.testing.assert_allclose(gathered(ready, SHORT), together, atol=1e-5)


def test_long_sentences_are_read_in_windows(ready):
    words = ["the", "cat", "sees", "fish", "."] * 12
    sizes = [len(encoders.plain_pieces(word)) for word in words]
    expected = np.zeros((len(words), ready.layers, ready.size))
    cut = list(windows(sizes, ready.room))
    assert len(cut) > 3
    for begin, end, first, last in cut:
        some = plain(ready, words[begin:end])
        expected[first:last] = some[first - begin : last - begin]
    np.testing.assert_allclose(gathered(ready, [words]), expected, atol=1e-5)


def test_words_without_pieces_are_left_out(ready):
    found = gathered(ready, [["\u0007", "cat"]])
    assert not found[0].any()
    assert found[1].any()
    assert not gathered(ready, [["\u0007"]]).any()


def test_long_words_have_few_pieces(ready, monkeypatch):
    cut = ready.pieces.cut([["abc" * 30, "日" * 5000, "cat"]], ready.room // 2)
    assert list(map(len, cut[0])) == [ready.room // 2, 10, 1]
    monkeypatch.setattr(pieces, "MOST_PIECES", 4)
    cut = ready.pieces.cut([["abc" * 30, "cat"]], ready.room // 2)
    assert list(map(len, cut[0])) == [4, 1]


def test_shares_of_layers_are_a_softmax_times_a_scale():
    shares = mixing(np.log(np.array([1, 2, 1, 3], np.float32)))
    np.testing.assert_allclose(shares, [0.75, 1.5, 0.75], rtol=1e-5)


def changed(tmp_path, file, change):
    folder = encoders.make(tmp_path / "tiny")
    data = json.loads((folder / file).read_text())
    change(data)
    (folder / file).write_text(json.dumps(data))
    return folder


def test_code_in_the_folder_is_never_run(tmp_path):
    folder = changed(
        tmp_path,
        "config.json",
        lambda c: c.update(
            auto_map={"AutoConfig": "evil.Config", "AutoModel": "evil.Model"}, model_type="evil"
        ),
    )
    (folder / "evil.py").write_text("raise SystemExit('run')\n")
    with pytest.raises(MultiplaneError, match="tiny: cannot be read as an encoder"):
        opened(Identity.of(folder, "mean"))
    assert not any("evil" in name for name in sys.modules)


def test_nothing_is_fetched(folder, monkeypatch):
    def refuse(*_):
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    transformer._opened.cache_clear()
    assert gathered(opened(Identity.of(folder, "mean")), SHORT).any()


def test_weights_of_other_sizes_are_refused(tmp_path):
    folder = changed(tmp_path, "config.json", lambda c: c.update(num_hidden_layers=3))
    with pytest.raises(MultiplaneError, match=r"arrays are missing, such as encoder.layer.2"):
        opened(Identity.of(folder, "mean"))


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("model.safetensors", "tiny: cannot be read as an encoder"),
        ("config.json", "tiny: cannot be read as an encoder"),
        ("tokenizer.json", r"tokenizer.json: cannot be read as a tokenizer"),
    ],
)
def test_damaged_files_are_refused(tmp_path, file, message):
    folder = encoders.make(tmp_path / "tiny")
    (folder / file).write_text("{")
    with pytest.raises(MultiplaneError, match=message):
        opened(Identity.of(folder, "mean"))


def test_too_little_room_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(encoders, "POSITIONS", 10)
    folder = encoders.make(tmp_path / "tiny")
    with pytest.raises(MultiplaneError, match="found room for 6 pieces of words; expected 8"):
        opened(Identity.of(folder, "mean"))


def test_without_transformers_it_says_what_to_install(folder, monkeypatch):
    transformer._opened.cache_clear()
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(
        MultiplaneError, match=r"package transformers; install it with: .*extra pretrained"
    ):
        opened(Identity.of(folder, "mean"))
