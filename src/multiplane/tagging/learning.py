"""From words with tags to a tagger: the averaged perceptron (Collins 2002)."""

from collections.abc import Sequence

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.guides.packing import quantised
from multiplane.guides.perceptron import Averaged
from multiplane.guides.rows import aligned
from multiplane.tagging.attributes import add_classes, attributes
from multiplane.tagging.classes import Kinds, ambiguity, held_out
from multiplane.tagging.kernel import View, train_words
from multiplane.tagging.tagger import Tagger
from multiplane.tagging.tagset import Tag, tag_set
from multiplane.tagging.templates import Templates, default_templates
from multiplane.text.words import Words

FOLDS = 20  # for the classes of words, see `held_out`
MANY = 0.9  # of all XPOS as long as the longest, for each of their letters to be a part
SMALL = np.float32(1e-9)
ROWS = 16  # of weights for a word, where there are few words
MOST_BITS = 18
LETTERS = 5  # of XPOS, at least, for that


def train_tagger(
    words: Words,
    tags: Sequence[Tag],
    *,
    templates: Templates | None = None,
    epochs: int = 8,
    bits: int | None = None,
    margin: float = 20.0,
    members: int = 1,
    seed: int = 1,
) -> Tagger:
    """Train a tagger; the same arguments give the same tagger.

    Several `members` that see the sentences in other orders, added up, are better than one, and
    just as fast.  There are 2^`bits` rows of weights, by default as many as the words need.
    """
    if len(tags) != len(words) or not tags:
        raise MultiplaneError(f"{len(tags)} tags for {len(words)} words; give one for each of some")
    templates = templates or default_templates()
    bits = bits or min(MOST_BITS, (ROWS * len(words)).bit_length())
    chosen = tag_set(tags, positional=_positional(tags))
    table = chosen.table
    gold = np.array([chosen.number[tag] for tag in tags], np.int64)
    values = attributes(words)
    sentences = len(words.starts) - 1
    folds = np.repeat(np.arange(sentences) * FOLDS // sentences, np.diff(words.starts))
    numbers: Kinds = {}
    coarse = table.known[gold, 0] * len(chosen.tags) + table.known[gold, 1]
    lexicon = ambiguity(values, coarse, numbers)
    add_classes(values, held_out(values, coarse, folds, numbers))
    view = View(values, templates.table, table.known, np.uint64(64 - bits))
    sums = aligned(1 << bits, chosen.width, np.float32)
    for member in range(members):
        learnt = Averaged.zeros(1 << bits, chosen.width)
        guesses, order = np.zeros_like(gold), np.random.default_rng(seed + member)
        for _ in range(epochs):
            train_words(
                order.permutation(sentences), view, words.starts, table, learnt, gold, guesses,
                np.float32(margin),
            )  # fmt: skip
        average = learnt.average()
        sums += average / max(np.abs(average).max(), SMALL)
    return Tagger(chosen, templates, lexicon, quantised(sums, np.zeros_like(sums), 1))


def _positional(tags: Sequence[Tag]) -> bool:
    """Is XPOS a row of one-letter features, as in the Prague treebank?"""
    lengths = [len(xpos) for _, xpos, _ in tags]
    longest = max(lengths)
    return longest >= LETTERS and lengths.count(longest) > MANY * len(lengths)
