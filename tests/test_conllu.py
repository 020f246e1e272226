import doctest
import gzip
import io
import lzma
import os
import stat
import sys
import tracemalloc
from pathlib import Path

import conllu as other_reader
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from multiplane import conllu as module
from multiplane.conllu import Sentence, read, reads, write
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.graph import Graph


def row(k, head="0", *, form="w", deprel="dep", deps="_", misc="_"):
    return f"{k}\t{form}\tw\tX\t_\t_\t{head}\t{deprel}\t{deps}\t{misc}\n"


def rows(*heads):
    return "".join(row(k, head) for k, head in enumerate(heads, 1))


GOOD = rows(0, 1) + "\n"

# Every kind of line that CoNLL-U has.
FULL = (
    "# newdoc id = d1\n"
    "# text = Vámonos al mar\n"
    "#\ta comment\twith\ttabs\tin\tit\ta\tb\tc\td\n"
    + row("0.1", "_", form="nothing", deprel="_", deps="1:dep")
    + row("1-2", "_", form="Vámonos", deprel="_", misc="SpaceAfter=No")
    + row(1, 0, form="vamos", deprel="root")
    + row(2, 1, form="nos", deprel="obj")
    + row("2.1", "_", deprel="_")
    + row("2.2", "_", deprel="_")
    + row("3-4", "_", form="al", deprel="_")
    + row(3, 5, form="a", deprel="case")
    + row("3.1", "_", deprel="_")
    + row(4, 5, form="el", deprel="det")
    + row(5, 1, form=" el  mar ", deprel="obl", misc="Gloss=the sea|X=# 1\u2028\x0b\x85")
    + "\n"
)

NASTY = {
    "all kinds of lines": FULL,
    "windows line ends": FULL.replace("\n", "\r\n"),
    "mixed line ends": row(1).replace("\n", "\r\n") + row(2) + "\r\n" + GOOD,
    "no final empty line": GOOD + rows(0, 1),
    "no final line end": (GOOD + rows(0, 1)).removesuffix("\n"),
    "a carriage return at the end": GOOD + "\r",
    "empty lines everywhere": "\n\r\n\n" + GOOD + "\n\n\n" + FULL + "\n\n",
    "comments alone": "# one\n\n# two\n# three\n\n" + GOOD + "# four\n\n",
    "comments only": "# one\n# two",
    "a byte order mark": "\ufeff" + GOOD + FULL,
    "a byte order mark and a comment": "\ufeff" + FULL,
    "a byte order mark and an empty line": "\ufeff\n" + GOOD,
    "only a byte order mark": "\ufeff",
    "only an empty line": "\n",
    "nothing": "",
    "not annotated": rows("_", "_").replace("dep", "_") + "\n",
    "CoNLL-X": row(1, 0, deps="0", misc="ROOT") + row(2, 1, deps="1", misc="x") + "\n",
    "several roots and a cycle": rows(0, 0, 4, 3) + "\n",
    "a range of one word": row("1-1", "_") + row(1) + "\n",
}


@pytest.fixture(params=NASTY.values(), ids=NASTY)
def nasty(request):
    return request.param


def copied(data: bytes) -> bytes:
    target = io.BytesIO()
    write(read(io.BytesIO(data)), target)
    return target.getvalue()


