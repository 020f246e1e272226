"""Ambiguity classes: which tags a word had in the treebank, as a number."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from multiplane.tagging.attributes import FORM, LOWER, Values
from multiplane.text.lexicon import ABSENT, Lexicon

RARE = 0.05  # tags that a word has less often than this share are not in its class
MOST = 4  # tags of a class
SEVERAL = 3  # words seen less often than this get a different class

Ints = NDArray[np.int64]
Kinds = dict[tuple[int, ...], int]  # classes by number


def kind_of(tags: Counter[int], numbers: Kinds) -> int:
    """Return the class of a word, given the frequencies of its tags."""
    total = tags.total()
    if not total:
        return ABSENT
    often = sorted((-many, tag) for tag, many in tags.items() if many and many >= RARE * total)
    name = (int(total >= SEVERAL), *(tag for _, tag in often[:MOST]))
    return numbers.setdefault(name, len(numbers))


def ambiguity(values: Values, tags: Ints, numbers: Kinds) -> Lexicon:
    """List the words of a treebank with the class of each.

    Forms and lower-cased forms are separate words.  `tags` are numbers; new classes are added to
    `numbers`.
    """
    seen: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for word, _, tag, count in _counted(values, tags, np.zeros_like(tags)):
        seen[word][tag] += count
    return Lexicon.of({word: kind_of(counts, numbers) for word, counts in seen.items()})


def held_out(values: Values, tags: Ints, folds: Ints, numbers: Kinds) -> NDArray[np.int32]:
    """Return the classes of words and of their lower cases, [words, 2], without the word's fold.

    Otherwise a tagger would learn that a word seen once always has the tag that it had.
    """
    total: defaultdict[int, Counter[int]] = defaultdict(Counter)
    inside: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for word, fold, tag, count in _counted(values, tags, folds):
        total[word][tag] += count
        inside[word, fold][tag] += count
    found = {key: kind_of(total[key[0]] - inside[key], numbers) for key in inside}
    columns = [
        [found[key] for key in zip(values[:, attribute].tolist(), folds.tolist(), strict=True)]
        for attribute in (FORM, LOWER)
    ]
    return np.array(columns, np.int32).T.copy()


def _counted(values: Values, tags: Ints, folds: Ints) -> Iterator[tuple[int, int, int, int]]:
    """Count how often each word has each tag in each fold."""
    for attribute in (LOWER, FORM):
        found = Counter(
            zip(values[:, attribute].tolist(), folds.tolist(), tags.tolist(), strict=True)
        )
        for (word, fold, tag), count in sorted(found.items()):
            yield word, fold, tag, count
