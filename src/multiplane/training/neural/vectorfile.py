"""Word vectors from a text file, in the format of word2vec and fastText.

A line has a word and its numbers, separated by spaces; the first may say how many words there are,
and how many numbers each has.  The file is read line by line, and only the words that are needed
are kept, so that memory does not grow with it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from multiplane.compressed import Damaged, Place, name_of, opened
from multiplane.errors import FormatError, MultiplaneError
from multiplane.guides.neural.recipe import MOST
from multiplane.guides.neural.spelling import folded

LONGEST = 1 << 17  # characters of a line
DIGITS = 18  # of how many words or numbers there are
SHOWN = 40  # characters of what is wrong
LINE = "a word and its numbers, separated by spaces"

Table = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Some of the words of a file, in its order, and their vectors."""

    words: tuple[str, ...]
    table: Table  # [words, size]

    @property
    def checksum(self) -> str:
        """Tell these vectors from others."""
        digest = sha256("\n".join(self.words).encode())
        digest.update(self.table.data)
        return digest.hexdigest()


def read_vectors(place: Place, wanted: Iterable[str], most: int) -> WordVectors:
    """Read the first `most` words of a file, and those that are wanted, by their lower case too.

    Every line must have the right number of columns; numbers are read where a word is kept.
    """
    file, exact = name_of(place), {*wanted}
    alike = {folded(word) for word in exact}
    kept: dict[str, Table] = {}
    said, size, words = None, 0, 0
    for number, line in _lines(place, file):
        if number == 1:
            said, size = _first(line, file)
            if said is not None:
                continue
        words += 1
        word, numbers = _cut(line, size, file, number)
        spelling = folded(word)
        if words > most and word not in exact and spelling not in alike:
            continue
        if word in kept:
            raise FormatError(file, number, f"{_shown(word)} once more", "each word once")
        kept[word] = _vector(numbers, file, number)
        alike.discard(spelling)
    if not words:
        raise FormatError(file, 1, "no word", LINE)
    if said is not None and said != words:
        raise FormatError(
            file, 1, f"{said:,} words announced, and {words:,} in the file", "as many"
        )
    if not kept:
        raise MultiplaneError(f"{file}: found no word of the treebank; expected some")
    return WordVectors(tuple(kept), np.stack(list(kept.values())))


def check_vectors(place: Place) -> None:
    """Raise an error if there is no such file, or its first line is none of word vectors."""
    file = name_of(place)
    _, line = next(_lines(place, file), (1, ""))
    _first(line, file)


def _lines(place: Place, file: str) -> Iterator[tuple[int, str]]:
    """Give the lines of a file with their numbers, without what ends them."""
    number = 0
    try:
        with opened(place) as text:
            while line := text.readline(LONGEST):
                number += 1
                if len(line) == LONGEST:
                    raise FormatError(file, number, f"a line of {LONGEST:,} characters", LINE)
                yield number, line.rstrip(" \r\n").removeprefix("\ufeff" if number == 1 else "")
    except Damaged as error:
        raise FormatError(file, number + 1, str(error), "a complete file") from error
    except OSError as error:
        raise MultiplaneError(f"{file}: {error.strerror}") from error


def _first(line: str, file: str) -> tuple[int | None, int]:
    """Return how many words the first line announces, if it does, and how many numbers each has."""
    columns = line.split(" ")
    announces = len(columns) == 2 and all(
        c.isascii() and c.isdecimal() and len(c) <= DIGITS for c in columns
    )
    size = int(columns[1]) if announces else len(columns) - 1
    if not 1 <= size <= MOST:
        raise FormatError(file, 1, f"{size:,} numbers for each word", f"1 to {MOST:,} of them")
    return (int(columns[0]) if announces else None), size


def _cut(line: str, size: int, file: str, number: int) -> tuple[str, str]:
    """Return the word of a line, which may have spaces, and its numbers."""
    word, _, numbers = line.partition(" ")
    if (columns := line.count(" ")) != size:
        parts = line.rsplit(" ", size)
        if columns < size or _is_number(parts[0].rpartition(" ")[2]):
            raise FormatError(file, number, f"{columns} numbers after {_shown(word)}", f"{size}")
        word, numbers = parts[0], " ".join(parts[1:])
    if not word or not word.isprintable():
        try:
            word.encode()
        except UnicodeEncodeError:
            raise FormatError(file, number, _shown(word), "a word in UTF-8") from None
        if not word:
            raise FormatError(file, number, "no word before the numbers", LINE)
    return word, numbers


def _vector(text: str, file: str, line: int) -> Table:
    numbers = text.split(" ")
    try:
        vector = _rounded(numbers)
    except ValueError:
        vector = None
    if vector is None or not np.isfinite(vector).all():
        wrong = (n for n in numbers if not (_is_number(n) and np.isfinite(_rounded([n])).all()))
        raise FormatError(file, line, _shown(next(wrong)), "a finite number")
    return vector


def _rounded(numbers: list[str]) -> Table:
    with np.errstate(over="ignore"):  # too large a number becomes infinite
        return np.array([*map(float, numbers)]).astype(np.float32)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")
