"""Scores for plain text, where gold and system may differ in sentences, tokens and words.

Those of the CoNLL shared task of 2018 (Zeman et al. 2018): F1 over what both sides have, with
labels compared without their subtypes.
"""

from collections.abc import Callable, Sequence

from multiplane.errors import MultiplaneError
from multiplane.evaluation.alignment import (
    Analysis,
    Span,
    Word,
    align,
    analysis,
    check_same_text,
)
from multiplane.evaluation.pairs import Source, sentences
from multiplane.evaluation.statistics import FUNCTIONAL
from multiplane.evaluation.views import Row
from multiplane.evaluation.words import without_subtype

LEMMA, UPOS, XPOS, FEATS, DEPREL = 2, 3, 4, 5, 7
# The features that all languages have, which UFeats looks at.
# fmt: off
UNIVERSAL = frozenset({
    "Abbr", "Animacy", "Aspect", "Case", "Definite", "Degree", "Evident", "Foreign", "Gender",
    "Mood", "Number", "NumType", "Person", "Polarity", "Polite", "Poss", "PronType", "Reflex",
    "Tense", "VerbForm", "Voice",
})
# fmt: on


def evaluate_text(
    gold: Source,
    system: Source,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
) -> dict[str, Row]:
    r"""Score a system that found its own sentences and words, by the name of each score.

    >>> from multiplane.conllu import reads
    >>> one = "1-2\tcan't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tca\t_\tAUX\t_\t_\t0\troot\t_\t_\n"
    >>> one += "2\tn't\t_\tPART\t_\t_\t1\tadvmod\t_\t_\n"
    >>> other = "1\tcan't\t_\tAUX\t_\t_\t0\troot\t_\t_\n"
    >>> found = evaluate_text(reads(one), reads(other))
    >>> found["Tokens"].f1, found["Words"].f1
    (100.0, 0.0)
    """
    if [gold, system].count("-") > 1:
        raise MultiplaneError("standard input can be read only once; use files")
    one, other = (analysis(sentences(source, format)) for source in (gold, system))
    check_same_text(one, other)
    if not one.words:
        raise MultiplaneError("there are no sentences to evaluate")
    found = [
        _spans("Tokens", one.tokens, other.tokens),
        _spans("Sentences", one.sentences, other.sentences),
        *_Aligned(one, other, align(one.words, other.words)).scores(),
    ]
    return {row.name: row for row in found}


def _spans(name: str, gold: Sequence[Span], system: Sequence[Span]) -> Row:
    return Row(name, len(gold), len(system), len({*gold} & {*system}))


class _Aligned:
    """Two analyses whose words are paired."""

    def __init__(self, gold: Analysis, system: Analysis, pairs: list[tuple[int, int]]) -> None:
        self.gold, self.system, self.pairs = gold.words, system.words, pairs
        self.to_gold = {s: g for g, s in pairs} | {-1: -1}
        self.children = [self._functional(words) for words in (self.gold, self.system)]

    def scores(self) -> list[Row]:
        everything, content = (lambda _: True), _is_content
        tests: list[tuple[str, Callable[[Word], bool], Callable[[Word, Word], bool]]] = [
            ("Words", everything, lambda _, __: True),
            ("UPOS", everything, _same(UPOS)),
            ("XPOS", everything, _same(XPOS)),
            ("UFeats", everything, _same_features),
            ("AllTags", everything, _same_tags),
            ("Lemmas", everything, _same_lemma),
            ("UAS", everything, self._same_head),
            ("LAS", everything, self._same_arc),
            ("CLAS", content, self._same_arc),
            ("MLAS", content, self._same_morphology),
            ("BLEX", content, lambda g, s: self._same_arc(g, s) and _same_lemma(g, s)),
        ]
        both = [(self.gold[g], self.system[s]) for g, s in self.pairs]
        return [
            Row(
                name,
                sum(map(counts, self.gold)),
                sum(map(counts, self.system)),
                sum(right(g, s) for g, s in both if counts(g)),
            )
            for name, counts, right in tests
        ]

    def _same_head(self, gold: Word, system: Word) -> bool:
        return self.to_gold.get(system.head) == gold.head

    def _same_arc(self, gold: Word, system: Word) -> bool:
        return self._same_head(gold, system) and _label(gold) == _label(system)

    def _same_morphology(self, gold: Word, system: Word) -> bool:
        """Is the arc right, and the tags, and all that of its function words, too?"""
        if not (self._same_arc(gold, system) and _same(UPOS)(gold, system)):
            return False
        if not _same_features(gold, system):
            return False
        mine = self.children[0].get(id(gold), [])
        theirs = self.children[1].get(id(system), [])
        return [(k, *_morphology(self.gold[k])) for k in mine] == [
            (self.to_gold.get(k), *_morphology(self.system[k])) for k in theirs
        ]

    @staticmethod
    def _functional(words: Sequence[Word]) -> dict[int, list[int]]:
        """List the function words that depend on each word."""
        found: dict[int, list[int]] = {}
        for k, word in enumerate(words):
            if word.head >= 0 and _label(word) in FUNCTIONAL and _label(word) != "punct":
                found.setdefault(id(words[word.head]), []).append(k)
        return found


def _label(word: Word) -> str:
    return without_subtype(word.column(DEPREL))


def _is_content(word: Word) -> bool:
    return _label(word) not in FUNCTIONAL


def _morphology(word: Word) -> tuple[str, str, str]:
    return _label(word), word.column(UPOS), _features(word)


def _features(word: Word) -> str:
    parts = word.column(FEATS).split("|")
    return "|".join(sorted(part for part in parts if part.partition("=")[0] in UNIVERSAL))


def _same(column: int) -> Callable[[Word, Word], bool]:
    return lambda gold, system: gold.column(column) == system.column(column)


def _same_features(gold: Word, system: Word) -> bool:
    return _features(gold) == _features(system)


def _same_tags(gold: Word, system: Word) -> bool:
    return _same(UPOS)(gold, system) and _same(XPOS)(gold, system) and _same_features(gold, system)


def _same_lemma(gold: Word, system: Word) -> bool:
    return gold.column(LEMMA) in ("_", system.column(LEMMA))
