"""Parsers as values and as files; streams of parsed sentences."""

import io
from dataclasses import replace

import numpy as np
import pytest

import multiplane as mp
from multiplane import modelfile
from multiplane.conllu import read, reads, write
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.parsing import stream
from multiplane.parsing.parser import FORMAT, load
from multiplane.parsing.stream import parse_file
from multiplane.treebank.scan import scan
from support import naive, toy
from support.paths import DATA

LABELS = {"det", "amod", "nsubj", "obj", "root", "punct"}


@pytest.fixture(scope="module")
def parser(tmp_path_factory):
    path = tmp_path_factory.mktemp("toy") / "train"
    path.write_text(toy.treebank(100))
    return mp.train("arc-eager", path, bits=14, epochs=3, cutoff=1)


def parsed(parser, text, **options):
    target = io.BytesIO()
    report = parse_file(parser, io.BytesIO(text.encode()), target, **options)
    return target.getvalue().decode(), report


def is_tree(sentence) -> bool:
    heads = (0, *sentence.heads)
    return all(0 in naive.chain_of_heads(heads, d) for d in range(1, len(heads)))


def test_a_file_comes_back_as_the_same_parser(parser, tmp_path):
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert np.array_equal(again.weights, parser.weights)
    assert np.array_equal(again.label_weights, parser.label_weights)
    assert again.design.as_dict() == parser.design.as_dict()
    assert (again.beam, again.training) == (parser.beam, parser.training)
    again.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_files_that_are_no_parsers(parser, tmp_path, monkeypatch):
    with pytest.raises(MultiplaneError, match="cannot be read as a model"):
        load(DATA / "figures.conllu")
    path = tmp_path / "model"
    parser.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(MultiplaneError, match="cannot be read as a model"):
        load(path)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(MultiplaneError, match="checksum"):
        load(path)
    monkeypatch.setattr(
        "multiplane.parsing.fingerprint.fingerprint", lambda _: "of another version"
    )
    path.write_bytes(whole)
    with pytest.raises(MultiplaneError, match=r"model: its features have other numbers"):
        load(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bits", 13),
        ("bits", "many"),
        ("root", "middle"),
        ("labels", []),
        ("root_label", "head"),
        ("system", {}),
    ],
)
def test_manifests_that_say_other_things(parser, tmp_path, monkeypatch, name, value):
    for place in ("parser", "fingerprint"):
        monkeypatch.setattr(f"multiplane.parsing.{place}.fingerprint", lambda _: "same")
    content = parser.as_dict() | {name: value}
    modelfile.save(tmp_path / "model", FORMAT, content, parser.as_arrays())
    with pytest.raises(MultiplaneError, match=r"model: .*(found|fill)"):
        load(tmp_path / "model")


def test_sentences_from_python(parser):
    text = toy.treebank(700, seed=5)
    sentences = list(reads(text))
    again = list(parser.parse(iter(sentences)))
    assert [s.forms for s in again] == [s.forms for s in sentences]
    assert all(is_tree(s) and s.heads.count(0) == 1 for s in again)
    file = io.StringIO()
    write(again, file)
    assert file.getvalue() == parsed(parser, text)[0]


@pytest.mark.parametrize("name", ["structures", "figures", "eval_gold"])
@pytest.mark.parametrize("beam", [1, 3])
def test_everything_else_stays(parser, name, beam):
    path = DATA / f"{name}.conllu"
    out, report = parsed(replace(parser, beam=beam), path.read_text("utf-8"))
    before, after = list(read(path)), list(reads(out))
    assert report.sentences == len(before)
    assert report.words == sum(s.words for s in before)
    for one, other in zip(before, after, strict=True):
        assert other.with_tree(one.heads, one.deprels) == one
        assert is_tree(other)
        assert set(other.deprels) <= LABELS


