"""Parsing to graphs, where words may have several heads, and writing them to DEPS."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from multiplane.conllu import Sentence
from multiplane.errors import FormatError
from multiplane.features.batch import Batch
from multiplane.search.graphs import Graphs
from multiplane.search.rollout import Starts
from multiplane.transforms.enhanced import LabelledArc, with_graph
from multiplane.treebank.scan import Chunk
from multiplane.treebank.scan_kernel import SOUND

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser


def find_graphs(
    parser: "Parser", batch: Batch, starts: Starts, *, one_root: bool | None = None
) -> Iterator[list[LabelledArc]]:
    """List the arcs of each sentence, including those from 0."""
    names = parser.design.labels
    room, done = 2 * batch.words + 2, 0
    while done < len(batch):
        arcs = np.zeros((3, room), np.int32)
        sizes, used = np.zeros(len(batch), np.int64), np.zeros(1, np.int64)
        reader = Graphs(arcs[0], arcs[1], arcs[2], sizes, used)
        ended, _ = parser.run(batch, starts, reader, begin=done, one_root=one_root)
        heads, labels, dependents = arcs[:, : used[0]].tolist()
        at = 0
        for size in sizes[done:ended].tolist():
            here = range(at, at + size)
            yield [(heads[arc], names[labels[arc]], dependents[arc]) for arc in here]
            at += size
        done, room = ended, 2 * room


def graphs_of(
    parser: "Parser", chunk: Chunk, *, one_root: bool | None = None
) -> Iterator[list[LabelledArc]]:
    """Parse the sentences of a chunk."""
    batch = parser.design.batch(chunk)
    return find_graphs(parser, batch, parser.design.starts(batch.starts), one_root=one_root)


def with_deps(sentence: Sentence) -> Sentence:
    """Return the sentence if its format has DEPS, and raise an error if not."""
    if sentence.format != "conllu":
        found = "CoNLL-X, which has no column for graphs"
        raise FormatError(sentence.file, sentence.line, found, "CoNLL-U, whose DEPS they go to")
    return sentence


def rewrite_graphs(chunk: Chunk, graphs: Iterable[list[LabelledArc]]) -> bytes:
    """Return the bytes of a chunk with these graphs in DEPS of its words.

    Malformed sentences stay unchanged.
    """
    parts = []
    for s, arcs in enumerate(graphs):
        sentence: Sentence = chunk.sentence(s)
        if chunk.faults[s] == SOUND:
            sentence = with_graph(with_deps(sentence), arcs)
        parts.append(sentence.text.encode("utf-8", "surrogateescape"))
    return b"".join(parts)
