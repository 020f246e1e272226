"""What a request may not have is said in words, of which word it is."""

import pytest

WRONG = {
    "a tag": ({"tags": ["A B"]}, 'the tag of word 1, "A B", has a space or a control character'),
    "a word": ({"forms": ["a\tb"]}, r'word 1, "a\tb", has a line break, a tab or another control'),
    "no word": ({"forms": [""]}, "word 1 is empty"),
    "long": ({"forms": ["a" * 120]}, "word 1 has 120 characters; the limit is 100 characters"),
    "below": ({"heads": [-1]}, "the head of word 1 is -1; 0 is a root, and words begin at 1"),
    "above": ({"heads": [999]}, "the head of word 1 is 999; the limit is 300 words"),
    "a name": ({"heads": ["b"]}, 'the head of word 1 is "b"; expected a whole number, or null'),
    "a lemma": ({"lemmas": ["a\nb"]}, r'the lemma of word 1, "a\nb", has a tab or a line break'),
    "a number": ({"labels": [7]}, "the label of word 1 is 7; expected a text"),
}


@pytest.mark.parametrize(("given", "said"), WRONG.values(), ids=WRONG)
def test_it_is_said_which_word_is_wrong_and_why(client, given, said):
    answer = client.post("/api/draw", json={"sentence": {"forms": ["a"], **given}})
    assert answer.status_code == 422
    assert answer.json()["message"].startswith(said)
