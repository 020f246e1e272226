"""English noun chunks in trees of UD: nouns with what stands before them, but for prepositions.

spaCy's own look for labels that UD does not have, and would find little more than subjects.
"""

from collections.abc import Iterator
from typing import Any

NOMINAL = {"NOUN", "PROPN", "PRON"}
HEADS = {"nsubj", "obj", "iobj", "obl", "nmod", "appos", "vocative", "dislocated", "ROOT", "root"}
CHAINS = {"conj", "parataxis", "list"}  # which are what their head is
BEFORE = {"det", "amod", "nummod", "compound", "nmod", "advmod", "flat", "goeswith"}
PASSED = {"punct", "dep"}  # between two of these
POSSESSIVE = "nmod:poss"


def noun_chunks(part: Any) -> Iterator[tuple[int, int, int]]:
    """Return beginning, end and label of the chunks of a document, or a span; none is in another.

    "the big dog's tail" is one chunk, "a friend of mine" is two.
    """
    label = part.doc.vocab.strings.add("NP")
    found: list[tuple[int, int]] = []
    for word in part:
        if word.pos_ not in NOMINAL or not _is_head(word):
            continue
        begin, end = _begin(word), word.i + 1
        if found and begin < found[-1][1]:  # what was found is a part of it, or overlaps it
            if begin > found[-1][0]:
                continue
            while found and begin <= found[-1][0]:
                found.pop()
        found.append((begin, end))
    yield from ((begin, end, label) for begin, end in found)


def _is_head(word: Any) -> bool:
    seen = set()
    while _kind(word) in CHAINS and word.i not in seen:
        seen.add(word.i)
        word = word.head
    if word.pos_ not in NOMINAL and seen:
        return False
    return word.dep_ != POSSESSIVE and _kind(word) in HEADS


def _begin(word: Any) -> int:
    begin = word.i
    for child in sorted(word.lefts, key=lambda token: -token.i):
        if _kind(child) in BEFORE and child.right_edge.i < word.i:
            begin = min(begin, child.left_edge.i)
        elif _kind(child) not in PASSED:
            break
    return int(begin)


def _kind(word: Any) -> str:
    kind: str = word.dep_.partition(":")[0]
    return kind
