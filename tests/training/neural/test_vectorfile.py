"""Files of word vectors: what is kept of them, and what is refused."""

import gzip
import lzma
import tracemalloc
from io import BytesIO

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.recipe import MOST
from multiplane.training.neural import vectorfile
from multiplane.training.neural.vectorfile import read_vectors

FILE = "the 1 2\nThe 3 4.5\ncat -1e-1 +2\n1999 5 6\n日本 7 8\n"


def stored(text, name="some.vec"):
    file = BytesIO(text if isinstance(text, bytes) else text.encode())
    file.name = name
    return file


def read(text, wanted=(), most=9):
    found = read_vectors(stored(text), wanted, most)
    return dict(zip(found.words, found.table.tolist(), strict=True))


def test_words_and_their_numbers():
    found = read(FILE)
    assert list(found) == ["the", "The", "cat", "1999", "日本"]
    assert found["cat"] == pytest.approx([-0.1, 2])


@pytest.mark.parametrize(
    "text", ["5 2\n" + FILE, "\ufeff" + FILE, FILE.replace("\n", " \n"), FILE[:-1]]
)
def test_variants_of_the_format(text):
    assert read(text) == read(FILE)


def test_line_ends_of_windows():
    assert read(FILE.replace("\n", "\r\n")) == read(FILE)


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_compressed_files(compress, tmp_path):
    (tmp_path / "some.vec").write_bytes(compress(FILE.encode()))
    found = read_vectors(tmp_path / "some.vec", (), 9)
    assert list(found.words) == list(read(FILE))


def test_zst_files(tmp_path):
    zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
    (tmp_path / "some.vec").write_bytes(zstandard.ZstdCompressor().compress(FILE.encode()))
    assert list(read_vectors(tmp_path / "some.vec", (), 9).words) == list(read(FILE))


@pytest.mark.parametrize(
    ("wanted", "most", "kept"),
    [
        ((), 2, ["the", "The"]),
        (("cat",), 0, ["cat"]),
        (("CAT", "dog"), 1, ["the", "cat"]),
        (("2024",), 0, ["1999"]),
        (("THE",), 0, ["the"]),
        (("The",), 0, ["the", "The"]),
    ],
)
def test_what_is_kept(wanted, most, kept):
    assert list(read(FILE, wanted, most)) == kept


def test_words_may_have_spaces():
    found = read("a 0 0\n. . . 1 2\nat home 3 4\n")
    assert list(found.items())[1:] == [(". . .", [1, 2]), ("at home", [3, 4])]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"some.vec:1: found no word; expected a word and its numbers"),
        ("2 2\n", r"some.vec:1: found no word"),
        ("a\n", r"some.vec:1: found 0 numbers for each word; expected 1 to 4,096"),
        ("a 1 2\nb 1\n", r"some.vec:2: found 1 numbers after 'b'; expected 2$"),
        ("a 1 2\nb 1 2 3\n", r"some.vec:2: found 3 numbers after 'b'; expected 2$"),
        ("a 1 2\n\nb 1 2\n", r"some.vec:2: found 0 numbers after ''; expected 2$"),
        ("a 1 2\n 1 2\n", r"some.vec:2: found no word before the numbers"),
        ("a 1 x\n", r"some.vec:1: found 'x'; expected a finite number"),
        ("a 1 2\nb nan 2\n", r"some.vec:2: found 'nan'; expected a finite number"),
        ("a 1 -inf\n", r"some.vec:1: found '-inf'; expected a finite number"),
        ("a 1 1e99\n", r"some.vec:1: found '1e99'; expected a finite number"),
        ("a 1  2\n", r"some.vec:1: found ''; expected a finite number"),
        ("a 1 2\na 3 4\n", r"some.vec:2: found 'a' once more; expected each word once"),
        ("3 2\na 1 2\n", r"some.vec:1: found 3 words announced, and 1 in the file"),
        ("0 2\na 1 2\n", r"some.vec:1: found 0 words announced, and 1 in the file"),
        ("5 99999\na 1\n", r"some.vec:1: found 99,999 numbers for each word; expected 1 to 4,096"),
        (f"{'9' * 5000} 2\na 1 2\n", r"some.vec:2: found 2 numbers after 'a'; expected 1$"),
        ("a" + " 1" * (MOST + 1), r"some.vec:1: found 4,097 numbers for each word"),
        ("a 1 2\nb" + " 1" * 200_000, r"some.vec:2: found a line of 131,072 characters"),
        (b"a 1 2\n\xff\xfe 1 2\n", r"some.vec:2: found .*; expected a word in UTF-8"),
        (b"\x1f\x8b\x08\x00abc", r"some.vec:1: found .*; expected a complete file"),
        (
            gzip.compress(FILE.encode(), mtime=0)[:-9],
            r"some.vec:\d: found truncated compressed data",
        ),
    ],
)
def test_hostile_files(text, message):
    with pytest.raises(MultiplaneError, match=message):
        read(text)


def test_none_of_the_words():
    with pytest.raises(MultiplaneError, match=r"some.vec: found no word of the treebank"):
        read(FILE, ["dog"], 0)


def test_a_missing_file(tmp_path):
    with pytest.raises(MultiplaneError, match=r"none.vec: No such file"):
        read_vectors(tmp_path / "none.vec", (), 9)
    with pytest.raises(MultiplaneError, match="Is a directory"):
        read_vectors(tmp_path, (), 9)


def test_memory_does_not_grow_with_the_file(tmp_path):
    numbers = " 0.125" * 100
    peaks = []
    for words in (2_000, 20_000):
        with gzip.open(tmp_path / "some.vec.gz", "wt") as file:
            file.writelines(f"w{n}{numbers}\n" for n in range(words))
            file.write(f"x{numbers}\n")
        tracemalloc.start()
        found = read_vectors(tmp_path / "some.vec.gz", ["x"], 100)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(found.words) == 101
    assert peaks[1] < 1.5 * peaks[0]


def test_the_checksum_tells_vectors_apart():
    one, two, three = (
        read_vectors(stored(text), (), 9) for text in (FILE, FILE, FILE.replace("7", "9"))
    )
    assert one.checksum == two.checksum != three.checksum
    assert np.array_equal(one.table, two.table)


def test_long_words_are_shown_shortened():
    with pytest.raises(MultiplaneError, match=r"'x{40}…' once more"):
        read(f"{'x' * 500} 1\n" * 2)
    assert vectorfile.SHOWN == 40
