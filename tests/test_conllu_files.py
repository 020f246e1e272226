"""Places to read from and write to, and large input."""

import io
import os
import stat
import sys
import tracemalloc
from pathlib import Path

import pytest

from multiplane.conllu import read, reads, write
from multiplane.errors import FormatError
from support.sentences import FULL, GOOD, row, rows

MANY = (FULL * 3000).encode()


def test_standard_streams(monkeypatch, capfdbinary):
    class Stdin:
        buffer = io.BytesIO(FULL.encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    print("before")
    write(read("-"), "-")
    print("after")
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == b"before\n" + FULL.encode() + b"after\n"


def test_standard_input_is_named_in_errors(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(row(2)))
    with pytest.raises(FormatError, match=r"^<stdin>:1: "):
        list(read("-"))


def test_text_files_in_another_encoding(tmp_path):
    path = tmp_path / "latin1"
    path.write_bytes(FULL.replace("\u2028", "").encode("latin-1"))
    with path.open(encoding="latin-1", newline="\n") as file:
        assert next(read(file)).comments[1] == "# text = Vámonos al mar"
    with path.open(encoding="utf-8") as file, pytest.raises(FormatError, match="latin1:"):
        next(read(file))
    with pytest.raises(FormatError, match="latin1:2: found bytes that are not UTF-8"):
        next(read(path))


def test_streams_stay_open():
    source, target = io.BytesIO(GOOD.encode()), io.BytesIO()
    write(read(source), target)
    assert not source.closed
    assert not target.closed


def test_a_file_that_is_not_read_to_its_end_is_closed(tmp_path):
    (tmp_path / "many").write_bytes(MANY)
    sentences = read(tmp_path / "many")
    next(sentences)
    sentences.close()  # else a ResourceWarning, which is an error here


def test_output_appears_whole_or_not_at_all(tmp_path):
    def breaking():
        yield from reads(GOOD)
        assert not (tmp_path / "new").exists()
        raise KeyboardInterrupt

    (tmp_path / "old").write_text("what was there")
    for name in ("new", "old"):
        with pytest.raises(KeyboardInterrupt):
            write(breaking(), tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "what was there"


def test_a_file_may_be_written_over_itself(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(MANY)
    path.chmod(0o640)
    link.symlink_to(path)
    write((s.with_tree(s.heads, ["x"] * s.words) for s in read(link)), link)
    assert all(s.deprels == ("x",) * 5 for s in read(path))
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_devices_are_written_into():
    write(reads(GOOD), os.devnull)
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_joined_stay_apart(end):
    first = ("\ufeff" + rows(0, 1)).replace("\n", end)
    second = "\ufeff" + GOOD
    for cut in ("", end):
        target = io.StringIO(newline="")
        write([*reads(first.removesuffix(cut)), *reads(second)], target)
        assert target.getvalue() == first + end + GOOD


def test_a_long_sentence():
    n = 10_000
    (sentence,) = reads(rows(0, *range(1, n)))
    assert sentence.heads == tuple(range(n))
    changed = sentence.with_tree([*range(2, n + 1), 0], sentence.deprels)
    assert changed.graph.roots == (n,)


def test_memory_stays_flat():
    class Endless(io.RawIOBase):
        left = 4000

        def readable(self):
            return True

        def readinto(self, buffer):
            self.left -= 1
            data = FULL.encode() if self.left >= 0 else b""
            buffer[: len(data)] = data
            return len(data)

    tracemalloc.start()
    try:
        assert sum(s.words for s in read(Endless())) == 4000 * 5
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
