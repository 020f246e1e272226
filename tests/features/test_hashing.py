"""Hashes of words against plain Python, kind by kind, over the characters of Unicode."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.features import hashing
from multiplane.features.attributes import COLUMNS, attribute
from multiplane.features.batch import MOST_MORPHS, Batch, batch, joined
from support import parsers

BASIS, PRIME = int(hashing.BASIS), int(hashing.PRIME)
ROOT, NONE = int(hashing.ROOT_VALUE), int(hashing.NO_VALUE)
NAMES = [
    *COLUMNS, "prefix1", "prefix2", "prefix9", "suffix1", "suffix3", "shape", "feats.Case",
    "feats.Cas", "feats.Number",
]  # fmt: skip


def mixed(value):
    h = value * PRIME % 2**64
    h ^= h >> 32
    h = h * PRIME % 2**64
    return h ^ h >> 29


def hashed(numbers, seed):
    h = BASIS ^ seed
    for number in numbers:
        h = (h ^ number) * PRIME % 2**64
        h ^= h >> 32
    return mixed(h)


def shape(text):
    """Kinds of characters, each run once."""
    kinds = []
    for character in text:
        code = ord(character)
        kind = (
            1 if "A" <= character <= "Z" else 2 if "a" <= character <= "z"
            else 3 if "0" <= character <= "9" else 4 if code > 127 else 5
        )  # fmt: skip
        if kinds[-1:] != [kind]:
            kinds.append(kind)
    return kinds


def expected(name, fields, seed):
    wanted = attribute(name)
    text = fields[wanted.column]
    if name == "shape":
        return hashed(shape(text), seed)
    if wanted.key:
        parts = [part for part in text.split("|") if part.partition("=")[0] == wanted.key]
        return hashed(parts[0].encode(), seed) if parts else NONE
    if wanted.letters:
        text = text[: wanted.letters] if name.startswith("p") else text[-wanted.letters :]
    return hashed(text.encode(), seed)


def morphology(fields, *, positional):
    text = fields[4 if positional else 5]
    if text == "_":
        return []
    if positional:
        bytes_ = enumerate(text.encode())
        return [mixed(byte + 256 * at) for at, byte in bytes_ if byte != ord("-")][:MOST_MORPHS]
    return [hashed(part.encode(), 1) for part in text.split("|") if part][:MOST_MORPHS]


def check(text, lengths, *, positional=False):
    chunk = parsers.chunk_of(text, lengths)
    found = batch(chunk, [attribute(name) for name in NAMES], positional=positional)
    lines = [line.split("\t") for line in text.splitlines() if line]
    node = word = 0
    for length in lengths:
        for at in range(length + 2):
            begin, end = found.morph_starts[node : node + 2]
            if at in (0, length + 1):
                assert set(found.values[:, node].tolist()) == {NONE if at else ROOT}
                assert begin == end
            else:
                values = [expected(name, lines[word], seed) for seed, name in enumerate(NAMES)]
                assert found.values[:, node].tolist() == values
                assert found.morphs[begin:end].tolist() == morphology(
                    lines[word], positional=positional
                )
                word += 1
            node += 1
    assert found.values.shape == (len(NAMES), node)
    assert len(found.morph_starts) == node + 1
    assert (found.words, len(found)) == (word, len(lengths))
    return found


@pytest.mark.parametrize("positional", [False, True])
def test_words_of_treebanks(positional):
    lengths = (4, 0, 1, 9, 0)
    check(parsers.treebank(random.Random(3), lengths), lengths, positional=positional)


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=1, max_size=9
)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_words_of_all_characters(words):
    lines = [
        f"{at}\t{form}\t{lemma}\tX\t{form}\tCase={lemma}|Number=Sing\t0\tl\t_\t_"
        for at, (form, lemma) in enumerate(words, 1)
    ]
    check("\n".join([*lines, "", ""]), (len(words),))


def test_more_morphological_features_than_are_looked_at():
    feats = "|".join(f"F{at}=1" for at in range(MOST_MORPHS + 3))
    check(f"1\ta\ta\tX\t{'x' * 30}\t{feats}\t0\tl\t_\t_\n\n", (1,))
    check(f"1\ta\ta\tX\t{'x' * 30}\t{feats}\t0\tl\t_\t_\n\n", (1,), positional=True)


def test_a_part_of_a_chunk_and_batches_joined():
    lengths = (2, 5, 3)
    chunk = parsers.chunk_of(parsers.treebank(random.Random(5), lengths), lengths)
    wanted = [attribute(name) for name in NAMES]
    whole = batch(chunk, wanted)
    parts = [batch(chunk.part(s, s + 1), wanted) for s in range(3)]
    again = joined(parts)
    for field in Batch.__slots__:
        assert np.array_equal(getattr(again, field), getattr(whole, field))
    assert [part.words for part in parts] == [*lengths]


def test_batches_without_attributes():
    chunk = parsers.chunk_of(parsers.treebank(random.Random(5), (2,)), (2,))
    assert batch(chunk, []).values.shape == (0, 4)


def test_seeds_tell_attributes_apart():
    """The same word as form and as lemma has two numbers."""
    chunk = parsers.chunk_of("1\ta\ta\tX\tX\t_\t0\tl\t_\t_\n\n", (1,))
    values = batch(chunk, [attribute("form"), attribute("lemma")]).values
    assert values[0, 1] != values[1, 1]
