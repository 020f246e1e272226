"""Multiword tokens."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.segmentation.multiword import Multiwords, apply, learn_multiwords, rule_of
from multiplane.segmentation.raw import Token
from multiplane.segmentation.segmenter import Tokens
from multiplane.text.characters import points


def tokens_of(forms):
    ends = np.cumsum([0, *map(len, forms)])
    ends_of_all = np.array([0, len(forms)])
    return Tokens(points("".join(forms)), ends[:-1], ends[1:], ends_of_all, np.array([True]))


def split(multiwords, *forms):
    words, counts = multiwords.words(tokens_of(forms))
    assert words.starts.tolist() == [0, counts.sum()]
    found = [words.form(w) for w in range(len(words))]
    edges = np.cumsum([0, *counts]).tolist()
    return [found[a:b] for a, b in pairwise(edges)]


@given(st.text("abc'", min_size=1, max_size=6), st.data())
def test_a_rule_makes_the_words_of_its_token(form, data):
    words = data.draw(st.lists(st.text("abc'", min_size=1, max_size=4), min_size=2, max_size=3))
    assert apply(rule_of(Token(form, True, tuple(words))), form) == words


@pytest.mark.parametrize(
    ("form", "words", "other", "expected"),
    [
        ("don't", ("do", "n't"), "HASN'T", ["HAS", "N'T"]),
        ("no", ("em", "o"), "No", ["Em", "o"]),
        ("fazê-lo", ("fazer", "lo"), "dizê-lo", ["dizer", "lo"]),
        ("it'd've", ("it", "'d", "'ve"), "you'd've", ["you", "'d", "'ve"]),
    ],
)
def test_rules_hold_for_other_tokens(form, words, other, expected):
    assert apply(rule_of(Token(form, True, words)), other) == expected


def learnt():
    whole = [("don't", ("do", "n't")), ("isn't", ("is", "n't")), ("won't", ("wo", "n't")),
             ("cannot", ("can", "not")), ("its", ("it", "s"))]  # fmt: skip
    tokens = [Token(form, True, words) for form, words in whole]
    plain = ["its", "its", "not", "the", "knot", "can", "want", "font", "ant"]
    return learn_multiwords([*tokens, *(Token(form, True, (form,)) for form in plain)])


def test_whole_tokens_are_looked_up_and_endings_hold_for_others():
    found = split(learnt(), "Don't", "hasn't", "Cannot", "its", "ant", "WASN'T", "n't")
    assert found == [
        ["Do", "n't"], ["has", "n't"], ["Can", "not"], ["its"], ["ant"], ["WAS", "N'T"], ["n't"],
    ]  # fmt: skip


def test_a_treebank_without_multiword_tokens_has_none():
    plain = learn_multiwords([Token("a", True, ("a",))])
    assert split(plain, "a", "don't") == [["a"], ["don't"]]


def test_a_file_gives_them_back():
    one = learnt()
    again = Multiwords.from_file(one.as_dict(), one.as_arrays())
    assert again.rules == one.rules
    assert split(again, "shouldn't", "cannot") == [["should", "n't"], ["can", "not"]]
