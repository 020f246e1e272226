"""Very long sentences: left unparsed if asked, announced on a terminal."""

import io
from dataclasses import replace

import pytest

import multiplane as mp
from multiplane.cli.jobs import announce
from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.parsing.limits import warning
from multiplane.parsing.stream import Follower, parse_file
from multiplane.pipeline.stream import annotate_file
from multiplane.systems import systems
from support import networks, toy


@pytest.fixture(scope="module")
def parser(tmp_path_factory):
    path = tmp_path_factory.mktemp("toy") / "train"
    path.write_text(toy.treebank(60))
    return mp.train("arc-eager", path, bits=12, epochs=1, cutoff=1)


def sentence(words):
    lines = (f"{n}\tthe\tthe\tDET\tD\t_\t_\t_\t_\t_" for n in range(1, words + 1))
    return "\n".join(["# a comment", *lines, "", ""])


BROKEN = "1\tthe\n\n"


def parsed(parser, texts, **options):
    target = io.BytesIO()
    report = parse_file(parser, io.BytesIO("".join(texts).encode()), target, **options)
    return target.getvalue().decode(), report


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "sizes", [(9,), (3,), (9, 3), (3, 9), (3, 9, 4), (9, 9, 3, 3, 9), (4, 5, 6, 5, 4)]
)
def test_longer_sentences_pass_through_and_are_counted(parser, sizes, workers):
    texts = [*map(sentence, sizes)]
    found, report = parsed(parser, texts, max_words=5, workers=workers)
    alone = [
        parsed(parser, [text])[0] if n <= 5 else text for n, text in zip(sizes, texts, strict=True)
    ]
    assert found == "".join(alone)
    assert report.sentences == len(sizes)
    assert report.skipped == sum(n > 5 for n in sizes)
    assert report.words == sum(n for n in sizes if n <= 5)
    assert len(report.problems) == report.skipped
    if sizes[0] > 5:
        assert str(report.problems[0]).startswith(
            f"<stream>:1: found a sentence of {sizes[0]} words; expected no more than 5"
        )


def test_malformed_sentences_are_counted_once(parser):
    texts = [sentence(9), BROKEN, sentence(2)]
    found, report = parsed(parser, texts, max_words=1, on_error="skip")
    assert found == "".join(texts)
    assert (report.sentences, report.skipped, report.words) == (3, 3, 0)
    with pytest.raises(MultiplaneError, match=":12: found"):
        parsed(parser, texts, max_words=5)


def test_without_a_limit_all_are_parsed(parser):
    found, report = parsed(parser, [sentence(400)])
    assert (report.skipped, report.words) == (0, 400)
    assert next(reads(found)).heads[0] is not None


def test_a_limit_is_at_least_one(parser, toy_pipeline):
    with pytest.raises(MultiplaneError, match="max_words: found 0"):
        parsed(parser, [], max_words=0)
    with pytest.raises(MultiplaneError, match="max_words: found 0"):
        annotate_file(toy_pipeline, io.StringIO(""), io.BytesIO(), max_words=0)


@pytest.mark.parametrize("workers", [1, 2])
def test_of_a_plain_text_they_are_tagged_but_have_no_tree(toy_pipeline, workers):
    text = "Ann sees cats.\n\n" + "the " * 20 + "\n\nBob hears the dog."
    out = io.BytesIO()
    report = annotate_file(toy_pipeline, io.StringIO(text), out, max_words=10, workers=workers)
    found = [*reads(out.getvalue().decode(), on_error="skip")]
    assert [s.words for s in found] == [4, 20, 5]
    assert [any(head is not None for head in s.heads) for s in found] == [True, False, True]
    assert found[1].columns[3][0] == "DET"
    assert (report.sentences, report.skipped, report.words) == (3, 1, 9)
    (problem,) = report.problems
    assert str(problem) == "<stream>: sentence 2 has 20 words"


def test_the_longest_sentence_so_far_is_announced(parser, toy_pipeline):
    told = []
    sizes = (3, 2, 9, 4)
    follower = Follower(expect=lambda *what: told.append(what))
    parsed(parser, map(sentence, sizes), max_words=8, follower=follower)
    assert told == [("<stream>:1", 3), ("<stream>:21", 4)]
    source = io.StringIO("Ann sees cats.")
    annotate_file(toy_pipeline, source, io.BytesIO(), follower=Follower(expect=follower.expect))
    assert told[2:] == [("sentence 1", 4)]


def test_what_takes_long_is_said_on_a_terminal_only(parser, monkeypatch, capsys):
    assert warning(parser, 1_000_000) == ""
    beam = replace(parser, beam=4)
    assert warning(beam, 9_999) == ""
    assert "beam" in warning(beam, 10_000)
    for name in ("covington", "easy-first", "undirected-covington"):
        slow = replace(parser, design=replace(parser.design, base=systems[name]))
        assert warning(slow, 9_999) == ""
        assert name in warning(slow, 10_000)
    announce(beam, "a:1", 100_000)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    announce(beam, "a:1", 100_000)
    assert capsys.readouterr().err == (
        "multiplane: a:1: 100,000 words; with a beam, time grows with the square of that;"
        " --max-words leaves such sentences unparsed\n"
    )


@pytest.mark.parametrize(
    ("system", "recipe", "square"),
    [
        ("undirected-planar", {}, True),
        ("undirected-planar", {"costs": 0}, False),
        ("undirected-planar", {"graph": 0}, False),
        ("side-stack", {}, False),
        ("2-planar[single-head,acyclic]", {}, False),
    ],
)
def test_expected_costs_that_look_at_all_words_are_announced(system, recipe, square):
    label = 4 if systems[system].directed else 0
    made = replace(networks.SMALL, label=label, **recipe)
    parser, _ = networks.random_parser(systems[system], (3, 1), made)
    assert bool(warning(parser, 10_000)) == square
    assert warning(parser, 9_999) == ""
