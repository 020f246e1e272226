"""Graphs in which words may have several heads: what a parser finds, and where it is put, DEPS."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from multiplane.conllu import Sentence
from multiplane.errors import FormatError
from multiplane.features.batch import Batch
from multiplane.parsing.design import Blocks
from multiplane.search.graphs import parse_graphs
from multiplane.transforms.enhanced import LabelledArc, with_graph
from multiplane.treebank.scan import Chunk
from multiplane.treebank.scan_kernel import SOUND

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser


def find_graphs(
    parser: "Parser", batch: Batch, blocks: Blocks, *, one_root: bool | None = None
) -> Iterator[list[LabelledArc]]:
    """List the arcs of each sentence, those from 0 included."""
    design = parser.design
    found, begins = parse_graphs(
        batch.starts,
        blocks,
        design.machine,
        design.program.tables,
        design.classes.tables,
        batch.data,
        design.options(one_root=one_root),
        (parser.weights, parser.label_weights),
        design.room(parser.weights, parser.label_weights),
    )
    heads, labels, dependents = found.tolist()
    names = design.labels
    for begin, end in zip(begins[:-1].tolist(), begins[1:].tolist(), strict=True):
        yield [(heads[at], names[labels[at]], dependents[at]) for at in range(begin, end)]


def graphs_of(
    parser: "Parser", chunk: Chunk, *, one_root: bool | None = None
) -> Iterator[list[LabelledArc]]:
    """Parse the sentences of a chunk."""
    batch = parser.design.batch(chunk)
    return find_graphs(parser, batch, parser.design.blocks(batch.starts), one_root=one_root)


def with_deps(sentence: Sentence) -> Sentence:
    """Return the sentence, which must have a place for graphs."""
    if sentence.format != "conllu":
        found = "CoNLL-X, which has no column for graphs"
        raise FormatError(sentence.file, sentence.line, found, "CoNLL-U, whose DEPS they go to")
    return sentence


def rewrite_graphs(chunk: Chunk, graphs: Iterable[list[LabelledArc]]) -> bytes:
    """Return the bytes of a chunk with these graphs in DEPS of its words.

    Sentences that are not sound stay what they are.
    """
    parts = []
    for s, arcs in enumerate(graphs):
        sentence: Sentence = chunk.sentence(s)
        if chunk.faults[s] == SOUND:
            sentence = with_graph(with_deps(sentence), arcs)
        parts.append(sentence.text.encode("utf-8", "surrogateescape"))
    return b"".join(parts)
