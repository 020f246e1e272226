"""Dicts and JSON carry all but line ends."""

import json

import pytest
from hypothesis import given

from multiplane.doc import Doc
from multiplane.errors import MultiplaneError
from support.sentences import FULL, NASTY
from support.strategies import texts


@given(texts())
def test_there_and_back(text):
    doc = Doc.from_conllu(text)
    assert Doc.from_json(doc.to_json()) == doc
    assert Doc.from_dicts(doc.to_dicts()).to_conllu() == text


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_line_ends_become_plain(text):
    blocks = Doc.from_conllu(text.replace("\r", "").replace("\ufeff", "")).to_conllu().split("\n")
    lines = [line for line in blocks if line]
    again = Doc.from_json(Doc.from_conllu(text).to_json())
    assert [line for line in again.to_conllu().split("\n") if line] == lines
    assert Doc.from_json(again.to_json()) == again


def test_what_it_looks_like():
    block = json.loads(Doc.from_conllu(FULL.replace("w\tX\t_\t_", "w\tX\t_\tA=1|B=2")).to_json())
    (sentence,) = block["sentences"]
    assert sentence["comments"][0] == "# newdoc id = d1"
    nothing, vamonos, vamos, *_ = sentence["tokens"]
    assert (nothing["id"], vamonos["id"], vamos["id"]) == ("0.1", "1-2", 1)
    assert (nothing["head"], vamos["head"]) == (None, 0)
    assert vamos["feats"] == {"A": "1", "B": "2"}
    assert vamonos["misc"] == {"SpaceAfter": "No"}


def test_tokens_by_hand():
    doc = Doc.from_dicts([{"tokens": [{"form": "Go", "head": 0, "misc": None}, {"form": "!"}]}])
    assert doc[0][0].is_root
    assert doc[0][1].number == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "an object with a list of sentences"),
        ('{"sentences": [1]}', "a dict with a list of tokens"),
        ('{"sentences": [{"tokens": [1]}]}', "a token must be a dict"),
        (
            '{"sentences": [{"tokens": [{"word": "a"}]}]}',
            "unknown columns of a token: word; choose from id, form",
        ),
        ('{"sentences": [{"tokens": [{"form": [1]}]}]}', "must be a string, number"),
        ('{"sentences": [{"tokens": [{"form": true}]}]}', "must be a string, number"),
        ('{"sentences": [{"tokens": [{"form": "a\\tb"}]}]}', "tabs and line breaks"),
        ('{"sentences": [{"tokens": [{"form": "a", "head": 7}]}]}', "HEAD '7'"),
        ('{"sentences": [{"tokens": [{"form": "\\ud800"}]}]}', "UTF-8"),
        ('{"sentences": [{"tokens": [], "comments": ["a"]}]}', "starts with #"),
        ('{"sentences": [{"tokens": [], "comments": ["# a\\n1"]}]}', "starts with #"),
    ],
)
def test_bad_records_are_refused(text, said):
    with pytest.raises(MultiplaneError, match=said):
        Doc.from_json(text)
