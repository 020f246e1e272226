"""A search over treebanks: sentences with the words that match, one by one, or only counted."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from multiplane.compressed import Place
from multiplane.conllu import Sentence
from multiplane.query.matching import Query, plain, run
from multiplane.treebank.folders import treebanks
from multiplane.treebank.survey import Surveyed, survey


@dataclass(frozen=True, slots=True)
class Match:
    """The words that fit a query, by their numbers in the file, each with its name or ""."""

    words: tuple[tuple[str, int], ...]
    arcs: frozenset[int]  # words whose arcs are asked for, too

    def __str__(self) -> str:
        return " ".join(f"{name}={word}" if name else str(word) for name, word in self.words)


class Matched:
    """What follows from a sentence and its matches, whoever found them."""

    sentence: Any  # a Sentence
    matches: tuple[Match, ...]

    @cached_property
    def marks(self) -> dict[int, str]:
        """A mark for each word of a match: its names, or an arrow where it has none."""
        names: dict[int, dict[str, None]] = {}
        for match in self.matches:
            for name, word in match.words:
                names.setdefault(word, {})[name] = None
        return {d: " ".join(filter(None, found)) or "▲" for d, found in sorted(names.items())}

    @property
    def arcs(self) -> frozenset[int]:
        """The words whose arcs some match asks for."""
        return frozenset().union(*(match.arcs for match in self.matches))

    @cached_property
    def sent_id(self) -> str:
        """The name of the sentence, or "" if it has none."""
        comments: Sequence[str] = self.sentence.comments
        for comment in comments:
            key, _, value = comment.removeprefix("#").partition("=")
            if key.strip() == "sent_id":
                return value.strip()
        return ""


@dataclass(frozen=True, eq=False)
class Found(Matched):
    """A sentence with its matches; a query that is only about trees has one match of no words."""

    surveyed: Surveyed
    s: int
    matches: tuple[Match, ...]

    @property
    def file(self) -> str:
        return self.surveyed.chunk.file

    @property
    def line(self) -> int:
        return int(self.surveyed.chunk.lines[self.s])

    @cached_property
    def sentence(self) -> Sentence:
        return self.surveyed.chunk.sentence(self.s)

    @cached_property
    def planes(self) -> dict[int, int]:
        """For each word whose head is a word, the plane of that arc."""
        return self.surveyed.planes_by_number(self.s)

    @cached_property
    def heads(self) -> dict[int, int]:
        """The head of each word that is not left out, by the numbers of the file."""
        chunk, numbers = self.surveyed.chunk, self.surveyed.chunk.numbers(self.s)
        heads = chunk.heads[chunk.starts[self.s] : chunk.starts[self.s + 1]].tolist()
        return {d: numbers[h - 1] if h else 0 for d, h in zip(numbers, heads, strict=True)}


@dataclass(frozen=True, slots=True)
class Count:
    """How much was found in one treebank."""

    name: str
    trees: int = 0
    sentences: int = 0
    matches: int = 0

    def as_dict(self) -> dict[str, Any]:
        """All of it, with the keys of `--json`."""
        return {
            "name": self.name,
            "trees": self.trees,
            "sentences": self.sentences,
            "matches": self.matches,
        }


def find(
    query: str | Query,
    *sources: Place,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str | None = None,
    without: Collection[str] = (),
) -> Iterator[Found]:
    """Yield the sentences of treebanks that fit a query, each with all its matches.

    A malformed sentence is an error, and one that is not a tree is skipped; with
    `on_error="stop"` both are errors, with "skip" neither.  Words with a tag of `without` are left
    out of the trees.
    """
    asked = Query.of(query) if isinstance(query, str) else query
    files = (file for source in sources for bank in treebanks(source) for file in bank.files)
    return (
        found
        for file in files
        for surveyed in survey(file, format=format, on_error=on_error, without=without)
        for found in found_in(asked, surveyed)
    )


def found_in(query: Query, surveyed: Surveyed) -> Iterator[Found]:
    """Yield the sentences of a chunk that fit."""
    matches = run(query, surveyed).found
    for s, group in groupby(matches, key=lambda match: match[0]):
        numbers = surveyed.chunk.numbers(s)
        yield Found(
            surveyed,
            s,
            tuple(match_of(query, number, words, numbers) for _, number, words in group),
        )


def match_of(query: Query, branch: int, words: tuple[int, ...], numbers: list[int]) -> Match:
    """Return the words of a branch with their names; numbers are those of the file."""
    names = query.branches[branch].names
    named = tuple((plain(name), numbers[word - 1]) for name, word in zip(names, words, strict=True))
    arcs = frozenset(numbers[words[k] - 1] for k in query.arcs[branch])
    return Match(named, arcs)


def count(
    query: str | Query,
    *sources: Place,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str | None = None,
    without: Collection[str] = (),
) -> list[Count]:
    """Count the sentences and matches of each treebank, which is faster than to list them."""
    asked = Query.of(query) if isinstance(query, str) else query
    rows = []
    for source in sources:
        for bank in treebanks(source):
            trees = sentences = matches = 0
            for file in bank.files:
                for surveyed in survey(file, format=format, on_error=on_error, without=without):
                    counts = run(asked, surveyed, count_only=True).counts
                    trees += int(surveyed.is_tree.sum())
                    sentences += int((counts > 0).sum())
                    matches += int(counts.sum())
            rows.append(Count(bank.name, trees, sentences, matches))
    return rows
