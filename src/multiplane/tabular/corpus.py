"""Codes and derivations of the trees of a treebank, for the model."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeVar

from multiplane.conllu import Sentence
from multiplane.errors import FormatError, MultiplaneError
from multiplane.tabular.alphabet import Alphabet, Codes, column_of
from multiplane.tabular.counts import count_derivation, no_counts
from multiplane.tabular.forest import Done
from multiplane.tabular.gold import derivation_of
from multiplane.tabular.history import History
from multiplane.tabular.labels import LabelCounts
from multiplane.tabular.model import Model
from multiplane.tabular.smoothing import estimate_model

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Estimated:
    """A model, and the number of trees it was estimated from."""

    model: Model
    derived: int
    left_out: int  # trees that need a higher degree
    words: int


def chosen(sentences: Iterable[Sentence], max_words: int | None) -> list[Sentence]:
    """Return the sentences with at least one and at most `max_words` words."""
    return _some([s for s in sentences if s.words and (max_words is None or s.words <= max_words)])


def encoded(sentences: Sequence[Sentence], alphabet: Alphabet) -> list[Codes]:
    """Return the codes of each sentence."""
    return [alphabet.encode(column_of(sentence, alphabet.column)) for sentence in sentences]


def heads_of(sentence: Sentence) -> list[int]:
    """Return the heads of a sentence; a missing head or a cycle is an error."""
    heads = [-1 if head is None else head for head in sentence.heads]

    def fail(found: str, expected: str) -> NoReturn:
        raise FormatError(sentence.file, sentence.line, found, expected)

    if -1 in heads:
        fail(f"no head for word {heads.index(-1) + 1}", "a head for each word")
    rooted = {0}
    for word in range(1, len(heads) + 1):
        path: set[int] = set()
        while word not in rooted:
            if word in path:
                fail(f"word {word} in a cycle", "a tree")
            path.add(word)
            word = heads[word - 1]  # noqa: PLW2901 - climbing
        rooted |= path
    return heads


def without(
    symbols: Sequence[str], heads: Sequence[int], gone: Collection[str]
) -> tuple[list[str], list[int]]:
    """Leave out words with some symbols; their dependents go to the next head that remains.

    >>> without(["DET", "PUNCT", "NOUN"], [2, 3, 0], {"PUNCT"})
    (['DET', 'NOUN'], [2, 0])
    """
    kept = [d for d, symbol in enumerate(symbols, 1) if symbol not in gone]
    number = {0: 0, **{d: new for new, d in enumerate(kept, 1)}}

    def climb(head: int) -> int:
        while head not in number:
            head = heads[head - 1]
        return number[head]

    return [symbols[d - 1] for d in kept], [climb(heads[d - 1]) for d in kept]


def plain(
    sentences: Iterable[Sentence],
    column: str,
    max_words: int | None,
    gone: Collection[str] = (),
    *,
    trees: bool = True,
) -> list[tuple[list[str], list[int]]]:
    """Return symbols and heads (none without `trees`), without words of some UPOS."""
    found = []
    for sentence in sentences:
        heads = heads_of(sentence) if trees else [0] * sentence.words
        upos, symbols = sentence.upos if gone else (), column_of(sentence, column)
        kept = [k for k, tag in enumerate(upos) if tag not in gone] if gone else None
        if kept is not None:
            heads = without(upos, heads, gone)[1]
            symbols = tuple(symbols[k] for k in kept)
        if symbols and (max_words is None or len(symbols) <= max_words):
            found.append((list(symbols), heads))
    return _some(found)


def _some(found: list[T]) -> list[T]:
    if not found:
        raise MultiplaneError(
            "found no sentence with words, or none that is short enough; expected some"
        )
    return found


def examples(model: Model, sentences: Sequence[Sentence]) -> list[tuple[Codes, tuple[Done, ...]]]:
    """Return codes and derivations of the trees that have one root and a derivation."""
    found = []
    for sentence in sentences:
        heads = heads_of(sentence)
        derivation = derivation_of(heads, model.history.degree) if heads.count(0) == 1 else None
        if derivation is not None:
            symbols = column_of(sentence, model.alphabet.column)
            found.append((model.alphabet.encode(symbols), derivation))
    return found


def estimate(
    sentences: Sequence[Sentence],
    column: str = "upos",
    kind: History | None = None,
    *,
    most: int = 64,
    smoothing: float = 1.0,
    advance: Callable[[int], None] = lambda _: None,
) -> Estimated:
    """Estimate a model from trees, each by the derivation of Attardi's oracle."""
    from multiplane.tabular.history import elaborated

    kind = kind or elaborated()
    columns = [column_of(sentence, column) for sentence in sentences]
    alphabet = Alphabet.of(columns, column, most)
    counts = no_counts(kind, alphabet)
    empty = Model(alphabet, kind, (), {})
    labels = LabelCounts(len(alphabet))
    derived = words = 0
    for number, (sentence, symbols) in enumerate(zip(sentences, columns, strict=True), 1):
        advance(number)
        heads, codes = heads_of(sentence), alphabet.encode(symbols)
        labels.add(codes, heads, sentence.deprels)
        derivation = derivation_of(heads, kind.degree)
        if derivation is not None:
            derived, words = derived + 1, words + sentence.words
            pairs = ((done, 1.0) for done in derivation)
            count_derivation(empty, codes, pairs, counts)
    notes: dict[str, Any] = {"by": "estimate", "trees": derived, "smoothing": smoothing}
    model = estimate_model(alphabet, kind, counts, smoothing, notes)
    model = replace(model, labels=labels.labels(smoothing) if labels.seen else None)
    return Estimated(model, derived, len(sentences) - derived, words)
