"""From plain text to trees."""

import codecs
import io
import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane import modelfile
from multiplane.conllu import read, reads
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.evaluation.raw_text import evaluate_text
from multiplane.pipeline import models, stream
from multiplane.pipeline.models import find, installed
from multiplane.pipeline.pipeline import Pipeline, load
from multiplane.pipeline.stream import annotate_file
from multiplane.pipeline.taggers import Taggers, retagged
from multiplane.pipeline.training import train_pipeline
from multiplane.segmentation.raw import plain_text, raw_sentences
from multiplane.text.characters import points
from multiplane.text.words import Words
from support import toy
from support.plain import treebank

TEXT = "The cat can't see Mr. Fox. Dogs like Ann!\n\nBirds hear the frog."
EXPECTED = """\
# newpar
# sent_id = 1
# text = The cat can't see Mr. Fox.
1	The	the	DET	D	_	2	det	_	_
2	cat	cat	NOUN	N	Number=Sing	5	nsubj	_	_
3-4	can't	_	_	_	_	_	_	_	_
3	ca	can	AUX	M	_	5	aux	_	_
4	n't	not	PART	R	Polarity=Neg	5	advmod	_	_
5	see	see	VERB	V	_	0	root	_	_
"""


def test_plain_text_becomes_conllu(toy_pipeline):
    found = toy_pipeline.annotate(TEXT)
    assert found.startswith(EXPECTED)
    sentences = list(reads(found))  # strictly
    assert [s.comments for s in sentences] == [
        ("# newpar", "# sent_id = 1", "# text = The cat can't see Mr. Fox."),
        ("# sent_id = 2", "# text = Dogs like Ann!"),
        ("# newpar", "# sent_id = 3", "# text = Birds hear the frog."),
    ]
    assert sentences[2].misc == ("_", "_", "_", "SpaceAfter=No", "_")
    assert all(s.heads.count(0) == 1 for s in sentences)


def test_the_text_is_in_what_comes_out(toy_pipeline):
    sentences = raw_sentences(reads(toy_pipeline.annotate(TEXT)))
    assert plain_text(sentences).split() == TEXT.split()


def test_what_was_not_seen_is_understood(toy_pipeline, toy_files):
    gold = toy_files / "dev.conllu"
    text = plain_text(raw_sentences(read(gold)))
    scores = evaluate_text(gold, reads(toy_pipeline.annotate(text)))
    assert scores["Words"].f1 == scores["Sentences"].f1 == 100
    assert scores["UPOS"].f1 > 95
    assert scores["Lemmas"].f1 > 95
    assert scores["LAS"].f1 > 90


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ufeff"])
def test_no_text_gives_no_sentences(toy_pipeline, text):
    assert toy_pipeline.annotate(text) == ""


ODD = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@settings(max_examples=60)
@given(text=ODD | st.text("aB.,'\t \n\r🙂é", max_size=80))
def test_any_text_gives_well_formed_sentences_with_all_its_characters(toy_pipeline, text):
    found = list(reads(toy_pipeline.annotate(text)))
    tokens = [token.form for s in raw_sentences(found) for token in s.tokens]
    kinds = toy_pipeline.segmenter.split(points(text.removeprefix("\ufeff")))
    bare = text.removeprefix("\ufeff")
    assert tokens == [bare[a:b] for a, b in zip(kinds.begins, kinds.ends, strict=True)]
    for sentence in found:
        assert sentence.heads.count(0) == 1
        assert all(field for column in sentence.columns for field in column)


def test_written_lines_are_those_of_the_parts(toy_pipeline):
    """The slow twin of the writer: tags and lemmas word by word, in Python."""
    (sentence,) = reads(toy_pipeline.annotate("Dr. Hare hears the cats."))
    words = Words.of_forms([sentence.forms])
    tagger, lemmatiser = toy_pipeline.tagger, toy_pipeline.lemmatiser
    values = tagger.values(words)
    tags = tagger.tag_values(values, words.starts)
    assert list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True)) == [
        tagger.tags.tags[tag] for tag in tags
    ]
    assert list(sentence.lemmas) == lemmatiser.lemmas(words, values, tags)


def test_words_that_are_given_stay(toy_pipeline, toy_files):
    """CoNLL-U without tags gets what plain text of the same words gets; all else stays."""
    gold = list(read(toy_files / "dev.conllu"))
    bare = "".join(
        "\n".join(
            "\t".join([*line.split("\t")[:2], *["_"] * 7, line.split("\t")[9]])
            if "\t" in line and "-" not in line.split("\t")[0]
            else line
            for line in sentence.text.split("\n")
        )
        for sentence in gold
    )
    parsed = list(toy_pipeline.parse(reads(bare)))
    assert [s.forms for s in parsed] == [s.forms for s in gold]
    assert [s.comments for s in parsed] == [s.comments for s in gold]
    plain = reads(toy_pipeline.annotate(plain_text(raw_sentences(gold))))
    for one, other in zip(parsed, plain, strict=True):
        assert one.columns[2:8] == other.columns[2:8]


