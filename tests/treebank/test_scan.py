import gzip
import io

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from multiplane.conllu import reads
from multiplane.errors import FormatError, UnknownName
from multiplane.treebank import scan as module
from multiplane.treebank.scan import scan
from support.odd_lines import line, texts
from support.scanned import agrees, scanned


@given(texts(), st.sampled_from([1, 7, 64, 1000]), st.sampled_from([None, "conllu", "conllx"]))
@example("\ufeff\n" + line(1), 64, None)
@example(line(1) + "\n\n\ufeff" + line(1) + "\n", 64, None)
@example(line("1-1") + "\n" + line(1, phead="٣") + "\n\n" + line(1), 64, None)
@example(line("1-1") + "\n" + line(1, phead="é") + "\n\n" + line(1), 64, None)
def test_the_scanner_judges_as_the_reader_does(text, size, form):
    agrees(text.encode("utf-8", "surrogatepass"), size=size, format=form)


@given(st.lists(st.sampled_from([b"\xff", b"\xed\xa0\x80", b"\xc3", line(1).encode(), b"\n"])))
def test_bytes_that_are_not_utf_8(pieces):
    agrees(b"".join(pieces))


@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "\r\n", "\n \n"])
def test_a_last_line_may_lack_its_end(ending):
    agrees((line(1) + "\n" + line(2, 1) + ending).encode())


def test_an_empty_file_has_no_sentences():
    assert list(scan(io.BytesIO(b""))) == []


@pytest.mark.parametrize("size", [1, 100, 1 << 19])
def test_a_sentence_longer_than_a_chunk(size):
    text = "\n".join(line(d, d - 1) for d in range(1, 3001)) + "\n\n"
    (found,) = scanned(text.encode(), size=size)
    assert found[3] == tuple(range(3000))


def test_text_streams_and_compressed_files_are_read_too(tmp_path):
    text = line(1) + "\n\n" + line(1, "_") + "\n\n"
    path = tmp_path / "treebank.gz"
    path.write_bytes(gzip.compress(text.encode()))
    for source in (path, str(path), io.StringIO(text)):
        assert [head for chunk in scan(source) for head in chunk.heads] == [0, -1]


def test_a_file_that_breaks_off_is_an_error(tmp_path):
    path = tmp_path / "treebank.gz"
    random = np.random.default_rng(0)
    text = "".join(f"# {random.bytes(8).hex()}\n{line(1)}\n\n" for _ in range(5000))
    path.write_bytes(gzip.compress(text.encode())[:-1000])
    with pytest.raises(FormatError, match=r"treebank.gz:\d+: found truncated compressed data"):
        list(scan(path))


def test_a_file_without_empty_lines_is_not_read_into_memory(monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 1000)
    source = io.BytesIO((line(1) + "\n\n\n" + "# x\n" * 500).encode())
    source.name = "x"
    with pytest.raises(FormatError, match="x:4: found a sentence of more than 0 MB"):
        list(scan(source, size=100))


def test_an_unknown_format():
    with pytest.raises(UnknownName, match="choose from conllu, conllx"):
        scan("x", format="conll09")


@pytest.mark.parametrize(
    "name", ["English-EWT/dev.conllu", "conllx-danish/test.conll", "Dutch-LassySmall/dev.conllu"]
)
def test_a_treebank(treebanks, name):
    agrees((treebanks / name).read_bytes(), size=1 << 16)


def test_a_sentence_can_be_had_from_the_reader():
    text = "# one\n" + line(1) + "\n\n# two\n" + line(1) + "\n" + line(2, 1) + "\n\n"
    sentences = [found[-1] for found in scanned(text.encode())]
    assert sentences == list(reads(text))
    assert [s.line for s in sentences] == [1, 4]