def test_every_byte_survives(nasty, tmp_path):
    data = nasty.encode()
    assert copied(data) == data
    (tmp_path / "in").write_bytes(data)
    write(read(tmp_path / "in"), tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == data
    assert "".join(s.text for s in reads(nasty)) == nasty
    target = io.StringIO(newline="")
    write(read(io.StringIO(nasty, newline="\n")), target)
    assert target.getvalue() == nasty


def test_a_tree_put_back_changes_nothing(nasty):
    for sentence in reads(nasty):
        assert sentence.with_tree(sentence.heads, sentence.deprels) == sentence


def test_with_tree_changes_head_and_deprel_only(nasty):
    for sentence in reads(nasty):
        n = sentence.words
        heads, deprels = [None, *[1] * n][:n], ["n:e-w"] * n
        changed = sentence.with_tree(heads, deprels)
        assert list(changed.heads) == heads
        assert list(changed.deprels) == deprels
        assert len(list(reads(changed.text))) == 1
        for k, (old, new) in enumerate(zip(sentence.columns, changed.columns, strict=True)):
            assert old == new or k in (6, 7)
        old_lines, new_lines = sentence.text.split("\n"), changed.text.split("\n")
        for old, new in zip(old_lines, new_lines, strict=True):
            if not old.removeprefix("\ufeff").split("\t")[0].isdigit():
                assert old == new


def test_all_that_a_sentence_has():
    (sentence,) = reads(FULL)
    assert sentence.words == 5
    assert sentence.forms == ("vamos", "nos", "a", "el", " el  mar ")
    assert sentence.lemmas == ("w",) * 5
    assert sentence.upos == ("X",) * 5
    assert sentence.xpos == sentence.feats == sentence.deps == ("_",) * 5
    assert sentence.heads == (0, 1, 5, 5, 1)
    assert sentence.deprels == ("root", "obj", "case", "det", "obl")
    assert sentence.misc[4] == "Gloss=the sea|X=# 1\u2028\x0b\x85"
    assert sentence.comments == tuple(FULL.split("\n")[:3])
    assert sentence.graph == Graph.from_heads([0, 1, 5, 5, 1])
    assert (sentence.file, sentence.line, sentence.format) == ("<text>", 1, "conllu")
    assert sentence.error is None


def test_windows_line_ends_are_no_part_of_the_last_column():
    (sentence,) = reads(FULL.replace("\n", "\r\n"))
    assert sentence.misc[0] == "_"
    assert sentence.comments[0] == "# newdoc id = d1"


def test_lines_are_counted_and_blocks_are_sentences():
    sentences = list(reads("# alone\n\n\n" + GOOD + FULL))
    assert [(s.line, s.words) for s in sentences] == [(1, 0), (4, 2), (7, 5)]
    assert sentences[0].comments == ("# alone",)
    assert sentences[0].forms == sentences[0].heads == ()
    assert sentences[0].graph == Graph.from_heads([])


def test_no_head_is_none():
    (sentence,) = reads(NASTY["not annotated"])
    assert sentence.heads == (None, None)
    assert sentence.graph.arcs == frozenset()


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        (NASTY["CoNLL-X"], "conllx"),
        ("# comment\n" + NASTY["CoNLL-X"], "conllx"),
        (GOOD, "conllu"),
        (FULL, "conllu"),
        (row(1, deps="0:root|2:dep"), "conllu"),
    ],
)
def test_the_format_is_recognised(text, format_):
    assert [s.format for s in reads(text)] == [format_]


def test_the_format_can_be_forced():
    assert [s.format for s in reads(GOOD, format="conllx")] == ["conllx"]
    assert [s.format for s in reads(NASTY["CoNLL-X"], format="conllu")] == ["conllu"]


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
        (rows(0, 1, 1) + row("2-1"), 4, "ID '2-1'", "from 4"),
        (rows(0) + row("3-2") + row(2), 2, "ID '3-2'", "from 2"),
        (row("1-2") + row(1) + row("2-3") + row(2) + row(3), 3, "ID '2-3'", "after the range"),
        (row("1-2") + row("1-2") + rows(0, 1), 2, "ID '1-2'", "after the range"),
        (rows(0, 1) + row("2-3") + row(3), 3, "ID '2-3'", "from 3"),
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
        ([0], ["a", "b"], "one of each per word"),
        ([0, 1, 2], ["a", "b", "c"], "one of each per word"),
        ([0, 3], ["a", "b"], "0 to 2"),
        ([-1, 1], ["a", "b"], "0 to 2"),
        ([0, 2], ["a", "b"], "another"),
        ([0, 1], ["a", ""], "or _ for none"),
        ([0, 1], ["a", "b\tc"], "without tabs"),
        ([0, 1], ["a", "b\n"], "line ends"),
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


# Places to read from and write to.

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


# Size.


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


