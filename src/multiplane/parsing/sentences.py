"""Parsing sentences that are values in Python, some at a time."""

from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import groupby, islice
from typing import TYPE_CHECKING

import numpy as np

from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError
from multiplane.parsing.graphs import graphs_of, with_deps
from multiplane.transforms.enhanced import LabelledArc, with_graph
from multiplane.treebank.scan import Chunk, scan

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser

TOGETHER = 512  # sentences per batch


def parsed(parser: "Parser", sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """Give each sentence a tree; malformed sentences and those without words stay unchanged."""
    kinds = groupby(sentences, key=lambda s: (s.format, bool(s.words and not s.error)))
    for (form, has_words), group in kinds:
        while some := list(islice(group, TOGETHER)):
            yield from _parsed(parser, some, form) if has_words else some


def _parsed(parser: "Parser", sentences: list[Sentence], form: str) -> Iterator[Sentence]:
    # Only the first sentence of a file may begin with empty lines or a byte order mark.
    text = "".join(s.text.lstrip("\ufeff\r\n").rstrip("\r\n") + "\n\n" for s in sentences)
    chunks = scan(StringIO(text), format=form)
    yield from (_with_graphs if parser.design.graphs else _with_trees)(parser, sentences, chunks)


def _with_trees(
    parser: "Parser", sentences: list[Sentence], chunks: Iterable[Chunk]
) -> Iterator[Sentence]:
    heads, labels, sizes = [], [], []
    for chunk in chunks:
        found = parser.trees(chunk)
        heads += found[0].tolist()
        labels += [parser.labels[label] for label in found[1].tolist()]
        sizes += np.diff(chunk.starts).tolist()
    _check(sizes, sentences)
    at = 0
    for sentence in sentences:
        end = at + sentence.words
        yield sentence.with_tree(heads[at:end], labels[at:end])
        at = end


def _with_graphs(
    parser: "Parser", sentences: list[Sentence], chunks: Iterable[Chunk]
) -> Iterator[Sentence]:
    graphs: list[list[LabelledArc]] = []
    sizes: list[int] = []
    for chunk in chunks:
        graphs += graphs_of(parser, chunk)
        sizes += np.diff(chunk.starts).tolist()
    _check(sizes, sentences)
    for sentence, arcs in zip(sentences, graphs, strict=True):
        yield with_graph(with_deps(sentence), arcs)


def _check(sizes: list[int], sentences: list[Sentence]) -> None:
    """Raise an error unless what was read has the sentences that were given."""
    if sizes != [s.words for s in sentences]:
        raise MultiplaneError(
            "found more or less than one sentence in an item; pass sentences of multiplane.read"
        )
