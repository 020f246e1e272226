"""A treebank measured chunk by chunk: what the census counts and the witnesses are picked from."""

from collections.abc import Collection, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.compressed import Place
from multiplane.errors import FormatError, UnknownName
from multiplane.graph import Graph, acyclic
from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.multiplanarity import Multiplanarity, multiplanarity
from multiplane.treebank.reduction import without as reduced
from multiplane.treebank.scan import Chunk, scan
from multiplane.treebank.scan_kernel import LOOP, MALFORMED

ON_ERROR = (None, "stop", "skip")


@dataclass(frozen=True, slots=True, eq=False)
class Surveyed:
    """A chunk with the measures of its trees, and why its other sentences have none."""

    chunk: Chunk
    trees: NDArray[np.int64]  # [sentences, columns of shape_kernel]
    arcs: NDArray[np.int32]  # [words, columns of shape_kernel]
    hard: dict[int, Multiplanarity]  # of the trees whose planes the kernel does not know
    left_out: dict[int, FormatError]  # sentences that are malformed or not trees
    words_left_out: int = 0  # by their tags

    @property
    def is_tree(self) -> NDArray[np.bool_]:
        """For each sentence, whether it is measured."""
        answer: NDArray[np.bool_] = self.trees[:, kernel.KIND] == kernel.TREE
        return answer

    @property
    def bounds(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each tree the planes that it needs at least, and that suffice."""
        lower = self.trees[:, kernel.PLANES].copy()
        upper = lower.copy()
        for s, found in self.hard.items():
            lower[s], upper[s] = found.lower, found.upper
        return lower, upper

    def planes(self, s: int) -> list[int]:
        """For each word of sentence s the plane of the arc to it, 0 where its head is 0."""
        begin, end = self.chunk.starts[s], self.chunk.starts[s + 1]
        if self.trees[s, kernel.PLANES] in (1, 2):
            known: list[int] = self.arcs[begin:end, kernel.PLANE].tolist()
            return known
        found = self.hard.get(s) or multiplanarity(_graph(self.chunk, s))
        planes = {d: plane for (_, d), plane in found.planes.items()}
        return [planes.get(d, 0) for d in range(1, end - begin + 1)]

    def planes_by_number(self, s: int) -> dict[int, int]:
        """The same by the numbers of words in the file, without those of roots."""
        numbered = zip(self.chunk.numbers(s), self.planes(s), strict=True)
        return {number: plane for number, plane in numbered if plane}


def survey(
    source: Place,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str | None = None,
    without: Collection[str] = (),
) -> Iterator[Surveyed]:
    """Measure a treebank; words with a tag of `without` are left out of its trees.

    `on_error` says what raises a FormatError: by default a malformed sentence, with "stop" also
    one that is not a tree, with "skip" neither.  What does not is in `left_out`.
    """
    if on_error not in ON_ERROR:
        raise UnknownName(f"unknown on_error {on_error!r}; choose from stop, skip")
    return _survey(scan(source, format=format), on_error, without)


def _survey(
    chunks: Generator[Chunk, None, None], on_error: str | None, tags: Collection[str]
) -> Iterator[Surveyed]:
    with closing(chunks):  # at once, also after an error
        for whole in chunks:
            yield _surveyed(whole, on_error, tags)


def _surveyed(whole: Chunk, on_error: str | None, tags: Collection[str]) -> Surveyed:
    chunk = reduced(whole, tags) if tags else whole
    trees, arcs = kernel.measure(chunk.heads, chunk.starts)
    trees[chunk.faults == MALFORMED, kernel.KIND] = kernel.UNANNOTATED
    left_out: dict[int, FormatError] = {}
    for s in _where(np.isin(trees[:, kernel.KIND], (kernel.CYCLIC, kernel.UNANNOTATED))):
        error = problem(chunk, s)
        if on_error == "stop" or (chunk.faults[s] == MALFORMED and on_error != "skip"):
            raise error
        left_out[s] = error
    more = (trees[:, kernel.KIND] == kernel.TREE) & (trees[:, kernel.PLANES] == kernel.MORE)
    hard = {s: multiplanarity(_graph(chunk, s)) for s in _where(more)}
    fewer = int(np.ptp(whole.starts) - np.ptp(chunk.starts))
    return Surveyed(chunk, trees, arcs, hard, left_out, fewer)


def _where(mask: NDArray[Any]) -> list[int]:
    indices: list[int] = np.flatnonzero(mask).tolist()
    return indices


def _graph(chunk: Chunk, s: int) -> Graph:
    return Graph.from_heads(chunk.heads[chunk.starts[s] : chunk.starts[s + 1]].tolist())


def problem(chunk: Chunk, s: int) -> FormatError:
    """Say what keeps a sentence from being measured, and on which line."""
    if chunk.faults[s] in (LOOP, MALFORMED) and (error := chunk.sentence(s).error):
        return error
    heads = chunk.heads[chunk.starts[s] : chunk.starts[s + 1]].tolist()
    if -1 in heads:
        word = heads.index(-1) + 1
        return _error(chunk, s, word, f"no head for word {word}", "a head for each word")
    cycle = acyclic(Graph.from_heads(heads)).witness
    path = " → ".join(map(str, (*cycle, cycle[0])))
    return _error(chunk, s, cycle[0], f"the cycle {path}", "a tree")


def _error(chunk: Chunk, s: int, word: int, found: str, expected: str) -> FormatError:
    begin, end = chunk.texts[s], chunk.fields[chunk.starts[s] + word - 1, 0]
    line = int(chunk.lines[s] + np.count_nonzero(chunk.data[begin:end] == ord("\n")))
    return FormatError(chunk.file, line, found, expected)
