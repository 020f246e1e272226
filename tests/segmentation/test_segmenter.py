"""Segmentation: where tokens and sentences end."""

import re
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.conllu import reads
from multiplane.guides.perceptron import Averaged
from multiplane.guides.rows import aligned
from multiplane.segmentation.compact import compact
from multiplane.segmentation.kernel import (
    CLASSES,
    FEATURES,
    INSIDE,
    SENTENCE,
    TOKEN,
    WIDTH,
    Starts,
    boundary_rows,
    find_boundaries,
    train_boundaries,
)
from multiplane.segmentation.learning import laid_out, train_segmenter
from multiplane.segmentation.raw import plain_text, raw_sentences
from multiplane.segmentation.segmenter import Segmenter
from multiplane.text.characters import KINDS, LINE, SPACE, characters, points
from support.plain import treebank

TEXT = st.text(st.sampled_from("ab.B1 \n\r\t,é🙂\u2028"), max_size=60)
GAP = r"[ \t\n\r\u2028]"
END = r"[\n\r\u2028]"


def paragraphs_of(text):
    """What is between empty lines, each run of spaces in it one character."""
    found = []
    lines = text.replace("\r\n", "\n")
    for part in re.split(rf"{GAP}*{END}[ \t]*{END}{GAP}*", lines):
        bare = re.sub(r"^[ \t\n\r\u2028]+|[ \t\n\r\u2028]+$", "", part)
        if bare:
            found.append(re.sub(rf"{GAP}+", lambda m: "\n" if re.search(END, m[0]) else " ", bare))
    return found


@settings(max_examples=300)
@given(TEXT)
def test_a_compact_text_is_its_paragraphs(text):
    found = compact(points(text))
    whole = characters(found.text)
    edges = found.paragraphs.tolist()
    parts = [whole[a:b] for a, b in pairwise(edges)]
    assert parts == paragraphs_of(text)
    for at, place in enumerate(found.places.tolist()):
        if found.kinds[at] not in (SPACE, LINE):
            assert text[place] == whole[at]


def random_segmenter(seed, *, all_open):
    random = np.random.default_rng(seed)
    weights = aligned(1 << 8, WIDTH, np.int8)
    weights[:] = random.integers(-9, 10, weights.shape)
    open_ = np.ones((KINDS, KINDS), bool) if all_open else random.random((KINDS, KINDS)) < 0.5
    return Segmenter(open_, weights)


def spans(segmenter, text):
    tokens = segmenter.split(points(text))
    words = [text[a:b] for a, b in zip(tokens.begins, tokens.ends, strict=True)]
    starts = tokens.starts.tolist()
    return [words[a:b] for a, b in pairwise(starts)]


@settings(max_examples=300)
@given(TEXT, st.integers(0, 9), st.booleans())
def test_nothing_is_lost_and_empty_lines_end_sentences(text, seed, all_open):
    segmenter = random_segmenter(seed, all_open=all_open)
    found = spans(segmenter, text)
    assert "".join(word for s in found for word in s) == re.sub(GAP, "", text)
    assert not any(re.search(GAP, word) or not word for s in found for word in s)
    assert all(found)
    # Each paragraph is split by itself.
    assert found == [s for part in paragraphs_of(text) for s in spans(segmenter, part)]
    flags = segmenter.split(points(text)).paragraphs
    assert flags.sum() == len(paragraphs_of(text))


