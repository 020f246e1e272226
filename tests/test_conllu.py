import doctest
import io

import conllu as other_reader
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane import conllu as module
from multiplane.conllu import Sentence, read, reads, write
from multiplane.errors import FormatError
from multiplane.graph import Graph
from support.sentences import FULL, GOOD, NASTY, row


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


@pytest.mark.parametrize("before", ["", "# text = a\n", "\n", "\r\n\n"])
def test_a_byte_order_mark_is_no_part_of_a_column_or_comment(before):
    (sentence,) = reads("\ufeff" + before + row(1))
    assert sentence.columns[0] == ("1",)
    assert not any("\ufeff" in comment for comment in sentence.comments)
    assert sentence.text.startswith("\ufeff")  # but no byte is lost


def test_a_byte_order_mark_in_the_middle_of_a_file_is_kept():
    """The sentence is damaged, and all of its bytes survive; only whole files lose a mark."""
    for line in (row(1), "\n" + row(1), "\r\n" + row(1)):
        data = (row(1) + "\n\ufeff" + line + "\n").encode()
        target = io.BytesIO()
        write(read(io.BytesIO(data), on_error="skip"), target)
        assert target.getvalue() == data
    two = io.BytesIO()
    write([*reads("\ufeff" + row(1)), *reads("\ufeff" + row(1))], two)
    assert two.getvalue().decode() == "\ufeff" + row(1) + "\n" + row(1)


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
