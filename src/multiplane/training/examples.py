"""A treebank with the features and label numbers of a design."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import Batch, joined
from multiplane.oracles.treebank import GoldTrees, gold_tree, gold_trees
from multiplane.parsing.design import Design
from multiplane.parsing.parser import Parser
from multiplane.search.rollout import Starts, gold_of
from multiplane.training.corpus import Corpus

gold_of.on(GoldTrees)(gold_tree)


@dataclass(frozen=True)
class Examples:
    """Sentences with their trees."""

    design: Design
    batch: Batch
    heads: NDArray[np.int32]
    labels: NDArray[np.int32]  # by number; -1: unknown to the design

    @classmethod
    def of(cls, corpus: Corpus, design: Design, names: Sequence[str]) -> "Examples":
        """Number labels by `names`: `design.labels` to train, `design.tree_labels` to score."""
        numbers = {name: at for at, name in enumerate(names)}
        known = np.array([numbers.get(name, -1) for name in corpus.label_names], np.int32)
        batches = joined([design.batch(chunk) for chunk in corpus.chunks])
        return cls(design, batches, corpus.heads, known[corpus.labels])

    @cached_property
    def starts(self) -> Starts:
        return self.design.starts(self.batch.starts)

    @cached_property
    def treebank(self) -> GoldTrees:
        return gold_trees(self.design.system, self.heads, self.labels, self.batch.starts)


def score_trees(parser: Parser, examples: Examples) -> dict[str, float]:
    """Return the attachment scores of a parser, in percent."""
    heads, labels = parser.search(examples.batch, examples.starts)
    right = heads == examples.heads
    both = right & (labels == examples.labels)
    return {"uas": round(100 * float(right.mean()), 4), "las": round(100 * float(both.mean()), 4)}
