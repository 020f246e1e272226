"""Learning from graphs in which words may have several heads: those in DEPS of a treebank."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.evaluation.graphs import SCORES, counts, scores
from multiplane.features.batch import Batch, joined
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS, Pairs
from multiplane.guides.packing import Table, quantised
from multiplane.guides.rows import aligned
from multiplane.oracles.graph_loss import graph_order
from multiplane.oracles.reach import reach_table
from multiplane.parsing.design import Blocks, Design
from multiplane.parsing.graphs import find_graphs
from multiplane.parsing.parser import Parser
from multiplane.training.corpus import Corpus
from multiplane.training.graph_perceptron import train_on_graphs
from multiplane.training.learner import pieces
from multiplane.transforms.enhanced import LabelledGraph, enhanced


def read_graphs(corpus: Corpus) -> list[LabelledGraph]:
    """Read DEPS of all sentences."""
    found = [enhanced(chunk.sentence(s)) for chunk in corpus.chunks for s in range(len(chunk))]
    if not any(graph.arcs for graph in found):
        name = corpus.names[0]["name"]
        raise MultiplaneError(f"{name}: found nothing in DEPS; expected graphs")
    return found


def several_roots(graphs: list[LabelledGraph]) -> float:
    """The share of graphs with more than one arc from 0."""
    return sum(sum(h == 0 for h, _, _ in g.arcs) > 1 for g in graphs) / len(graphs)


def graph_pairs(graphs: list[LabelledGraph]) -> Pairs:
    """Count directions with labels; arcs from the root lead in both directions."""
    found: Pairs = Counter()
    for graph in graphs:
        for h, label, d in graph.arcs:
            if h == 0 or h > d:
                found[LEFTWARDS, label] += 1
            if h < d:
                found[RIGHTWARDS, label] += 1
    return found


@dataclass(frozen=True, eq=False)
class GraphExamples:
    """Graphs as a design sees them: of two arcs between the same words the first counts."""

    design: Design
    batch: Batch
    blocks: Blocks
    graphs: list[LabelledGraph]

    @classmethod
    def of(cls, corpus: Corpus, design: Design) -> "GraphExamples":
        batch = joined([design.batch(chunk) for chunk in corpus.chunks])
        return cls(design, batch, design.blocks(batch.starts), read_graphs(corpus))

    @property
    def arcs(self) -> tuple[NDArray[Any], ...]:
        """Where the arcs of each sentence begin; heads, labels by number, dependents."""
        numbers = {name: at for at, name in enumerate(self.design.labels)}
        rows: list[tuple[int, int, int]] = []
        begins = [0]
        for graph in self.graphs:
            first = {(h, d): label for h, label, d in reversed(graph.arcs)}
            rows += [
                (h, numbers[label], d)
                for (h, d), label in first.items()
                if h or self.design.system.has_root
            ]
            begins.append(len(rows))
        columns = np.ascontiguousarray(np.array(rows, np.int32).reshape(-1, 3).T)
        return np.array(begins, np.int64), *columns


class GraphLearner:
    """Weights that change, as those of `learner`."""

    beam = 1
    explores = True  # by default

    def __init__(self, examples: GraphExamples, seed: int) -> None:
        self.examples = examples
        design = examples.design
        table = reach_table(design.system)
        self.reach = table.kinds, table.can, table.codes
        self.arcs = examples.arcs
        self.weights = tuple(aligned(*s, np.float32) for s in design.shapes for _ in range(2))
        self.clock = np.ones(1, np.int64)
        self.order = np.random.default_rng(seed)
        self.random = np.array([seed * 7919 + 12345], np.uint64)

    def epoch(self, exploration: float) -> Iterator[int]:
        """Learn from all sentences once, in a new order; say after each piece how many are done."""
        design, batch = self.examples.design, self.examples.batch
        order = self.order.permutation(len(batch))
        for begin, end in pieces(order, batch.starts):
            arguments: Any = (
                *(order[begin:end], batch.starts, self.arcs, self.reach, self.examples.blocks),
                *(design.machine, design.program.tables, design.classes.tables, batch.data),
                *(design.options(), self.weights, design.room(*self.weights[::2])),
                *(exploration, self.clock, self.random, graph_order(design.system)),
            )
            train_on_graphs(*arguments)
            yield end

    def averaged(self) -> tuple[Table, Table]:
        """Return what a parser needs of the weights as they are now."""
        table, totals, labels, label_totals = self.weights
        now = int(self.clock[0])
        return quantised(table, totals, now), quantised(labels, label_totals, now)


def score_graphs(parser: Parser, examples: GraphExamples) -> dict[str, float]:
    """Return F1 over arcs, with labels and without, and the recall of several heads."""
    found = find_graphs(parser, examples.batch, examples.blocks)
    table = [
        counts(gold, LabelledGraph(gold.n, tuple(arcs)))
        for gold, arcs in zip(examples.graphs, found, strict=True)
    ]
    values = dict(zip(SCORES, scores(np.array(table).sum(0)).tolist(), strict=True))
    names = ("f1", "unlabelled_f1", "several_heads_recall")
    return {name: round(values[name], 4) for name in names if values[name] == values[name]}
