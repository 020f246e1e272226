"""Tagging, against slow twins written from the definitions."""

from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.guides.perceptron import Averaged
from multiplane.tagging.attributes import FORM, LOWER, UNKNOWN, attributes, classified
from multiplane.tagging.classes import ambiguity, held_out
from multiplane.tagging.kernel import View, train_words, word_rows
from multiplane.tagging.learning import train_tagger
from multiplane.tagging.tagger import Tagger
from multiplane.tagging.tagset import TagSet, tag_set
from multiplane.tagging.templates import ATTRIBUTES, Templates, default_templates
from multiplane.text.lexicon import Lexicon, look_up
from multiplane.text.words import Words

FORMS = ["Paris", "paris", "PARIS", "is", "was", "x-7", "x-8", "X-7", "Über", "über", "a", "7", "…"]
FORMS += ["walking", "talking", "Walking", "日本", "end", "bend"]


def folded(form):
    return "".join("0" if c.isdigit() else c.lower() for c in form)


def kind(c):
    return "X" if c.isupper() else "x" if c.islower() else "0" if c.isdigit() else c.isalpha()


def shape(form):
    kinds = [kind(c) for c in form]
    return tuple(k for at, k in enumerate(kinds) if at == 0 or kinds[at - 1] != k)


DEFINITIONS = {
    "form": lambda form: "".join("0" if c.isdigit() else c for c in form),
    "lower": folded,
    "shape": shape,
    **{f"prefix{k}": lambda form, k=k: (folded(form)[:k], len(form) < k) for k in range(1, 5)},
    **{f"suffix{k}": lambda form, k=k: (folded(form)[-k:], len(form) < k) for k in range(1, 6)},
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_words_have_the_same_value_if_they_are_alike(name):
    words = Words.of_forms([FORMS])
    values = attributes(words)[:, ATTRIBUTES.index(name)]
    for one, other in product(range(len(FORMS)), repeat=2):
        alike = DEFINITIONS[name](FORMS[one]) == DEFINITIONS[name](FORMS[other])
        assert (values[one] == values[other]) == alike, (FORMS[one], FORMS[other])


def test_unknown_words_look_alike():
    words = Words.of_forms([["Known", "Other", "Third"]])
    lexicon = Lexicon.of({int(attributes(words)[0, FORM]): 5, int(attributes(words)[2, LOWER]): 6})
    values = classified(attributes(words), lexicon)
    assert values[1, FORM] == values[2, FORM] == UNKNOWN != values[0, FORM]
    assert values[0, LOWER] == values[1, LOWER] == UNKNOWN != values[2, LOWER]


@given(
    st.lists(st.tuples(st.sampled_from("abAB"), st.integers(0, 3), st.integers(0, 2)), min_size=1)
)
def test_classes_are_those_of_a_treebank_without_the_fold(tokens):
    values = attributes(Words.of_forms([[form for form, _, _ in tokens]]))
    tags, folds = (np.array([token[k] for token in tokens]) for k in (1, 2))
    numbers = {}
    found = held_out(values, tags, folds, numbers)
    for word, (form, _, fold) in enumerate(tokens):
        rest = folds != fold
        lexicon = ambiguity(values[rest], tags[rest], numbers)
        for column, attribute in enumerate((FORM, LOWER)):
            assert found[word, column] == look_up(lexicon.table, values[word, attribute])
        same = [tag for other, tag, place in tokens if other == form and place != fold]
        kinds = {number: name for name, number in numbers.items()}
        if same:
            often = Counter(same)
            order = sorted(often, key=lambda tag: (-often[tag], tag))
            expected = (int(len(same) >= 3), *(t for t in order if often[t] >= 0.05 * len(same)))
            assert kinds[found[word, 0]] == expected


def random_tagger(seed, tags, bits=8):
    random = np.random.default_rng(seed)
    chosen = TagSet(tuple(tags))
    weights = random.integers(-9, 10, (1 << bits, chosen.width)).astype(np.int8)
    templates = Templates.read("0.form\n-1.upos 0.suffix2\n-1.tag -2.xpos\n1.lower 0.shape\n-3.tag")
    return Tagger(chosen, templates, Lexicon.of({}), weights)


def view_of(tagger, values):
    return View(values, tagger.templates.table, tagger.tags.table.known, tagger.shift)


TAGS = [("N", "a", "X=1"), ("N", "b", "X=1|Y=2"), ("V", "a", "_"), ("V", "c", "Y=2|Z=1")]


@settings(max_examples=40)
@given(st.lists(st.lists(st.sampled_from(FORMS), min_size=1, max_size=6)), st.integers(0, 99))
def test_each_tag_is_the_best_sum_of_its_parts(sentences, seed):
    """By definition: scores of parts summed, sentence by sentence, from left to right."""
    tagger = random_tagger(seed, TAGS)
    words = Words.of_forms(sentences)
    view = view_of(tagger, tagger.values(words))
    found = tagger.tag(words)
    columns = tagger.tags.columns
    rows = np.empty(5, np.int64)
    so_far = np.zeros(len(words), np.int64)
    for begin, end in pairwise(words.starts.tolist()):
        for word in range(begin, end):
            word_rows(view, so_far, word, begin, end, tagger.weights, rows)
            scores = tagger.weights[rows].sum(0, dtype=int)
            totals = [
                sum(scores[columns.index(part)] for part in tagger.tags.parts(tag)) for tag in TAGS
            ]
            so_far[word] = totals.index(max(totals))
    assert found.tolist() == so_far.tolist()


@settings(max_examples=30)
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(FORMS), st.integers(0, 3)), min_size=1, max_size=5),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([0.0, 2.0]),
)
def test_weights_move_where_the_right_tag_does_not_win_by_the_margin(sentences, margin):
    """The perceptron by its definition: weights of parts up and down, each change with its step."""
    words = Words.of_forms([[form for form, _ in sentence] for sentence in sentences])
    gold = np.array([tag for sentence in sentences for _, tag in sentence])
    tagger = random_tagger(0, TAGS)
    view, table = view_of(tagger, tagger.values(words)), tagger.tags.table
    learnt = Averaged.zeros(1 << 8, tagger.tags.width)
    guesses, order = np.zeros_like(gold), range(len(sentences))
    right = sum(
        train_words(
            np.array(order), view, words.starts, table, learnt, gold, guesses, np.float32(margin)
        )
        for _ in range(2)
    )
    slow, slow_totals = (np.zeros(learnt.weights.shape) for _ in range(2))
    so_far, rows, now, wins = np.zeros_like(gold), np.empty(len(view.templates), np.int64), 1, 0
    parts = [table.columns[a:b] for a, b in pairwise(table.starts.tolist())]
    for begin, end in 2 * list(pairwise(words.starts.tolist())):
        for word in range(begin, end):
            word_rows(view, so_far, word, begin, end, learnt.weights, rows)
            now += 1
            scores = [slow[rows][:, p].sum() for p in parts]
            others = [tag for tag in range(len(TAGS)) if tag != gold[word]]
            other = max(others, key=lambda tag: (scores[tag], -tag))
            mine = gold[word]
            won = (scores[mine], -mine) > (scores[other], -other)
            so_far[word] = mine if won else other
            wins += won
            if scores[mine] - scores[other] <= margin:
                for row in rows:
                    for tag, change in ((mine, 1), (other, -1)):
                        slow[row, parts[tag]] += change
                        slow_totals[row, parts[tag]] += change * now
    assert (learnt.weights == slow).all()
    assert (learnt.totals == slow_totals).all()
    assert guesses.tolist() == so_far.tolist()
    assert right == wins


