"""Treebanks read for training: checked, hashed, with statistics of their columns."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.compressed import Place, name_of
from multiplane.errors import FormatError, MultiplaneError, in_a_line
from multiplane.features.attributes import COLUMNS, Attribute
from multiplane.features.batch import batch
from multiplane.treebank.rewrite_kernel import are_trees
from multiplane.treebank.scan import Chunk, scan
from multiplane.treebank.scan_kernel import SOUND
from multiplane.treebank.survey import problem

DEPREL = Attribute("deprel", 7)
UNDERSCORE = ord("_")
POSITIONS = 9  # characters of positional tags, as in the Prague and Perseus treebanks
MANY = 0.9  # share of tags that must have this length for all to count as positional


@dataclass(slots=True)
class Corpus:
    """Sentences with trees; heads and labels of all words are concatenated."""

    chunks: list[Chunk] = field(default_factory=list)
    names: list[dict[str, Any]] = field(default_factory=list)  # file names and hashes
    left_out: list[FormatError] = field(default_factory=list)
    label_names: tuple[str, ...] = ()
    labels: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    heads: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))

    @property
    def starts(self) -> NDArray[np.int64]:
        lengths = np.concatenate([np.diff(chunk.starts) for chunk in self.chunks])
        return np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)

    def widths(self, column: int) -> NDArray[np.int32]:
        """Return the number of bytes of each word in a column."""
        parts = []
        for c in self.chunks:
            fields = c.fields[c.starts[0] : c.starts[-1]]
            parts.append(fields[:, column + 1] - fields[:, column] - 1)
        return np.concatenate(parts)

    def is_empty(self, column: int) -> bool:
        """Is the column _ for all words?"""
        if (self.widths(column) > 1).any():
            return False
        return all(
            (c.data[c.fields[c.starts[0] : c.starts[-1], column]] == UNDERSCORE).all()
            for c in self.chunks
        )

    @property
    def forms(self) -> set[str]:
        """All forms of words."""
        return {form for chunk in self.chunks for form in chunk.column(COLUMNS["form"])}

    @property
    def empty(self) -> frozenset[int]:
        """The columns of features that are empty."""
        return frozenset(column for column in COLUMNS.values() if self.is_empty(column))

    @property
    def positional(self) -> bool:
        """Is XPOS a positional tag (a string of one-letter features), and FEATS empty?"""
        return self.is_empty(COLUMNS["feats"]) and bool(
            (self.widths(COLUMNS["xpos"]) == POSITIONS).mean() > MANY
        )

    @property
    def several_roots(self) -> float:
        """The share of trees with more than one root."""
        roots = np.add.reduceat(self.heads == 0, self.starts[:-1])
        return float((roots > 1).mean())


def read_corpus(
    places: Sequence[Place], *, form: str | None = None, on_error: str = "stop"
) -> Corpus:
    """Read treebanks; malformed sentences and non-trees raise, or go to `left_out`."""
    corpus = Corpus()
    for place in places:
        digest = hashlib.sha256()
        with closing(scan(place, format=form)) as chunks:  # at once, also after an error
            for chunk in chunks:
                digest.update(chunk.data[chunk.texts[0] : chunk.texts[-1]].data)
                good = usable(chunk, corpus.left_out.append, stop=on_error == "stop")
                corpus.chunks += _parts(chunk, good)
        corpus.names.append({"name": _short(place), "sha256": digest.hexdigest()})
    if not corpus.chunks:
        raise MultiplaneError(
            f"{', '.join(map(name_of, places))}: found no sentence with a tree; expected some"
        )
    corpus.heads = np.concatenate([c.heads[c.starts[0] : c.starts[-1]] for c in corpus.chunks])
    _number_labels(corpus)
    return corpus


def _short(place: Place) -> str:
    """Return a file's name without its folder, so that models do not depend on the folder.

    Models hold names of one line.
    """
    return in_a_line(Path(place).name if isinstance(place, str | PathLike) else name_of(place))


def usable(
    chunk: Chunk, left_out: Callable[[FormatError], object], *, stop: bool
) -> NDArray[np.bool_]:
    """Say which sentences have words and a tree; malformed ones and non-trees raise, if asked."""
    good: NDArray[np.bool_] = are_trees(chunk.heads, chunk.starts) & (chunk.faults == SOUND)
    for s in np.flatnonzero(~good).tolist():
        error = problem(chunk, s)
        if stop:
            raise error
        left_out(error)
    return good & (np.diff(chunk.starts) > 0)


def _parts(chunk: Chunk, good: NDArray[np.bool_]) -> Iterator[Chunk]:
    """Split a chunk into runs of usable sentences."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], good, [0])).astype(np.int8)))
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield chunk.part(begin, end)


def _number_labels(corpus: Corpus) -> None:
    """Find the labels by their hashes, so that each is decoded once."""
    codes, places = [], []
    for c, chunk in enumerate(corpus.chunks):
        hashed = batch(chunk, (DEPREL,)).values[0]
        sizes = np.diff(chunk.starts)
        # Each sentence begins with a node for the root and ends with one for "no word".
        ends = np.cumsum(sizes + 2)
        keep = np.ones(len(hashed), np.bool_)
        keep[ends - 1] = keep[ends - sizes - 2] = False
        codes.append(hashed[keep])
        words = np.arange(chunk.starts[0], chunk.starts[-1])
        places.append(np.stack((np.full(len(words), c), words), axis=1))
    _, first, labels = np.unique(np.concatenate(codes), return_index=True, return_inverse=True)
    at = np.concatenate(places)[first]
    corpus.label_names = tuple(corpus.chunks[c].field(w, DEPREL.column) for c, w in at.tolist())
    corpus.labels = labels.astype(np.int32)
