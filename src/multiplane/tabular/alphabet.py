"""The alphabet Σ: the values of one column, with ¢ and $ (2011, section 2.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import did_you_mean
from multiplane.tabular.lazy import lazy

COLUMNS = ("forms", "lemmas", "upos", "xpos", "feats", "deprels", "deps", "misc")
ALSO = {"form": "forms", "lemma": "lemmas", "deprel": "deprels"}  # as CoNLL-U calls them
BOTTOM, ROOT, RARE = 0, 1, 2  # the codes of ¢, $ and all symbols that are not listed
SPECIAL = ("¢", "$", "…")

Codes = NDArray[np.int64]


def grid(codes: Codes, dimensions: int) -> tuple[Codes, ...]:
    """Return the index of all tuples of positions, like `np.ix_` without its checks.

    >>> table = np.arange(16).reshape(4, 4)
    >>> table[grid(np.array([0, 3]), 2)].tolist()
    [[0, 3], [12, 15]]
    """
    return tuple(codes.reshape(-1, *(1,) * after) for after in range(dimensions - 1, -1, -1))


def column_of(sentence: Sentence, column: str) -> tuple[str, ...]:
    """Return a column by its name, ours or that of CoNLL-U."""
    name = ALSO.get(column, column)
    if name not in COLUMNS:
        alike = did_you_mean(column, (*COLUMNS, *ALSO))
        raise UnknownName(f"unknown column {column!r}; {alike}choose from {', '.join(COLUMNS)}")
    values: tuple[str, ...] = getattr(sentence, name)
    return values


@dataclass(frozen=True)
class Alphabet:
    """Symbols and their codes; every symbol that is not listed has the code of `…`.

    >>> alphabet = Alphabet("upos", ("DET", "NOUN"))
    >>> alphabet.encode(["DET", "NOUN", "X"]).tolist()  # $ first, and ¢ at the end, where -1 is
    [1, 3, 4, 2, 0]
    """

    column: str
    symbols: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.symbols)) < len(self.symbols) or set(self.symbols) & set(SPECIAL):
            raise MultiplaneError(f"symbols must be distinct, and none {' or '.join(SPECIAL)}")

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], column: str, most: int = 64) -> "Alphabet":
        """List the most frequent symbols."""
        counts = Counter(symbol for sentence in sentences for symbol in sentence)
        for symbol in SPECIAL:
            counts.pop(symbol, None)
        order = sorted(counts, key=lambda symbol: (-counts[symbol], symbol))
        return cls(column, tuple(order[:most]))

    @lazy
    def _codes(self) -> dict[str, int]:
        return {symbol: code for code, symbol in enumerate(self.symbols, len(SPECIAL))}

    def __len__(self) -> int:
        return len(self.symbols) + len(SPECIAL)

    def __getitem__(self, code: int) -> str:
        return (*SPECIAL, *self.symbols)[code]

    def encode(self, sentence: Sequence[str]) -> Codes:
        """Return the codes by node: 0 is $, then the words, and -1 is ¢."""
        words = [self._codes.get(symbol, RARE) for symbol in sentence]
        return np.array([ROOT, *words, BOTTOM], np.int64)