def test_rows_depend_on_what_the_templates_name_and_on_nothing_else():
    words = Words.of_forms([["One", "two", "three", "four"], ["One", "two", "other", "four"]])
    values = attributes(words)
    templates = Templates.read("0.form\n1.lower\n-1.upos 0.suffix2")
    view = View(values, templates.table, TagSet(tuple(TAGS)).table.known, np.uint64(8))

    def rows(word, begin, tags):
        out = np.empty(3, np.int64)
        weights = np.zeros((1, 64))  # asked for, and not read
        word_rows(view, np.array(tags), word, begin, begin + 4, weights, out)
        return out.tolist()

    here, there = rows(1, 0, [0] * 8), rows(5, 4, [0] * 8)
    assert here[0] == there[0]  # the same form
    assert here[1] != there[1]  # another word after it
    assert here[2] == there[2]
    other = rows(1, 0, [2, *[0] * 7])
    assert other[2] != here[2]  # another tag before it
    assert rows(1, 0, [1, *[0] * 7])[2] == here[2]  # another tag with the same UPOS
    assert other[:2] == here[:2]


def toy():
    sentences = [["the", "cats", "walk"], ["a", "walk", "ends"], ["the", "end", "walks"]] * 20
    tags = {
        "the": ("D", "D", "_"),
        "a": ("D", "D", "_"),
        "cats": ("N", "N", "Number=Plur"),
        "end": ("N", "N", "Number=Sing"),
        "ends": ("V", "V", "_"),
        "walks": ("V", "V", "_"),
    }
    noun, verb = ("N", "N", "Number=Sing"), ("V", "V", "_")
    found = [
        tags.get(form) or (verb if at == 2 else noun)
        for sentence in sentences
        for at, form in enumerate(sentence)
    ]
    return Words.of_forms(sentences), found


