"""What an encoder makes of words, against plain Python."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.features.batch import joined
from multiplane.guides.neural import encoder
from multiplane.guides.neural import spelling as spellings
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.spelling import spelling
from multiplane.guides.neural.vocabulary import FIRST, ROOT, UNKNOWN, Vocabulary
from multiplane.systems import systems
from support import networks, parsers

LENGTHS = (3, 1, 0, 7, 2)


def made(seed=1, recipe=networks.SMALL, lengths=LENGTHS):
    return networks.random_parser(systems["arc-eager"], lengths, recipe, seed)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        *({name: 0} for name in ("form", "lemma", "morph", "grams")),
        {"vectors": 3},
        {"layers": 2},
        {"layers": 3},
    ],
)
@pytest.mark.parametrize("fewest", [0, encoder.FEWEST])
def test_vectors_are_those_of_the_definition(changes, fewest, monkeypatch):
    monkeypatch.setattr(encoder, "FEWEST", fewest)  # words that are alike are read once, or not
    recipe = replace(networks.SMALL, **changes)
    parser, batch = made(2, recipe)
    network = parser.weights
    sentences = Sentences.of(batch.starts, np.arange(len(batch)))
    words = network.vocabulary.numbered(batch, recipe)
    (found,) = network.encoder.vectors(words, sentences)
    plain = [networks.PlainNetwork(parser, batch, s).vectors for s in range(len(batch))]
    np.testing.assert_allclose(found, np.concatenate(plain), atol=2e-5)


def test_sentences_can_be_taken_in_any_order():
    parser, batch = made(3)
    network = parser.weights
    order = np.array([3, 0, 4])
    words = network.vocabulary.numbered(batch, network.recipe)
    (found,) = network.encoder.vectors(words, Sentences.of(batch.starts, order))
    plain = [networks.PlainNetwork(parser, batch, s).vectors for s in order.tolist()]
    np.testing.assert_allclose(found, np.concatenate(plain), atol=2e-5)


@pytest.mark.parametrize("changes", [{}, {"vectors": 3}])
def test_words_that_read_the_same_are_alike_and_no_others(changes):
    recipe = replace(networks.SMALL, **changes)
    parser, batch = made(4, recipe, (7,) * 40)
    words = parser.weights.vocabulary.numbered(batch, recipe)
    nodes = np.random.default_rng(1).permutation(len(batch.spelling.forms))

    def read(node):
        def part(starts, items):
            return tuple(items[starts[node] : starts[node + 1]].tolist())

        morphs, grams = part(words.morph_starts, words.morphs), part(words.gram_starts, words.grams)
        return (*words.looked_up[:, node].tolist(), morphs, grams)

    some, which = encoder.distinct(nodes, words)
    assert [read(some[at]) for at in which] == [read(node) for node in nodes]
    assert len(some) == len({read(node) for node in nodes}) < len(nodes)


def plain_grams(form):
    """Sequences of two to five letters, between marks for the word's ends."""
    letters = "\x02" + form[: spellings.MOST_LETTERS] + "\x03"
    return [
        letters[begin : begin + size]
        for begin in range(len(letters))
        for size in range(2, 6)
        if begin + size <= len(letters)
    ]


FORMS = st.text("aAbBßÄäσΣ日🙂09-", min_size=1, max_size=60)


@given(st.lists(FORMS, min_size=1, max_size=6))
def test_words_that_are_spelled_alike_have_the_same_numbers(forms):
    lines = [f"{n}\t{form}\t_\t_\t_\t_\t0\tx\t_\t_" for n, form in enumerate(forms, 1)]
    found = spelling(parsers.chunk_of("\n".join(lines) + "\n\n", (len(forms),)))
    lower = ["".join("0" if c in "0123456789" else c.lower() for c in form) for form in forms]
    lower = [form[: spellings.MOST_LETTERS] for form in lower]
    known = {}
    for n, form in enumerate(lower, 1):
        mine = found.grams[found.starts[n] : found.starts[n + 1]].tolist()
        assert len(mine) == len(plain_grams(form))
        for gram, number in zip(plain_grams(form), mine, strict=True):
            assert known.setdefault(gram, number) == number
            assert 0 <= number < 1 << spellings.GRAM_BITS
        same = [m for m, other in enumerate(lower, 1) if other == form]
        assert {m for m in range(1, len(forms) + 1) if found.forms[m] == found.forms[n]} == {*same}
    assert found.starts[0] == found.starts[1] == 0
    assert found.starts[-1] == found.starts[-2] == len(found.grams)


def test_joined_batches_spell_as_one():
    parser, batch = made(4)
    twice = joined([batch, batch])
    numbers = parser.weights.vocabulary.numbered(twice, networks.SMALL)
    once = parser.weights.vocabulary.numbered(batch, networks.SMALL)
    nodes = once.looked_up.shape[1]
    for half in (slice(0, nodes), slice(nodes, None)):
        assert np.array_equal(numbers.looked_up[:, half], once.looked_up)
    assert np.array_equal(numbers.grams, np.concatenate((once.grams, once.grams)))
    assert numbers.gram_starts[nodes] == len(once.grams)


def test_what_is_rare_is_unknown():
    draw = random.Random(5)
    text = parsers.treebank(draw, (8, 8))
    text = text.replace("\tAb\t", "\tonlyonce\t", 1)
    lengths = (8, 8)
    design = made(1)[0].design
    batch = design.batch(parsers.chunk_of(text, lengths))
    vocabulary = Vocabulary.of(batch, networks.SMALL)
    numbers = vocabulary.numbered(batch, networks.SMALL).looked_up
    forms = [line.split("\t")[1] for line in text.splitlines() if line]
    lower = [form.lower().replace("9", "0") for form in forms]
    at = 0
    for node in range(numbers.shape[1]):
        place = node % 10
        if place == 0:
            assert (numbers[:-1, node] == ROOT).all()
        elif place <= 8:
            known = lower.count(lower[at]) > 1
            assert (numbers[0, node] >= FIRST["form"]) == known
            assert known or numbers[0, node] == UNKNOWN
            at += 1
    assert at == len(forms)
