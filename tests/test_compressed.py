"""Compressed files."""

import gzip
import lzma
import sys

import pytest
import zstandard

from multiplane.conllu import read, reads, write
from multiplane.errors import FormatError, MultiplaneError
from support.sentences import FULL, GOOD

COMPRESS = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}

MANY = (FULL * 3000).encode()


@pytest.mark.parametrize("suffix", COMPRESS)
def test_compressed_files(suffix, tmp_path):
    path = tmp_path / f"a.conllu{suffix}"
    # Two streams one after the other, as some compressors make them.
    path.write_bytes(COMPRESS[suffix](MANY) + COMPRESS[suffix](FULL.encode()))
    assert sum(s.words for s in read(path)) == 3001 * 5
    copy = tmp_path / f"b.conllu{suffix}"
    write(read(path), copy)
    assert copy.read_bytes()[:2] == path.read_bytes()[:2]
    write(read(copy), tmp_path / "plain")
    assert (tmp_path / "plain").read_bytes() == MANY + FULL.encode()
    with path.open("rb") as file:  # known by its bytes, not by its name
        assert sum(s.words for s in read(file)) == 3001 * 5
        assert not file.closed


@pytest.mark.parametrize("suffix", COMPRESS)
def test_damaged_compressed_files(suffix, tmp_path):
    path = tmp_path / f"a.conllu{suffix}"
    data = COMPRESS[suffix](MANY)
    middle = len(data) // 2
    for bad in (data[:-3], data[:20], data + data[:20], data + b"rubbish"):
        path.write_bytes(bad)
        with pytest.raises(FormatError, match=rf"{suffix}:\d+: found .*compressed data"):
            list(read(path, on_error="skip"))
    path.write_bytes(data[:middle] + bytes(b ^ 255 for b in data[middle:]))
    with pytest.raises(FormatError):
        list(read(path))


def test_zst_without_zstandard(tmp_path, monkeypatch):
    path = tmp_path / "a.zst"
    path.write_bytes(COMPRESS[".zst"](GOOD.encode()))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MultiplaneError, match="pip install"):
        list(read(path))
    with pytest.raises(MultiplaneError, match="pip install"):
        write(reads(GOOD), tmp_path / "b.zst")
    assert [path.name for path in tmp_path.iterdir()] == ["a.zst"]
