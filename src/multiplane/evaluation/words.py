"""The words of a gold treebank with what a system says of them: the table that all is read off."""

import unicodedata
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError
from multiplane.evaluation.domination import is_tree, non_projective
from multiplane.evaluation.pairs import Pair

# fmt: off
UPOS = frozenset({
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X",
})
# fmt: on

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """For each word, the arc that leads to it."""

    head: Ints  # -1 where there is none
    label: Ints  # an index of `Words.labels`
    non_projective: Bools


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """All words, sentence after sentence; arrays have one entry for each word if not said."""

    labels: tuple[str, ...]
    universal: Ints  # of each label: the index of what is left without its subtype
    starts: NDArray[np.int64]  # of each sentence: the index of its first word
    tree: Bools  # of each sentence: is what the system says a tree?
    number: Ints  # of the word in its sentence, from 1
    punctuation: Bools
    judged_by: str  # where punctuation was seen: "upos", "form", "upos+form"
    gold: Arcs
    system: Arcs


def without_subtype(label: str) -> str:
    """Leave out the subtype of a relation.

    >>> without_subtype("nsubj:pass")
    'nsubj'
    """
    return label.partition(":")[0]


def punctuation(sentence: Sentence) -> tuple[list[bool], set[str]]:
    """Which words are punctuation, and where this was seen.

    By UPOS; but a word that has none, or whose sentence has other tags than the 17 of UPOS (as
    CoNLL-X does), is punctuation if all its characters are, in Unicode.
    """
    tagged = UPOS.issuperset({*sentence.upos} - {"_"})
    flags, judges = [], set()
    for form, tag in zip(sentence.forms, sentence.upos, strict=True):
        known = tag == "PUNCT" or (tagged and tag != "_")
        judges.add("upos" if known else "form")
        flags.append(tag == "PUNCT" if known else _is_punctuation(form))
    return flags, judges


def _is_punctuation(form: str) -> bool:
    return all(unicodedata.category(character)[0] == "P" for character in form)


def words(pairs: Iterable[Pair], *, ignore_subtypes: bool = False) -> Words:
    """Tabulate sentences; with `ignore_subtypes`, labels are what is left without subtypes."""
    numbers: dict[str, int] = {}
    starts, trees, number, marks, judges = array("q"), array("b"), array("i"), array("b"), set()
    heads, labels, crossed = ((array("i"), array("i")) for _ in range(3))
    for pair in pairs:
        starts.append(len(number))
        trees.append(is_tree(pair[1].heads))
        number.extend(range(1, pair[0].words + 1))
        flags, seen = punctuation(pair[0])
        marks.extend(flags)
        judges |= seen
        for side, sentence in enumerate(pair):
            names = map(without_subtype, sentence.deprels) if ignore_subtypes else sentence.deprels
            heads[side].extend(-1 if head is None else head for head in sentence.heads)
            labels[side].extend(numbers.setdefault(name, len(numbers)) for name in names)
            crossed[side].extend(non_projective(sentence.heads))
    if not starts:
        raise MultiplaneError("there are no sentences to evaluate")
    # Labels without their subtypes follow those that were seen.
    universal = [numbers.setdefault(without_subtype(name), len(numbers)) for name in tuple(numbers)]
    gold, system = (
        Arcs(
            np.array(heads[side], np.int32),
            np.array(labels[side], np.int32),
            np.array(crossed[side], np.bool_),
        )
        for side in (0, 1)
    )
    return Words(
        tuple(numbers),
        np.array([*universal, *range(len(universal), len(numbers))], np.int32),
        np.array(starts, np.int64),
        np.array(trees, np.bool_),
        np.array(number, np.int32),
        np.array(marks, np.bool_),
        "+".join(sorted(judges, reverse=True)),
        gold,
        system,
    )
