"""Damaged or foreign files of compiled code are compiled again."""

import gzip
import hashlib
import os
import pickle
import random
from pathlib import Path

import numba
import numpy as np
import pytest

from multiplane.native.cache import KernelCache
from multiplane.native.cachefile import DIGEST, SEAL
from multiplane.native.plain import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")
HEAD = len(SEAL) + DIGEST


def added(one, other):
    return one + other


def subtracted(one, other):
    return one - other


def kept(plain, folder, monkeypatch):
    """A function that has compiled nothing in this process."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
    function = numba.njit(plain)
    function._cache = KernelCache(plain)
    return function


def hits(function):
    return sum(function.stats.cache_hits.values())


class Trap:
    """A pickle that does something when it is read."""

    def __reduce__(self):
        return os.mkdir, ("trap",)


class Press:
    def __reduce__(self):
        return _press, ()


def _press():
    raise KeyboardInterrupt


def sealed(content):
    data = pickle.dumps(content)
    return SEAL + hashlib.sha256(data).digest() + data


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]


# Each gives the bytes of a file new ones, given also those of another function.
DAMAGE = {
    "empty": lambda data, _: b"",
    "one byte": lambda data, _: data[:1],
    "half of the seal": lambda data, _: data[: len(SEAL) // 2],
    "only the seal": lambda data, _: data[: len(SEAL)],
    "no content": lambda data, _: data[:HEAD],
    "half": lambda data, _: data[: len(data) // 2],
    "last byte missing": lambda data, _: data[:-1],
    "one byte more": lambda data, _: data + b"\0",
    "twice": lambda data, _: data + data,
    "zeros": lambda data, _: bytes(len(data)),
    "ones": lambda data, _: b"\xff" * len(data),
    "noise": lambda data, _: random.Random(1).randbytes(len(data)),
    "a bit of the seal": lambda data, _: flipped(data, 3),
    "a bit of the checksum": lambda data, _: flipped(data, len(SEAL) + 5),
    "a bit at the beginning": lambda data, _: flipped(data, HEAD + 1),
    "a bit in the middle": lambda data, _: flipped(data, len(data) // 2),
    "a bit at the end": lambda data, _: flipped(data, len(data) - 9),
    "a block of zeros": lambda data, _: data[: HEAD + 64] + bytes(512) + data[HEAD + 576 :],
    "of Numba itself": lambda data, _: data[HEAD:],
    "text": lambda data, _: b"nothing compiled\n",
    "compressed": lambda data, _: gzip.compress(data),
    "of another function": lambda _, other: other,
    "not even a triple": lambda data, _: sealed(None),
    "of another version": lambda data, _: sealed(("0.1", *pickle.loads(data[HEAD:])[1:])),
    "of another source": lambda data, _: sealed(
        (pickle.loads(data[HEAD:])[0], b"", pickle.loads(data[HEAD:])[2])
    ),
    "of another content": lambda data, _: sealed((*pickle.loads(data[HEAD:])[:2], [1, 2, 3])),
    "with another key": lambda data, _: sealed((*pickle.loads(data[HEAD:])[:2], {1: 2})),
    "a trap": lambda data, _: pickle.dumps(Trap()),
    "Ctrl-C": lambda data, _: pickle.dumps(Press()),
}


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_damaged_or_foreign_is_compiled_again(tmp_path, monkeypatch, ending, damage):
    monkeypatch.chdir(tmp_path)
    for plain in (added, subtracted):
        kept(plain, tmp_path / "cache", monkeypatch)(2, 3)
    (own,), (other,) = (tmp_path.rglob(f"*{name}*{ending}") for name in ("added", "subtracted"))
    own.write_bytes(damage(own.read_bytes(), other.read_bytes()))
    for found in (0, 1):  # it is compiled again, and kept
        function = kept(added, tmp_path / "cache", monkeypatch)
        assert function(2, 3) == 5
        assert hits(function) == found
    assert not Path("trap").exists()


def test_code_for_other_arguments_is_compiled_again(tmp_path, monkeypatch):
    """Two processes that write at the same time may choose the same name."""
    function = kept(added, tmp_path, monkeypatch)
    whole, real = function(2, 3), function(2.5, 3.0)
    assert (whole, real) == (5, 5.5)
    one, other = sorted(tmp_path.rglob("*.nbc"))
    other.write_bytes(one.read_bytes())
    function = kept(added, tmp_path, monkeypatch)
    assert function(2.5, 3.0) == 5.5
    assert hits(function) == 0


def test_what_is_no_file_of_ours_is_not_read(tmp_path, monkeypatch):
    kept(added, tmp_path, monkeypatch)(2, 3)
    (data,) = tmp_path.rglob("*.nbc")
    saved = data.read_bytes()

    def link():
        (tmp_path / "elsewhere").write_bytes(saved)
        data.symlink_to(tmp_path / "elsewhere")

    def strange():
        data.write_bytes(saved)
        os.chown(data, 12345, -1)

    kinds = [link, lambda: os.mkfifo(data), data.mkdir]
    for make in kinds + [strange] * (os.geteuid() == 0):
        data.unlink()
        make()
        function = kept(added, tmp_path, monkeypatch)
        assert function(2, 3) == 5
        assert hits(function) == 0
        if data.is_dir():
            data.rmdir()
            data.touch()


def test_a_full_disk_does_not_matter(tmp_path, monkeypatch):
    function = kept(added, tmp_path, monkeypatch)

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("multiplane.drafts._begun", fail)
    assert function(2, 3) == 5
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_code_that_cannot_be_used_is_compiled_again(tmp_path, monkeypatch):
    kept(added, tmp_path, monkeypatch)(2, 3)
    function = kept(added, tmp_path, monkeypatch)

    def fail(*_):
        raise AssertionError

    monkeypatch.setattr(function._cache._impl, "rebuild", fail)
    assert function(np.int64(2), 3) == 5
    assert hits(function) == 0
