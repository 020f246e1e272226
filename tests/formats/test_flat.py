"""A sentence as a row, and back."""

import json
from io import StringIO

import pytest
from hypothesis import given

from multiplane.conllu import reads
from multiplane.doc import Doc
from multiplane.errors import MultiplaneError
from multiplane.formats.flat import NAMES, FlatSentence, planes_of
from multiplane.formats.lines import line, read_jsonl
from multiplane.treebank.multiplanarity import multiplanarity
from support.sentences import FULL, NASTY
from support.strategies import forests, texts


def there_and_back(text):
    rows = [FlatSentence.of(sentence) for sentence in reads(text)]
    again = list(read_jsonl(StringIO("".join(f"{line(row)}\n" for row in rows))))
    assert again == [FlatSentence.from_dict(json.loads(line(row))) for row in rows]
    return Doc(row.sentence() for row in again)


@given(texts())
def test_jsonl_restores_conllu(text):
    assert there_and_back(text).to_conllu() == text


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_line_ends_become_plain(text):
    plain = text.replace("\r", "").replace("\ufeff", "")
    lines = [line for line in plain.split("\n") if line]
    assert [line for line in there_and_back(text).to_conllu().split("\n") if line] == lines


@given(texts())
def test_it_says_what_a_document_says(text):
    for sentence in reads(text):
        if sentence.words:
            row, (parsed,) = FlatSentence.of(sentence), Doc([sentence])
            assert (row.text, row.sent_id) == (parsed.text, parsed.sent_id)
            assert row.planes == tuple(token.plane for token in parsed)
            spans = [(token.start - parsed.start, token.end - parsed.start) for token in parsed]
            assert list(zip(row.starts, row.ends, strict=True)) == spans


@given(forests(9))
def test_planes_are_those_of_the_census(forest):
    heads = [(*forest.heads_of(d), 0)[0] for d in range(1, forest.n + 1)]
    found = multiplanarity(forest).planes
    expected = tuple(found[h, d] if h else None for d, h in enumerate(heads, 1))
    assert planes_of(heads) == expected


def test_a_line_is_one_line():
    odd = FULL.replace("vamos", 'va"m\x1b\x0b\x85\u2028os')
    (sentence,) = reads(odd)
    text = line(FlatSentence.of(sentence))
    assert text.splitlines() == [text]
    assert json.loads(text)["forms"][0] == 'va"m\x1b\x0b\x85\u2028os'


def test_what_it_looks_like():
    (sentence,) = reads(FULL)
    row = json.loads(line(FlatSentence.of(sentence, "a.conllu")))
    assert tuple(row) == NAMES
    assert row["file"] == "a.conllu"
    assert row["start"] is None
    assert row["heads"] == [0, 1, 5, 5, 1]
    assert row["feats"] == [None] * 5
    assert row["text"] == "Vámonosal  el  mar "
    assert row["text"][row["starts"][1] : row["ends"][1]] == "Vámonos"
    assert row["multiwords"][1] == {"id": "3-4", "form": "al", "lemma": "w", "upos": "X"}
    assert [node["id"] for node in row["empty_nodes"]] == ["0.1", "2.1", "2.2", "3.1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", r"^x\.jsonl:1: found invalid JSON"),
        ("[" * 100_000, r"^x\.jsonl:1: found invalid JSON"),
        ("[]", r"x\.jsonl:1: .*expected a row, an object with a list forms"),
        ('{"forms": ["a"], "heads": []}', r"x\.jsonl:1: heads: found 0 values; expected a list"),
        ('{"forms": ["a"], "heads": [true]}', "heads: found True; expected numbers and null"),
        ('{"forms": [1]}', "forms: found 1; expected strings"),
        ('{"forms": ["a"], "comments": [1]}', "comments: found 1; expected strings"),
        ('{"forms": ["a"], "multiwords": [{"form": "x"}]}', "expected objects with id"),
        ('{"forms": ["a"], "multiwords": 3}', "multiwords: found 3; expected a list"),
    ],
)
def test_rows_of_others_are_checked(text, said):
    source = StringIO(text)
    source.name = "x.jsonl"
    with pytest.raises(MultiplaneError, match=said):
        list(read_jsonl(source))


def test_a_row_of_forms_only():
    (row,) = read_jsonl(StringIO('\n{"forms": ["Go", "!"], "heads": [0, 1], "mine": 3}\n'))
    assert row.sentence().heads == (0, 1)
    (bad,) = read_jsonl(StringIO('{"forms": ["Go"], "heads": [7]}'))
    with pytest.raises(MultiplaneError, match="expected _ or an integer from 0 to 1"):
        bad.sentence()
