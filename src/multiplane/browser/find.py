"""A search in plain Python: the slow twin of `multiplane.server.matches`, for small files."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from multiplane.browser.matching import matches
from multiplane.browser.treebanks import not_a_tree, sentences
from multiplane.conllu import Sentence
from multiplane.query.find import Match, Matched, match_of
from multiplane.query.matching import Query
from multiplane.server.matches import answered
from multiplane.treebank.multiplanarity import multiplanarity


@dataclass(frozen=True, eq=False)
class Found(Matched):
    """A sentence with its matches."""

    sentence: Sentence
    matches: tuple[Match, ...]

    @property
    def line(self) -> int:
        return self.sentence.line

    @cached_property
    def planes(self) -> dict[int, int]:
        """For each word whose head is a word, the plane of that arc."""
        return {d: plane for (_, d), plane in multiplanarity(self.sentence.graph).planes.items()}

    @cached_property
    def heads(self) -> dict[int, int]:
        return {d: head or 0 for d, head in enumerate(self.sentence.heads, 1)}


def matching(data: bytes, name: str, query: str, first: int) -> dict[str, Any]:
    """Search a treebank, plain or compressed; sentences that are not trees are skipped."""
    return answered(_found(Query.of(query), sentences(data, name)), name, first)


def _found(query: Query, treebank: Iterator[Sentence]) -> Iterator[Found]:
    for sentence in treebank:
        if sentence.error is not None or not sentence.words or not_a_tree(sentence) is not None:
            continue
        numbers = list(range(1, sentence.words + 1))
        found = [match_of(query, *match, numbers) for match in matches(query, sentence)]
        if found:
            yield Found(sentence, tuple(found))