def test_damaged_sentences_stay_as_they_are(toy_pipeline):
    text = "1\tdogs\t_\t_\t_\t_\t_\t_\t_\t_\n\n7\tbad\n\n# alone\n\n"
    found = list(toy_pipeline.parse(reads(text, on_error="skip")))
    assert found[0].upos == ("NOUN",)
    assert found[1].error
    assert found[2].comments == ("# alone",)


def test_a_file_gives_the_same_pipeline(toy_pipeline, tmp_path):
    toy_pipeline.save(tmp_path / "one.mp")
    again = load(tmp_path / "one.mp")
    assert isinstance(again, Pipeline)
    assert again.annotate(TEXT) == toy_pipeline.annotate(TEXT)
    again.save(tmp_path / "two.mp")
    assert (tmp_path / "one.mp").read_bytes() == (tmp_path / "two.mp").read_bytes()
    assert again.training["language"] == "Toy"
    assert again.training["scores"]["upos"] > 90


def test_a_damaged_file_is_an_error(toy_pipeline, tmp_path):
    toy_pipeline.save(tmp_path / "model.mp")
    data = bytearray((tmp_path / "model.mp").read_bytes())
    data[-9] ^= 1
    (tmp_path / "model.mp").write_bytes(data)
    with pytest.raises(MultiplaneError, match="damaged"):
        models.load(tmp_path / "model.mp")


def test_a_file_of_a_version_with_other_numbers_is_an_error(toy_pipeline, tmp_path, monkeypatch):
    toy_pipeline.save(tmp_path / "model.mp")
    monkeypatch.setattr("multiplane.pipeline.pipeline.SAMPLE", ("other",))
    with pytest.raises(MultiplaneError, match="which encodes words differently; train it again"):
        load(tmp_path / "model.mp")


def test_the_same_arguments_give_the_same_bytes(toy_files, tmp_path):
    for name in ("one", "two"):
        train_pipeline(
            "arc-eager",
            toy_files / "dev.conllu",
            taggers=Taggers(folds=2, epochs=1),
            epochs=1,
            bits=12,
        ).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_parser_learns_from_tags_of_taggers_that_have_not_seen_the_sentence(
    toy_files, monkeypatch
):
    from multiplane.pipeline import taggers

    seen = []

    def spy(annotator, sentences):
        known = set(annotator.taught)
        seen.append(known.isdisjoint(id(s) for s in sentences))
        return retagged(annotator, sentences)

    learn = taggers.learn_annotator

    def teach(sentences, epochs, seed, **options):
        annotator = learn(sentences, epochs, seed, **options)
        annotator.__dict__["taught"] = [id(s) for s in sentences]
        return annotator

    monkeypatch.setattr(taggers, "retagged", spy)
    monkeypatch.setattr(taggers, "learn_annotator", teach)
    train_pipeline(
        "arc-eager", toy_files / "dev.conllu", taggers=Taggers(folds=4, epochs=1), epochs=1, bits=12
    )
    assert seen == [True] * 4


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("gap", ["\n\n", "\r\n\r\n", "\n"])
def test_streams_give_what_the_whole_text_gives(toy_pipeline, monkeypatch, workers, gap):
    monkeypatch.setattr(stream, "SIZE", 50)
    monkeypatch.setattr(stream, "LARGEST", 150)
    text = gap.join(plain_text(raw_sentences(reads(treebank(30, 7)))).strip().splitlines())
    out = io.BytesIO()
    report = annotate_file(toy_pipeline, io.StringIO(text, newline=""), out, workers=workers)
    found, whole = (list(reads(t)) for t in (out.getvalue().decode(), toy_pipeline.annotate(text)))
    assert [s.text for s in found] == [s.text for s in whole]
    assert report.sentences == len(whole)
    assert report.words == sum(s.words for s in whole)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (
            "Ann sees cats.".encode("utf-16"),
            ":1: found text in UTF-16; expected plain text in UTF-8",
        ),
        (codecs.BOM_UTF16_BE + "Ann".encode("utf-16-be"), ":1: found text in UTF-16"),
        ("Ann sees cats.".encode("utf-32"), ":1: found text in UTF-32"),
        (
            "Ann sees cats.".encode("utf-16-le"),
            ":1: found a zero byte, as in UTF-16 or binary files; expected",
        ),
        (b"\x7fELF\n\n\x02\x00", ":3: found a zero byte"),
    ],
)
def test_other_encodings_and_binary_files_are_errors_that_say_so(toy_pipeline, data, found):
    with pytest.raises(FormatError, match=found):
        annotate_file(toy_pipeline, io.BytesIO(data), io.BytesIO())


