"""Documents of spaCy: UPOS is `pos`, XPOS `tag`, FEATS `morph`, DEPREL `dep`.

The words are spaCy's tokens, those of a multiword token too; `root` is `ROOT`, as spaCy has it.

Not carried: comments, multiword ranges (the text has their words instead) and empty nodes; DEPS;
MISC but `SpaceAfter=No`; tags that are not universal in UPOS; an order of FEATS that is not that of
the alphabet, and what is not of the form a=b; the label of a root; a label `_` (it becomes `dep`),
or a label without a head; words of white space.  From spaCy, tokens of white space become
`SpacesAfter`; entities, vectors and the like stay behind.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from multiplane.conllu import Sentence
from multiplane.doc.library import library
from multiplane.doc.row import Row, sentence_of
from multiplane.doc.surface import escaped

if TYPE_CHECKING:
    from multiplane.doc.doc import Doc

EXTRA = "spacy"
SETS = ("lemma", "pos", "tag", "morph")  # what is set besides trees


def to_spacy(doc: "Doc", vocab: Any) -> Any:
    tokens = doc.tokens
    made = library("spacy.tokens", EXTRA).Doc(
        vocab,
        words=[token.form for token in tokens],
        spaces=[_blank_after(token) for token in tokens],
    )
    sentences = [sentence.source for sentence in doc]
    places = iter(range(len(tokens)))
    annotate(made, sentences, [[next(places) for _ in sentence] for sentence in doc])
    return made


def _blank_after(token: Any) -> bool:
    inside = token.multiword and token.number < token.multiword.last
    return bool(inside or token.space_after)


def annotate(
    made: Any,
    sentences: Sequence[Sentence],
    places: Sequence[Sequence[int]],
    sets: Sequence[str] = SETS,
) -> None:
    """Write trees, and what `sets` names, on tokens of spaCy: those of each sentence at its places.

    Other tokens, of white space, hang from the one before them.
    """
    universal = library("spacy.parts_of_speech", EXTRA).IDS
    for sentence, at in zip(sentences, places, strict=True):
        columns = (sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
        for k, lemma, upos, xpos, feats in zip(at, *columns, strict=True):
            if "lemma" in sets:
                made[k].lemma_ = given_value(lemma)
            if "pos" in sets:
                made[k].pos_ = upos if upos in universal else ""
            if "tag" in sets:
                made[k].tag_ = given_value(xpos)
            if "morph" in sets:
                made[k].set_morph(feats if is_morph(feats) else "")
    if places:
        _hang(made, sentences, places)


def _hang(made: Any, sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> None:
    names = library("spacy.attrs", EXTRA)
    number = made.vocab.strings.add  # of a label: all 64 bits
    heads, starts = np.full((2, len(made)), -1)  # heads as seen from the token
    labels = np.full(len(made), number("dep"), np.uint64)
    first = places[0][0]
    heads[:first] = 1  # there is no token before
    for sentence, at in zip(sentences, places, strict=True):
        for k, head, deprel in zip(at, sentence.heads, sentence.deprels, strict=True):
            heads[k] = at[head - 1] - k if head else 0
            label = ("dep" if deprel == "_" else deprel) if head else "ROOT"
            labels[k] = number(label if head is not None else "")
        starts[0 if at[0] == first else at[0]] = 1
    arcs = np.stack([heads.astype(np.uint64), labels], axis=1)
    made.from_array([names.HEAD, names.DEP], arcs)
    # Of trees alone, spaCy would begin a sentence at each root.
    made.from_array([names.SENT_START], starts.astype(np.uint64))


def given_value(value: str) -> str:
    return "" if value == "_" else value


def is_morph(feats: str) -> bool:
    """Can spaCy hold these features?"""
    return all("=" in part for part in feats.split("|"))


def from_spacy(doc: Any) -> Iterator[Sentence]:
    return (sentence for sentence, _ in placed_sentences(doc))


def placed_sentences(doc: Any) -> Iterator[tuple[Sentence, list[int]]]:
    """Return each sentence with the places of its words; without sentences, all is one."""
    for span in doc.sents if doc.has_annotation("SENT_START") else [doc]:
        if words := [token.i for token in span if token.text.strip()]:
            yield sentence_of(_rows(doc, words)), words


def _rows(doc: Any, words: list[int]) -> Iterator[Row]:
    numbers = {place: number for number, place in enumerate(words, 1)}
    for place, number in numbers.items():
        token = doc[place]
        head, deprel = "_", token.dep_
        if token.has_dep():
            above = token.head
            while above.i not in numbers and above.head.i != above.i:
                above = above.head
            is_root = above.i == token.i or above.i not in numbers
            head = "0" if is_root else str(numbers[above.i])
            deprel = "root" if is_root else token.dep_
        after = token.whitespace_ + _white_space_after(doc, place)
        misc = {" ": "_", "": "SpaceAfter=No"}.get(after, f"SpacesAfter={escaped(after)}")
        yield Row(
            str(number),
            token.text,
            token.lemma_,
            token.pos_,
            token.tag_,
            _feats(token.morph),
            head,
            deprel,
            misc=misc,
        )


def _feats(morph: Any) -> str:
    """Write features in the order of CoNLL-U, where capitals do not count, unlike in spaCy."""
    parts = str(morph).split("|")
    return "|".join(sorted(parts, key=lambda part: part.partition("=")[0].lower()))


def _white_space_after(doc: Any, place: int) -> str:
    """Return the tokens of white space that follow, as text."""
    end = place + 1
    while end < len(doc) and not doc[end].text.strip():
        end += 1
    return "".join(token.text_with_ws for token in doc[place + 1 : end])
