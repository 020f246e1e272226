"""The gold trees or graphs of many sentences in flat arrays, prepared for oracles."""

# mypy: disable-error-code="no-untyped-def"

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.machine.code import code
from multiplane.native import jit
from multiplane.oracles.conflicts import WORK
from multiplane.oracles.dynamic import heads_last, root_last
from multiplane.oracles.gold import ANY_PLANE, TRIALS, Excluded, GoldTree, all_exclusions
from multiplane.oracles.gold_graph import GoldGraph
from multiplane.oracles.planes import plan_planes
from multiplane.oracles.preference import preferences
from multiplane.oracles.projective import projective_order, projective_parts

Array = NDArray[np.int32]


class GoldTrees(NamedTuple):
    """Concatenated trees.

    In arrays by node, each sentence begins with the root and ends with a place for "no word".
    """

    heads: Array  # by word
    labels: Array  # by word
    excluded: Excluded
    planes: Array  # by node: see `GoldTree`
    order: Array  # by node
    parts: Array  # by node


class GoldGraphs(NamedTuple):
    """Concatenated graphs."""

    starts: NDArray[np.int64]  # where the arcs of each sentence begin
    heads: Array
    labels: Array
    dependents: Array


def gold_trees(system: System, heads: Array, labels: Array, starts: NDArray[np.int64]) -> GoldTrees:
    """Find exclusions, planes and orders of trees whose words begin at `starts`."""
    excluded = all_exclusions(heads, starts, root_last(system), heads_last(system))
    nodes = int(starts[-1]) + 2 * (len(starts) - 1)
    stacks, planes = code(system, 0).stacks, np.full(nodes, ANY_PLANE, np.int32)
    if stacks > 1:
        planes = plan_planes(heads, starts, excluded, stacks, has_root=system.has_root)
    order, parts = np.zeros((2, nodes), np.int32)
    if preferences(system, 0).reorders:
        for s, (begin, end) in enumerate(pairwise(starts.tolist())):
            given, at = heads[begin:end].tolist(), begin + 2 * s
            order[at : at + len(given) + 1] = projective_order(given)
            parts[at : at + len(given) + 1] = projective_parts(given)
    return GoldTrees(heads, labels, excluded, planes, order, parts)


@jit
def gold_tree(treebank, sentence, size):
    """Return the tree of a sentence, with work space for configurations of this size."""
    words, at = sentence.words, sentence.first_node
    begin, end = sentence.first_word, sentence.first_word + words
    heads = np.full(words + 1, -1, np.int32)
    heads[1:] = treebank.heads[begin:end]
    excluded = treebank.excluded
    first, last = excluded.offsets[sentence.number], excluded.offsets[sentence.number + 1]
    return GoldTree(
        heads,
        treebank.labels[begin:end],
        excluded.begins[at : at + words + 2],
        excluded.listed[first:last],
        treebank.planes[at : at + words + 1],
        treebank.order[at : at + words + 1],
        treebank.parts[at : at + words + 1],
        np.zeros((WORK, words + 2), np.int32),
        np.zeros((TRIALS, size), np.int32),
    )


@jit
def gold_graph(treebank, sentence, size):
    """Return the graph of a sentence, with work space for configurations of this size."""
    begin, end = treebank.starts[sentence.number], treebank.starts[sentence.number + 1]
    return GoldGraph(
        treebank.heads[begin:end],
        treebank.labels[begin:end],
        treebank.dependents[begin:end],
        np.zeros((WORK, sentence.words + 2), np.int32),
        np.zeros(size, np.int32),
    )
