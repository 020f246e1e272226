"""Words as the pieces that an encoder reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any

from multiplane.doc.library import library
from multiplane.errors import MultiplaneError
from multiplane.guides.neural.pretrained.identity import TOKENIZER

EXTRA = "pretrained"
MOST_LETTERS = 200  # of a word; later ones are ignored
MOST_PIECES = 32  # of a word
PREFIX_SPACE = "add_prefix_space"  # of tokenizers for which a word begins with a space


@dataclass(frozen=True, eq=False)
class Pieces:
    """A tokenizer, and the pieces that stand before and after those of a sentence."""

    tokenizer: Any
    before: tuple[int, ...]
    after: tuple[int, ...]
    lock: Lock  # tokenizers are not made for several threads

    @classmethod
    def of(cls, folder: str) -> "Pieces":
        """Read the tokenizer of a folder."""
        tokenizers = library("tokenizers", EXTRA)
        path = Path(folder) / TOKENIZER
        try:
            tokenizer = tokenizers.Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises nothing more specific
            raise MultiplaneError(f"{path}: cannot be read as a tokenizer: {error}") from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        for part in _parts(tokenizer.pre_tokenizer):
            if hasattr(part, PREFIX_SPACE):
                setattr(part, PREFIX_SPACE, True)
        plain, whole = (
            tokenizer.encode(["a"], is_pretokenized=True, add_special_tokens=special).ids
            for special in (False, True)
        )
        places = (k for k in range(len(whole)) if whole[k : k + len(plain)] == plain)
        if (at := next(places, None)) is None or not plain:
            raise MultiplaneError(f"{path}: found no piece for the word a; expected some")
        return cls(tokenizer, (*whole[:at],), (*whole[at + len(plain) :],), Lock())

    def cut(self, sentences: Sequence[Sequence[str]], most: int) -> list[list[list[int]]]:
        """Return the pieces of each word of sentences; words have up to `most` of them."""
        most = min(most, MOST_PIECES)
        short = [[word[:MOST_LETTERS] for word in sentence] for sentence in sentences]
        with self.lock:
            encoded = self.tokenizer.encode_batch(
                short, is_pretokenized=True, add_special_tokens=False
            )
        found = []
        for sentence, each in zip(sentences, encoded, strict=True):
            words: list[list[int]] = [[] for _ in sentence]
            for word, piece in zip(each.word_ids, each.ids, strict=True):
                if word is not None and len(words[word]) < most:
                    words[word].append(piece)
            found.append(words)
        return found

    def framed(self, words: Sequence[Sequence[int]]) -> list[int]:
        """Return the pieces of words between those that a sentence begins and ends with."""
        return [*self.before, *chain.from_iterable(words), *self.after]


def _parts(pre_tokenizer: Any) -> list[Any]:
    """Return a pre-tokenizer, or those of which it is a sequence."""
    try:
        return list(pre_tokenizer)
    except TypeError:
        return [pre_tokenizer]
