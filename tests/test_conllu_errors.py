"""What is malformed is refused, with its place, or passed through."""

import pytest

from multiplane.conllu import read, reads, write
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from support.sentences import FULL, GOOD, row, rows


@pytest.mark.parametrize(
    ("bad", "line", "found", "expected"),
    [
        ("1\tw\tw\n", 1, "3 columns", "10 columns"),
        (row(1) + row(2).replace("\n", "\tx\n"), 2, "11 columns", "10 columns"),
        (row(1) + "2 w w X _ _ 1 dep _ _\n", 2, "1 column;", "10 columns"),
        (row(1) + " \n" + row(2), 2, "1 column;", "10 columns"),
        (row(1) + "\r\r\n" + row(2), 2, "1 column;", "10 columns"),
        (row(1, form=""), 1, "nothing in column 2", "_ for none"),
        (row(1, misc=""), 1, "nothing in column 10", "_ for none"),
        (row("x"), 1, "ID 'x'", "ID 1"),
        (row("01"), 1, "ID '01'", "ID 1"),
        (row("١"), 1, "ID '١'", "ID 1"),
        (row(0), 1, "ID '0'", "ID 1"),
        (row(2), 1, "ID '2'", "ID 1"),
        (row(1) + row(1), 2, "ID '1'", "ID 2, or an empty line"),
        (row(1) + row(3), 2, "ID '3'", "ID 2"),
        (rows(0, 1, 1) + row("2-1"), 4, "ID '2-1'", "starts at 4"),
        (rows(0) + row("3-2") + row(2), 2, "ID '3-2'", "starts at 2"),
        (row("1-2") + row(1) + row("2-3") + row(2) + row(3), 3, "ID '2-3'", "does not overlap"),
        (row("1-2") + row("1-2") + rows(0, 1), 2, "ID '1-2'", "does not overlap"),
        (rows(0, 1) + row("2-3") + row(3), 3, "ID '2-3'", "starts at 3"),
        (row("1-3") + rows(0, 1), 1, "range 1-3", "within the 2 words"),
        (rows(0, 1) + row("3-4"), 3, "range 3-4", "within the 2 words"),
        (row("0-1") + row(1), 1, "ID '0-1'", "ID 1"),
        (row("1-") + row(1), 1, "ID '1-'", "ID 1"),
        (row("1-2-3") + row(1), 1, "ID '1-2-3'", "ID 1"),
        (row(1) + row("2.1") + row(2), 2, "ID '2.1'", "empty node 1.1"),
        (row(1) + row("1.2"), 2, "ID '1.2'", "empty node 1.1"),
        (row(1) + row("1.1") + row("1.1"), 3, "ID '1.1'", "empty node 1.2"),
        (row("1-2") + row("0.1") + rows(0, 1), 2, "ID '0.1'", "ID 1"),
        (row(1, "x"), 1, "HEAD 'x'", "an integer from 0 to 1"),
        (row(1, "-1"), 1, "HEAD '-1'", "an integer from 0 to 1"),
        (row(1, "²"), 1, "HEAD '²'", "an integer from 0 to 1"),
        (row(1, "1.1"), 1, "HEAD '1.1'", "an integer from 0 to 1"),
        (rows(0, 3), 2, "HEAD '3'", "an integer from 0 to 2"),
        (rows(0, "9" * 5000), 2, "HEAD '999", "an integer from 0 to 2"),
        (rows(2, 2), 2, "HEAD 2, the word itself", "another word"),
        (row(1) + "# late\n", 2, "a comment", "an empty line"),
        (row("0.1") + "# late\n" + row(1), 2, "a comment", "an empty line"),
        (row("1-2") + row(1, 0, deps="0") + row(2, 1, deps="1"), 1, "CoNLL-X", "words only"),
        (row(1, 0, deps="0") + row("1.1"), 2, "CoNLL-X", "words only"),
        (row(1) + row(2, form="\udcff"), 2, "not UTF-8", "UTF-8"),
        (row(1) + "\ufeff" + row(2), 2, "ID '\\ufeff2'", "ID 2"),
    ],
)
def test_malformed_sentences(bad, line, found, expected, tmp_path):
    """The error says where; with skip, the sentence passes through and its neighbours are read."""
    data = (GOOD + bad + "\n" + GOOD).encode("utf-8", "surrogateescape")
    path = tmp_path / "bad.conllu"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        list(read(path))
    error = caught.value
    assert str(error).startswith(f"{path}:{line + 3}: found ")
    assert (error.file, error.line) == (str(path), line + 3)
    assert found in str(error)
    assert expected in error.expected
    assert len(str(error)) < len(str(path)) + 200

    before, damaged, after = read(path, on_error="skip")
    assert before == after
    assert before.error is None
    assert str(damaged.error) == str(error)
    assert damaged.words == 0
    with pytest.raises(FormatError):
        _ = damaged.heads
    with pytest.raises(FormatError):
        damaged.with_tree([], [])
    write([before, damaged, after], tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == data


def test_conllx_has_no_ranges():
    with pytest.raises(FormatError, match="words only"):
        list(reads(FULL, format="conllx"))


def test_sentences_before_the_bad_one_are_read():
    sentences = reads(GOOD + row(7))
    assert next(sentences).words == 2
    with pytest.raises(FormatError, match=r"^<text>:4: "):
        next(sentences)


@pytest.mark.parametrize(
    ("heads", "deprels", "message"),
    [
        ([0], ["a", "b"], "each word needs one of each"),
        ([0, 1, 2], ["a", "b", "c"], "each word needs one of each"),
        ([0, 3], ["a", "b"], "0 to 2"),
        ([-1, 1], ["a", "b"], "0 to 2"),
        ([0, 2], ["a", "b"], "another"),
        ([0, 1], ["a", ""], "use _ for none"),
        ([0, 1], ["a", "b\tc"], "contain tabs"),
        ([0, 1], ["a", "b\n"], "line breaks"),
    ],
)
def test_trees_that_do_not_fit(heads, deprels, message):
    (sentence,) = reads(GOOD)
    with pytest.raises(MultiplaneError, match=message):
        sentence.with_tree(heads, deprels)


def test_unknown_options_are_named_at_once():
    with pytest.raises(UnknownName, match="conllu, conllx"):
        read("no such file", format="conll09")
    with pytest.raises(UnknownName, match="stop, skip"):
        read("no such file", on_error="ignore")
    with pytest.raises(FileNotFoundError):
        next(read("no such file"))
