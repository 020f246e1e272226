"""Pairs of sentences: the same words with the gold arcs and with those of a system."""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import cast

from multiplane.compressed import Place, name_of
from multiplane.conllu import Sentence, read
from multiplane.errors import FormatError

Source = Place | Iterable[Sentence]  # a treebank: where it is, or its sentences
Pair = tuple[Sentence, Sentence]


def sentences(source: Source, format: str | None = None) -> Iterator[Sentence]:  # noqa: A002
    """Read the sentences that have words."""
    found: Iterable[Sentence]
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        found = read(cast("Place", source), format=format)
    else:
        found = source
    return (sentence for sentence in found if sentence.words or sentence.error)


def pairs(gold: Source, system: Source, format: str | None = None) -> Iterator[Pair]:  # noqa: A002
    """Pair the sentences of two treebanks, if they have the same words and gold has all heads."""
    last: Pair | None = None
    both = zip_longest(sentences(gold, format), sentences(system, format))
    for number, (one, other) in enumerate(both, 1):
        if other is None:
            raise FormatError(
                *(_after(last[1]) if last else (_name(system), 1)),
                "the end of the file",
                f"sentence {number}, as in {one.file}:{one.line}",
            )
        if one is None:
            end = f"as in {last[0].file}" if last else "because the gold file has no sentences"
            raise FormatError(
                other.file, other.line, f"sentence {number}", f"the end of the file, {end}"
            )
        if one.forms != other.forms:
            raise _mismatch(one, other)
        if None in one.heads:
            word = one.heads.index(None) + 1
            raise FormatError(
                one.file, _line(one, word), "no HEAD", "a head for each word of the gold file"
            )
        last = one, other
        yield last


def _mismatch(gold: Sentence, system: Sentence) -> FormatError:
    both = enumerate(zip_longest(gold.forms, system.forms), 1)
    word, (expected, found) = next((k, forms) for k, forms in both if forms[0] != forms[1])
    return FormatError(
        system.file,
        _line(system, word),
        "the end of the sentence" if found is None else f"word {word}, {found!r}",
        f"{'the end of the sentence' if expected is None else repr(expected)}, "
        f"as in {gold.file}:{_line(gold, word)}",
    )


def _line(sentence: Sentence, word: int) -> int:
    """Find the line of a word, or the line after the last."""
    numbers = [
        number
        for number, line in enumerate(sentence.text.split("\n"), sentence.line)
        if re.match(r"\ufeff?[0-9]+\t", line)
    ]
    return numbers[word - 1] if word <= len(numbers) else numbers[-1] + 1


def _after(sentence: Sentence) -> tuple[str, int]:
    lines = sentence.text.count("\n") + (not sentence.text.endswith("\n"))
    return sentence.file, sentence.line + lines


def _name(source: Source) -> str:
    return name_of(source) if isinstance(source, str | os.PathLike) else "<text>"