# Files made up, and files from life.

TEXT = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1)
ENDS = st.sampled_from(["\n", "\r\n"])


@st.composite
def files(draw):
    """A well-formed file, with everything in odd places that may stand there."""
    text = draw(st.sampled_from(["", "\ufeff", "\n", "\ufeff\n\n"]))
    for _ in range(draw(st.integers(0, 3))):
        for comment in draw(st.lists(TEXT, max_size=2)):
            text += "#" + comment + draw(ENDS)
        n, k = draw(st.integers(1, 5)), 1
        ranged = 0
        while k <= n:
            if ranged < k and draw(st.booleans()):
                ranged = draw(st.integers(k, n))
                text += draw(lines(f"{k}-{ranged}", "_"))
            heads = [h for h in range(n + 1) if h != k]
            text += draw(lines(str(k), draw(st.sampled_from(["_", *map(str, heads)]))))
            for m in range(draw(st.integers(0, 2))):
                text += draw(lines(f"{k}.{m + 1}", "_"))
            k += 1
        text += "".join(draw(st.lists(ENDS, min_size=1, max_size=3)))
    return text


@st.composite
def lines(draw, name, head):
    fields = [draw(TEXT) for _ in range(7)]
    deps = draw(TEXT.filter(lambda text: not text.isdecimal()))
    return "\t".join([name, *fields[:5], head, fields[5], deps, fields[6]]) + draw(ENDS)


@given(files(), st.integers(0, 3))
def test_every_byte_survives_in_files_made_up(text, cut):
    text = text[: len(text) - cut] if text[-cut:].strip("\r\n") == "" else text
    data = text.encode()
    assert copied(data) == data
    for sentence in reads(text):
        assert sentence.with_tree(sentence.heads, sentence.deprels) == sentence


@given(st.binary() | st.text("12-.#\t\n\r_x", max_size=200).map(str.encode))
def test_every_byte_survives_in_rubbish(data):
    target = io.BytesIO()
    try:
        write(read(io.BytesIO(data), on_error="skip"), target)
    except FormatError as error:  # only what looks compressed cannot be passed through
        assert "compressed" in error.found  # noqa: PT017
    else:
        assert target.getvalue() == data


def compare(text: str) -> None:
    """Our reading and that of the package conllu."""
    ours = [s for s in reads(text) if s.words]
    theirs = other_reader.parse(text)
    assert len(ours) == len(theirs)
    for sentence, tokens in zip(ours, theirs, strict=True):
        words = [token for token in tokens if isinstance(token["id"], int)]
        assert sentence.words == len(words)
        for name, values in (
            ("form", sentence.forms),
            ("lemma", sentence.lemmas),
            ("upos", sentence.upos),
            ("deprel", sentence.deprels),
            ("head", sentence.heads),
        ):
            assert tuple(word[name] for word in words) == values


def test_another_reader_agrees():
    full = FULL.replace(" el  mar ", "mar")  # to the other reader, two spaces are a tab
    compare(full + GOOD + "\n" + full)


def test_another_reader_agrees_on_a_treebank(treebanks):
    with (treebanks / "English-EWT" / "dev.conllu").open(encoding="utf-8", newline="") as file:
        compare("".join(next(file) for _ in range(10_000)).rpartition("\n\n")[0] + "\n\n")


def test_every_byte_survives_in_treebanks(treebanks):
    folders = [folder for folder in sorted(treebanks.iterdir()) if folder.is_dir()]
    assert folders
    for folder in folders:
        path = next(iter(sorted(folder.glob("test.conll*")) or sorted(folder.glob("*.conll*"))))
        data = path.read_bytes()
        assert copied(data) == data, path
        text = "".join(s.with_tree(s.heads, s.deprels).text for s in read(path))
        assert text.encode() == data, path


def test_examples():
    assert doctest.testmod(module).failed == 0


def test_sentences_are_values():
    (one,), (two,) = reads(GOOD), read(io.BytesIO(GOOD.encode()))
    assert one == two
    assert len({one, two}) == 1
    assert isinstance(one, Sentence)