def test_conllx_ranges_and_empty_nodes(parser):
    conllx = toy.treebank(3, columns="conllx")
    out, _ = parsed(parser, conllx)
    assert [s.format for s in reads(out)] == ["conllx"] * 3
    ranges = (
        "\ufeff# a comment\r\n1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
        "1\tthe\t_\tDET\t_\t_\t_\t_\t_\tA=B\r\n"
        "2\tcat\t_\tNOUN\t_\t_\t_\t_\t0:root|1:x\t_\r\n2.1\tnone\t_\t_\t_\t_\t_\t_\t1:y\t_"
    )
    out, _ = parsed(parser, ranges)
    assert out.replace("\t2\tdet\t", "\t_\t_\t").replace("\t0\troot\t", "\t_\t_\t") == ranges


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_streams_and_workers_change_nothing(parser, monkeypatch, workers):
    text = toy.treebank(400, seed=8)
    once, _ = parsed(parser, text)
    monkeypatch.setattr(stream, "scan", lambda place, **more: scan(place, size=3000, **more))
    again, report = parsed(parser, text, workers=workers)
    assert again == once
    assert report.sentences == 400
    assert [s.comments for s in reads(again)] == [s.comments for s in reads(text)]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n\n", "\n\n\n"])
def test_nothing_to_parse(parser, text):
    out, report = parsed(parser, text)
    assert (out, report.words) == (text, 0)
    assert [s.text for s in parser.parse(reads(text))] == [s.text for s in reads(text)]


@pytest.mark.parametrize("beam", [1, 2])
def test_a_long_sentence(parser, beam):
    words = [toy.sentence(toy.random.Random(k)) for k in range(400)]
    lines = [f"{d}\t{w[0]}\t{w[0]}\t{w[1]}\t_\t_\t_\t_\t_\t_" for d, w in
             enumerate((w for s in words for w in s), 1)][:2000]  # fmt: skip
    out, _ = parsed(replace(parser, beam=beam), "\n".join(lines) + "\n\n")
    (sentence,) = reads(out)
    assert sentence.words == 2000
    assert sentence.heads.count(0) == 1
    assert is_tree(sentence)


BROKEN = "1\tthe\t_\tDET\t_\t_\t9\tx\t_\t_\n\n"


def test_a_malformed_sentence_stops(parser, tmp_path):
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_text(toy.treebank(2) + BROKEN)
    for workers in (1, 2):
        with pytest.raises(FormatError, match=r"in:\d+: found HEAD '9'; expected _ or an integer"):
            parse_file(parser, source, target, workers=workers)
    assert not target.exists()


def test_a_malformed_sentence_passes_through(parser):
    good = toy.treebank(2)
    invalid = b"1\t\xff\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    data = BROKEN.encode() + good.encode() + invalid + b"\tx\n\n" * 20
    target = io.BytesIO()
    report = parse_file(parser, io.BytesIO(data), target, on_error="skip")
    assert (report.skipped, len(report.problems)) == (22, 10)
    assert report.words == sum(s.words for s in reads(good))
    parts = (BROKEN.encode(), parsed(parser, good)[0].encode(), invalid, b"\tx\n\n" * 20)
    assert target.getvalue() == b"".join(parts)
    (damaged,) = reads(BROKEN, on_error="skip")
    assert list(parser.parse([damaged])) == [damaged]


def test_one_root_or_several(parser):
    text = toy.several_roots(20)
    one, _ = parsed(parser, text)
    assert {s.heads.count(0) for s in reads(one)} == {1}
    several, _ = parsed(parser, text, one_root=False)
    assert max(s.heads.count(0) for s in reads(several)) > 1


def test_bad_settings(parser):
    with pytest.raises(UnknownName, match="choose from stop, skip"):
        parsed(parser, "", on_error="cry")
    for workers in (0, 99_999_999_999):
        with pytest.raises(MultiplaneError, match=f"workers: found {workers}; expected 1 to 4,096"):
            parsed(parser, "", workers=workers)
    with pytest.raises(MultiplaneError, match="beam 0"):
        replace(parser, beam=0)


def test_sentences_that_are_two(parser):
    (sentence,) = reads(BROKEN.replace("9", "0"))
    with pytest.raises(
        MultiplaneError, match="found more or less than one sentence in an item; pass"
    ):
        list(parser.parse([replace(sentence, text=2 * sentence.text)]))


def test_sentences_with_graphs_that_are_two(tmp_path):
    (tmp_path / "train").write_text(toy.graphs(20))
    parser = mp.train("dag-arc-eager", tmp_path / "train", graphs=True, bits=10, epochs=1)
    one, other, *_ = mp.read(tmp_path / "train")
    assert len(list(parser.parse([one, other]))) == 2
    with pytest.raises(MultiplaneError, match="more or less than one sentence"):
        list(parser.parse([replace(one, text=one.text + "\n" + other.text), other]))
