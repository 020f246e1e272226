"""Treebanks without punctuation."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.treebank.census import census, total
from multiplane.treebank.reduction import without
from multiplane.treebank.scan import scan
from support import naive
from support.marked_trees import trees_under_0
from support.paths import NOT_TREES, STRUCTURES


def conllu(heads, tags):
    """The text of a tree; heads[0] stands for nothing."""
    lines = (f"{d}\tw{d}\tx\t{tag}\t_\t_\t{heads[d]}\tdep\t_\t_\n" for d, tag in enumerate(tags, 1))
    return "".join(lines) + "\n"


def by_definition(heads, kept):
    """The nearest kept word above each kept word, by its number among those."""
    number = {0: 0} | {d: k for k, d in enumerate(kept, 1)}
    return [
        number[next(h for h in naive.chain_of_heads(heads, d)[1:] if h in number)] for d in kept
    ]


@given(st.lists(trees_under_0(8, max_roots=3), min_size=1, max_size=4), st.data())
def test_what_depends_on_a_word_left_out_is_lifted(trees, data):
    text, expected = "", []
    for heads in trees:
        words = len(heads) - 1
        tags = data.draw(
            st.lists(st.sampled_from(["PUNCT", "NOUN", "SYM"]), min_size=words, max_size=words)
        )
        text += conllu(heads, tags)
        kept = [d for d, tag in enumerate(tags, 1) if tag == "NOUN"]
        expected.append((by_definition(heads, kept), kept))
    found = []
    for chunk in scan(io.StringIO(text)):
        fewer = without(chunk, {"PUNCT", "SYM"})
        for s in range(len(fewer)):
            heads = fewer.heads[fewer.starts[s] : fewer.starts[s + 1]].tolist()
            found.append((heads, fewer.numbers(s)))
    assert found == expected


def test_sentences_that_are_not_trees_stay_whole():
    text = NOT_TREES.read_text().replace("VERB", "PUNCT")
    for tags in ((), ("PUNCT",)):
        (row,) = census(io.StringIO(text), without=tags)
        assert [error.line for error in row.left_out] == [11, 18, 23]
        assert "cycle 1 → 2 → 3 → 1" in str(row.left_out[0])


def test_what_is_left_of_the_sample():
    (row,) = census(STRUCTURES, without=["PUNCT"])
    assert (row.words, row.words_left_out) == (37, 2)
    (row,) = census(STRUCTURES, without=["NONE"])
    assert (row.words, row.words_left_out) == (39, 0)


def test_a_sentence_of_which_nothing_is_left_is_not_counted():
    (row,) = census(io.StringIO(conllu((0, 0), ["PUNCT"]) * 2), without={"PUNCT"})
    assert (row.trees, row.words, row.left_out_count, row.words_left_out) == (0, 0, 0, 2)


@pytest.mark.parametrize(("tags", "share"), [((), 29.4), (("PUNCT",), 6.4)])
def test_dutch_is_far_more_projective_without_punctuation(treebanks, tags, share):
    (row,) = census(treebanks / "Dutch-LassySmall" / "train.conllu", without=tags)
    assert round(100 * row.non_projective / row.trees, 1) == share


def test_only_leaves_are_left_out_without_a_trace(treebanks):
    """Of Turkish, where punctuation has no dependents in most trees, the arcs are the same."""
    paths = sorted((treebanks / "Turkish-IMST").glob("*.conllu"))
    whole, fewer = total(census(*paths)), total(census(*paths, without={"PUNCT"}))
    assert whole.words == fewer.words + fewer.words_left_out
    assert fewer.non_projective <= whole.non_projective
