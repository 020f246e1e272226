"""Training on graphs, where words may have several heads, read from DEPS of a treebank."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.evaluation.graphs import SCORES, counts, scores
from multiplane.features.batch import Batch, joined
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS, Pairs
from multiplane.oracles.treebank import GoldGraphs, gold_graph
from multiplane.parsing.design import Design
from multiplane.parsing.graphs import find_graphs
from multiplane.parsing.parser import Parser
from multiplane.search.rollout import Starts, gold_of
from multiplane.training.corpus import Corpus
from multiplane.transforms.enhanced import LabelledGraph, enhanced

gold_of.on(GoldGraphs)(gold_graph)


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
    """Count pairs of direction and label; arcs from the root count for both directions."""
    found: Pairs = Counter()
    for graph in graphs:
        for h, label, d in graph.arcs:
            if h == 0 or h > d:
                found[LEFTWARDS, label] += 1
            if h < d:
                found[RIGHTWARDS, label] += 1
    return found


def most_parallel(graphs: list[LabelledGraph], *, root: bool) -> int:
    """Return how many arcs, with different labels, lead from one word to another at most.

    Arcs from 0 count if there is a root.
    """
    return max(
        max(Counter((h, d) for h, _, d in graph.arcs if h or root).values(), default=1)
        for graph in graphs
    )


@dataclass(frozen=True, eq=False)
class GraphExamples:
    """Sentences with their graphs."""

    design: Design
    batch: Batch
    starts: Starts
    graphs: list[LabelledGraph]

    @classmethod
    def of(cls, corpus: Corpus, design: Design) -> "GraphExamples":
        batch = joined([design.batch(chunk) for chunk in corpus.chunks])
        return cls(design, batch, design.starts(batch.starts), read_graphs(corpus))

    @cached_property
    def treebank(self) -> GoldGraphs:
        numbers = {name: at for at, name in enumerate(self.design.labels)}
        rows: list[tuple[int, int, int]] = []
        begins = [0]
        for graph in self.graphs:
            rows += [
                (h, numbers[label], d)
                for h, label, d in graph.arcs
                if h or self.design.system.has_root
            ]
            begins.append(len(rows))
        columns = np.ascontiguousarray(np.array(rows, np.int32).reshape(-1, 3).T)
        return GoldGraphs(np.array(begins, np.int64), *columns)


def score_graphs(parser: Parser, examples: GraphExamples) -> dict[str, float]:
    """Return labelled and unlabelled F1 over arcs, and the recall on words with several heads."""
    found = find_graphs(parser, examples.batch, examples.starts)
    table = [
        counts(gold, LabelledGraph(gold.n, tuple(arcs)))
        for gold, arcs in zip(examples.graphs, found, strict=True)
    ]
    values = dict(zip(SCORES, scores(np.array(table).sum(0)).tolist(), strict=True))
    names = ("f1", "unlabelled_f1", "several_heads_recall")
    return {name: round(values[name], 4) for name in names if values[name] == values[name]}