@pytest.mark.parametrize("sign", [".", "/", "a.", "好"])
def test_time_grows_with_the_text_and_not_with_its_square(sign):
    """A run of 400,000 dots took minutes; 5 microseconds a character are two seconds."""
    segmenter = random_segmenter(3, all_open=True)
    segmenter.split(points("a"))  # compiled
    text = sign * (400_000 // len(sign))
    begin = time.process_time()
    found = segmenter.split(points(text))
    assert time.process_time() - begin < 20
    assert found.begins[0] == 0
    assert found.ends[-1] == len(text)
    assert (found.begins[1:] == found.ends[:-1]).all()  # no character is lost


@settings(max_examples=100)
@given(TEXT, st.integers(0, 9))
def test_each_class_is_the_best_one_that_may_be(text, seed):
    """By definition, place after place, with what was chosen before."""
    segmenter = random_segmenter(seed, all_open=False)
    found = compact(points(text))
    seen = found.with_open(segmenter.open)
    classes = np.zeros(len(found.text), np.uint8)
    totals = np.zeros(CLASSES, np.int32)
    find_boundaries(seen, segmenter.weights, totals, segmenter.shift, classes)
    edges = found.paragraphs.tolist()
    rows = np.empty(FEATURES, np.int64)
    for begin, end in pairwise(edges):
        token = sentence = line = begin
        for p in range(begin, end):
            if found.kinds[p] in (SPACE, LINE):
                assert classes[p] == INSIDE
                token = p + 1
                line = p + 1 if found.kinds[p] == LINE else line
                sentence = p + 1 if classes[p - 1] == SENTENCE else sentence
                continue
            if p == end - 1:
                assert classes[p] == SENTENCE
                break
            gap = found.kinds[p + 1] in (SPACE, LINE)
            allowed = [TOKEN, SENTENCE] if gap else [INSIDE, TOKEN, SENTENCE]
            if not gap and not segmenter.open[found.kinds[p], found.kinds[p + 1]]:
                allowed = [INSIDE]
            starts = Starts(begin, end, token, sentence, line)
            boundary_rows(seen, p, starts, segmenter.shift, rows)
            scores = segmenter.weights[rows].sum(0, dtype=int)
            assert classes[p] == max(allowed, key=lambda k: (scores[k], -k))
            if classes[p] != INSIDE and not gap:
                token = p + 1
                sentence = p + 1 if classes[p] == SENTENCE else sentence


@settings(max_examples=30)
@given(st.integers(0, 99))
def test_weights_move_where_the_class_is_wrong(seed):
    """The perceptron by its definition, with what is right before each place."""
    text, gold = laid_out(raw_sentences(reads(treebank(3, seed))), np.random.default_rng(seed))
    found = compact(points(text))
    gold = gold[found.places]
    open_ = random_segmenter(seed, all_open=False).open
    seen, learnt = found.with_open(open_), Averaged.zeros(1 << 8, WIDTH)
    order, shift = np.arange(len(found.paragraphs) - 1), np.uint64(56)
    for _ in range(2):
        train_boundaries(order, seen, gold, learnt, shift)
    slow, slow_totals = (np.zeros(learnt.weights.shape) for _ in range(2))
    rows, now = np.empty(FEATURES, np.int64), 1
    is_gap = np.isin(found.kinds, (SPACE, LINE))
    for begin, end in 2 * list(pairwise(found.paragraphs.tolist())):
        for p in range(begin, end - 1):
            gap = is_gap[p + 1]
            if is_gap[p] or not (gap or open_[found.kinds[p], found.kinds[p + 1]]):
                continue
            before = range(begin, p)
            ends = [k + 1 + is_gap[k + 1] for k in before if gold[k] == SENTENCE]
            token = max([begin, *(k + 1 for k in before if is_gap[k] or gold[k] != INSIDE)])
            line = max([begin, *(k + 1 for k in before if found.kinds[k] == LINE)])
            starts = Starts(begin, end, token, max([begin, *ends]), line)
            boundary_rows(seen, p, starts, shift, rows)
            now += 1
            scores = slow[rows].sum(0)
            guess = max(range(TOKEN if gap else INSIDE, CLASSES), key=lambda k: (scores[k], -k))
            if guess != gold[p]:
                for row in rows:
                    for k, change in ((gold[p], 1), (guess, -1)):
                        slow[row, k] += change
                        slow_totals[row, k] += change * now
    assert (learnt.weights == slow).all()
    assert (learnt.totals == slow_totals).all()


@pytest.fixture(scope="module")
def learnt():
    sentences = raw_sentences(reads(treebank(300, 1)))
    return train_segmenter(sentences, epochs=4, bits=12)


def test_a_segmenter_learns_tokens_sentences_and_abbreviations(learnt):
    text = "The cat sees Mr. Fox. Dr. Hare can't hear the dogs!\nBirds like Ann."
    assert spans(learnt, text) == [
        ["The", "cat", "sees", "Mr.", "Fox", "."],
        ["Dr.", "Hare", "can't", "hear", "the", "dogs", "!"],
        ["Birds", "like", "Ann", "."],
    ]


def test_text_that_was_not_seen_is_found_again(learnt):
    sentences = raw_sentences(reads(treebank(60, 2)))
    expected = [[token.form for token in sentence.tokens] for sentence in sentences]
    for text in (plain_text(sentences), laid_out(sentences, np.random.default_rng(3))[0]):
        assert spans(learnt, text) == expected


def test_the_same_arguments_give_the_same_segmenter_and_a_file_gives_it_back(learnt):
    again = train_segmenter(raw_sentences(reads(treebank(300, 1))), epochs=4, bits=12)
    assert (again.weights == learnt.weights).all()
    loaded = Segmenter.from_file(learnt.as_dict(), learnt.as_arrays())
    assert (loaded.weights == learnt.weights).all()
    assert (loaded.open == learnt.open).all()


def test_layouts_have_the_same_tokens_and_classes_at_their_ends():
    sentences = raw_sentences(reads(treebank(40, 4)))
    for seed in range(6):
        text, classes = laid_out(sentences, np.random.default_rng(seed))
        assert text.split() == " ".join(s.text for s in sentences).split()
        assert len(classes) == len(text)
        assert (classes == SENTENCE).sum() == len(sentences)
        tokens = sum(len(s.tokens) for s in sentences)
        assert (classes != INSIDE).sum() == tokens
