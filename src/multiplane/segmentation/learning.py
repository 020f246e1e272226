"""From a treebank to a segmenter: the averaged perceptron on its text, laid out in several ways."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.perceptron import Averaged
from multiplane.segmentation.compact import Compact, compact
from multiplane.segmentation.kernel import INSIDE, SENTENCE, TOKEN, WIDTH, train_boundaries
from multiplane.segmentation.raw import Raw
from multiplane.segmentation.segmenter import Segmenter
from multiplane.text.characters import KINDS, points

Bools = NDArray[np.bool_]
UNSEEN = 3  # times
SELDOM = 0.002  # ends of tokens among places between two kinds of characters: these are closed
LINES = (60, 100)  # characters of lines
LONGEST = 12  # sentences of a paragraph, where the treebank has none
AS_IT_IS, LINE_EACH = 0.5, 0.7  # up to here of 1: one line; a line for each sentence; lines wrapped


def train_segmenter(
    sentences: Sequence[Raw], *, epochs: int = 9, bits: int = 17, seed: int = 1
) -> Segmenter:
    """Train a segmenter; the same arguments give the same segmenter."""
    random = np.random.default_rng(seed)
    learnt, open_ = Averaged.zeros(1 << bits, WIDTH), np.ones((KINDS, KINDS), np.bool_)
    for epoch in range(epochs):
        text, gold = laid_out(sentences, random)
        squeezed = compact(points(text))
        gold = gold[squeezed.places]
        if epoch == 0:
            open_ = open_pairs(squeezed, gold)
        order = random.permutation(len(squeezed.paragraphs) - 1)
        train_boundaries(order, squeezed.with_open(open_), gold, learnt, np.uint64(64 - bits))
    return Segmenter(open_, learnt.quantised())


def laid_out(
    sentences: Sequence[Raw], random: np.random.Generator
) -> tuple[str, NDArray[np.uint8]]:
    """Write the text of a treebank in lines that come as they may, and the class after each
    character of it.
    """
    text: list[str] = []
    ends: list[int] = []
    sentence_ends: list[int] = []
    at = 0
    for paragraph in paragraphs(sentences, random):
        layout, column = random.random(), 0
        width = int(random.integers(*LINES))
        for sentence in paragraph:
            for token in sentence.tokens:
                text.append(token.form)
                at += len(token.form)
                column += len(token.form)
                ends.append(at - 1)
                if token.spaced:
                    wrap = layout >= LINE_EACH and column >= width
                    text.append("\n" if wrap else " ")
                    column = 0 if wrap else column + 1
                    at += 1
            sentence_ends.append(ends[-1])
            if AS_IT_IS <= layout < LINE_EACH and text[-1] == " ":
                text[-1] = "\n"
        text.append("\n\n")
        at += 2
    classes = np.zeros(at, np.uint8)
    classes[ends] = TOKEN
    classes[sentence_ends] = SENTENCE
    return "".join(text), classes


def paragraphs(sentences: Sequence[Raw], random: np.random.Generator) -> Iterator[list[Raw]]:
    """Group sentences by paragraphs, or at random where the treebank has hardly any."""
    marked = sum(sentence.begins for sentence in sentences) * LONGEST > len(sentences)
    found: list[Raw] = []
    size = 0
    for sentence in sentences:
        if found and (sentence.begins or (not marked and len(found) >= size)):
            yield found
            found = []
        if not found:
            size = int(random.integers(1, LONGEST + 1))
        found.append(sentence)
    if found:
        yield found


def open_pairs(squeezed: Compact, gold: NDArray[np.uint8]) -> Bools:
    """Say between which kinds of characters tokens end often enough to ask."""
    seen, broken = np.zeros((2, KINDS, KINDS), np.int64)
    pair = squeezed.kinds[:-1], squeezed.kinds[1:]
    np.add.at(seen, pair, 1)
    np.add.at(broken, pair, gold[:-1] != INSIDE)
    # A pair that was hardly ever seen may be anything.
    return (seen < UNSEEN) | (broken > SELDOM * seen)