def test_a_tagger_learns_what_depends_on_what_stands_before():
    words, tags = toy()
    tagger = train_tagger(words, tags, epochs=4, bits=12)
    assert tagger.tagged(words) == tags
    unseen = Words.of_forms([["the", "dogs", "talks"]])
    assert [tag[0] for tag in tagger.tagged(unseen)] == ["D", "N", "V"]


def test_the_same_arguments_give_the_same_tagger_and_a_file_gives_it_back():
    words, tags = toy()
    one, other = (train_tagger(words, tags, epochs=2, bits=10) for _ in range(2))
    assert (one.weights == other.weights).all()
    again = Tagger.from_file(one.as_dict(), one.as_arrays())
    assert (again.weights == one.weights).all()
    assert again.tagged(words) == one.tagged(words)


def test_members_are_added_up():
    """By definition: the averaged weights of each, scaled to its largest, summed and rounded."""
    words, tags = toy()
    options = {"epochs": 2, "bits": 10}
    both = train_tagger(words, tags, members=2, seed=3, **options)
    assert both.tagged(words) == tags
    one, other = (train_tagger(words, tags, seed=seed, **options) for seed in (3, 4))
    total = one.weights.astype(float) + other.weights  # each was rounded once already
    assert np.abs(both.weights - total * 127 / np.abs(total).max()).max() <= 2


def test_letters_of_positional_tags_are_parts():
    tags = [("_", "n-s---mn-", "_"), ("_", "v3spia---", "_")]
    words = Words.of_forms([["a", "b"]])
    assert train_tagger(words, tags, epochs=1, bits=8).tags.positional
    assert "xpos 2 s" in tag_set(tags, positional=True).columns


def test_templates_are_checked():
    assert len(default_templates().table) > 40
    for wrong in ("0.upos", "form", "9.form", "0.nothing", "0.form 0.form 0.form 0.form"):
        with pytest.raises(UnknownName):
            Templates.read(wrong)
    assert Templates.read("0.upos", last=0).table.shape == (1, 3, 2)


def test_words_need_a_tag_each():
    with pytest.raises(MultiplaneError, match="1 tags for 2 words"):
        train_tagger(Words.of_forms([["a", "b"]]), [("X", "X", "_")])