def test_one_endless_sentence_is_cut_somewhere(toy_pipeline, monkeypatch):
    monkeypatch.setattr(stream, "SIZE", 50)
    monkeypatch.setattr(stream, "LARGEST", 150)
    text = "dogs " * 200 + "x" * 500
    out = io.BytesIO()
    annotate_file(toy_pipeline, io.StringIO(text), out)
    forms = [form for s in reads(out.getvalue().decode()) for form in s.forms]
    assert "".join(forms) == text.replace(" ", "")


def test_models_are_found_by_name_and_path(toy_pipeline, tmp_path, monkeypatch):
    monkeypatch.setenv(models.FOLDER, os.fspath(tmp_path))
    toy_pipeline.save(tmp_path / "toy.mp")
    toy_pipeline.parser.save(tmp_path / "alone.mp")
    assert find("toy") == find(tmp_path / "toy.mp") == tmp_path / "toy.mp"
    assert {"toy", "alone"} <= {model.name for model in installed()}
    assert isinstance(models.load("toy"), Pipeline)
    assert not isinstance(models.load("alone"), Pipeline)
    with pytest.raises(UnknownName, match=r"xx: no such file.*installed models: .*toy"):
        find("xx")


def test_a_parser_is_no_pipeline(toy_pipeline, tmp_path):
    toy_pipeline.parser.save(tmp_path / "parser.mp")
    with pytest.raises(MultiplaneError, match="found multiplane parser 1; expected"):
        load(tmp_path / "parser.mp")
    assert modelfile.format_of(tmp_path / "parser.mp") == "multiplane parser 1"


def test_a_treebank_that_is_too_small_is_an_error(tmp_path):
    (tmp_path / "one.conllu").write_text(treebank(1, 1), "utf-8")
    with pytest.raises(MultiplaneError, match="found 1 sentences; expected at least 5"):
        train_pipeline("arc-eager", tmp_path / "one.conllu")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"folds": 1}, "taggers: found folds 1; expected 2 or more"),
        ({"epochs": 0}, "taggers: found epochs 0; expected 1 or more"),
        ({"members": 0}, "taggers: found members 0; expected 1 or more"),
    ],
)
def test_there_are_no_fewer_taggers_than_make_sense(wrong, message):
    with pytest.raises(MultiplaneError, match=message):
        Taggers(**wrong)


def test_a_beam_may_be_put_in(toy_pipeline):
    wide = replace(toy_pipeline, parser=replace(toy_pipeline.parser, beam=4))
    (one,) = reads(wide.annotate("The cat sees Ann."))
    assert one.heads == (2, 3, 0, 3, 3)
    assert np.all(wide.tagger.weights == toy_pipeline.tagger.weights)


def test_sentences_that_are_no_trees_stop_training_at_once_or_are_left_out(tmp_path):
    cycle = "1\tx\tx\tX\t_\t_\t2\ta\t_\t_\n2\ty\ty\tX\t_\t_\t1\ta\t_\t_\n\n"
    good = treebank(12, 1)
    (tmp_path / "train.conllu").write_text("# alone\n\n" + cycle + good)
    (tmp_path / "dev.conllu").write_text(good + cycle + "1\tbad\n\n")
    said, left = [], []
    files = tmp_path / "train.conllu", tmp_path / "dev.conllu"
    settings = {"taggers": Taggers(folds=2, epochs=1), "epochs": 1, "bits": 10}
    with pytest.raises(FormatError, match=r"train\.conllu:3: found the cycle 1 → 2 → 1"):
        train_pipeline("arc-eager", *files, **settings, say=said.append)
    assert not said
    found = train_pipeline("arc-eager", *files, **settings, on_error="skip", left_out=left.append)
    assert [error.file.rpartition("/")[2] for error in left] == [
        "train.conllu", "dev.conllu", "dev.conllu"
    ]  # fmt: skip
    assert found.training["scores"]["las"] > 0


@pytest.mark.parametrize("about", [{"language": "a\tb"}, {"licence": "x" * 10_001}, {"test": "x"}])
def test_what_a_model_cannot_say_of_itself_is_refused_before_any_work(tmp_path, about):
    place = tmp_path / "train.conllu"
    place.write_text(toy.treebank(10))
    with pytest.raises(MultiplaneError, match=f"^about.'{next(iter(about))}': found "):
        train_pipeline("arc-eager", str(place), about=about, say=pytest.fail)
