"""What a request may not have is said in words, of which word it is."""

import json

import pytest

JSON = {"Content-Type": "application/json"}
SYSTEM = {"name": "arc-eager"}
WRONG = {
    "a tag": ({"tags": ["A B"]}, 'the tag of word 1, "A B", has a space or a control character'),
    "a word": ({"forms": ["a\tb"]}, r'word 1, "a\tb", has a line break, a tab or another control'),
    "no word": ({"forms": [""]}, "word 1 is empty"),
    "long": ({"forms": ["a" * 120]}, "word 1 has 120 characters; the limit is 100 characters"),
    "below": ({"heads": [-1]}, "the head of word 1 is -1; 0 is a root, and words begin at 1"),
    "above": ({"heads": [999]}, "the head of word 1 is 999; the limit is 300 words"),
    "a name": ({"heads": ["b"]}, 'the head of word 1 is "b"; expected a whole number, or null'),
    "a lemma": ({"lemmas": ["a\nb"]}, r'the lemma of word 1, "a\nb", has a tab or a line break'),
    "half": ({"forms": ["a\ud800"]}, 'word 1, "a?", has half of a surrogate pair; expected whole'),
    "a number": ({"labels": [7]}, "the label of word 1 is 7; expected a text"),
}


def asked(client, question, given):
    """Ask with escapes, as half of a surrogate pair cannot be encoded otherwise."""
    return client.post(f"/api/{question}", content=json.dumps(given), headers=JSON)


@pytest.mark.parametrize(("given", "said"), WRONG.values(), ids=WRONG)
def test_it_is_said_which_word_is_wrong_and_why(client, given, said):
    answer = asked(client, "draw", {"sentence": {"forms": ["a"], **given}})
    assert answer.status_code == 422
    assert answer.json()["message"].startswith(said)


ELSEWHERE = {
    "no transition": (
        {"transitions": [""]},
        "transition 1 is empty; expected a name such as SHIFT",
    ),
    "markup": ({"transitions": ["SHIFT", "<i>"]}, 'transition 2 is "<i>"; expected a name such as'),
    "no list": ({"transitions": "SHIFT"}, 'transitions is "SHIFT"; expected a list'),
    "no name": ({"system": {"name": ""}}, "the name of the system is empty"),
    "half a name": ({"system": {"name": "\ud800"}}, 'the name of the system, "?", has half of a'),
    "no system": ({"system": None}, "system is null; expected an object"),
    "a fraction": ({"words": 1.5}, "words is 1.5; expected a whole number"),
    "too few": ({"words": -1}, "words is -1; expected 0 or more"),
    "too many": ({"words": 81}, "words is 81; expected 80 or less"),
    "more": ({"sentences": []}, "sentences is not expected here"),
}


@pytest.mark.parametrize(("given", "said"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_it_is_said_what_else_was_found_and_expected(client, given, said):
    answer = asked(client, "steps", {"system": SYSTEM, **given})
    assert answer.status_code == 422
    assert answer.json()["message"].startswith(said)


def test_what_is_no_question_is_said_in_words(client):
    answers = {
        "{}": "system is missing",
        "[]": "the request is []; expected an object",
        '{"system": ': "the request is not JSON, from character 12 on",
    }
    for body, said in answers.items():
        assert client.post("/api/steps", content=body, headers=JSON).json()["message"] == said
    found = client.get("/api/systems/%00").json()["message"]
    assert found.startswith('the name of the system, "\\u0000", has a line break, a tab or another')
