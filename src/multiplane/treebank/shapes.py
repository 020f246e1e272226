"""How trees lie over their words: all measures but the exact number of planes above three.

Definitions, with the artificial root 0 dominating all words:

gap degree      of a word: the gaps in the sequence of the words that it dominates, itself included
                (Bodirsky et al. 2005); block degree is one more
edge degree     of an arc (h, d): the connected parts, among the words between h and d, that h does
                not dominate (Nivre 2006; Kuhlmann & Nivre 2006); of degree 0 if it is projective
ill-nested      two disjoint subtrees with words a < b < a' < b', a and a' in one, b and b' in the
                other (Bodirsky et al. 2005)
transition      of an arc: the degree of the transition that builds it in Attardi's system, or 0 if
                none does (2011, section 2.2; see `attardi_kernel`)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.treebank import shape_kernel as kernel

PROBLEMS = {
    kernel.CYCLIC: "the arcs form a cycle",
    kernel.UNANNOTATED: "a word has no head",
    kernel.EMPTY: "it has no words",
}
# The measures of a tree that are numbers, by their column in the table of trees.
MEASURES = {
    "roots": kernel.ROOTS,
    "left": kernel.LEFT,
    "right": kernel.RIGHT,
    "left_1": kernel.LEFT_1,
    "right_1": kernel.RIGHT_1,
    "length": kernel.LENGTH,
    "non_projective": kernel.NON_PROJECTIVE,
    "crossings": kernel.CROSSINGS,
    "gap_degree": kernel.GAP_DEGREE,
    "edge_degree": kernel.EDGE_DEGREE,
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The measures of one tree; for each word those of the arc that leads to it."""

    roots: int
    left: int  # arcs between words that point left, and right
    right: int
    left_1: int  # the same, between neighbours
    right_1: int
    length: int  # of all arcs between words together
    non_projective: int  # arcs
    crossings: int
    gap_degree: int
    edge_degree: int
    ill_nested: bool
    edge_degrees: tuple[int, ...]
    transitions: tuple[int, ...]
    crossed: tuple[int, ...]  # how many arcs cross it
    gap_degrees: tuple[int, ...]  # of the word itself

    @property
    def block_degree(self) -> int:
        return self.gap_degree + 1


def shape(heads: Sequence[int]) -> Shape:
    """Measure the tree in which `heads[d - 1]` is the head of word d, 0 for roots.

    >>> found = shape([3, 0, 2, 1])
    >>> found.non_projective, found.gap_degree, found.transitions
    (2, 1, (1, 1, 1, 3))
    """
    if any(not 0 <= head <= len(heads) for head in heads):
        raise MultiplaneError(f"heads {list(heads)}: heads must be numbers from 0 to {len(heads)}")
    trees, arcs = kernel.measure(np.array(heads, np.int32), np.array([0, len(heads)], np.int64))
    row = trees[0].tolist()
    if row[kernel.KIND] != kernel.TREE:
        raise MultiplaneError(f"heads {list(heads)} are not a tree: {PROBLEMS[row[kernel.KIND]]}")
    return Shape(
        **{name: row[column] for name, column in MEASURES.items()},
        ill_nested=bool(row[kernel.ILL_NESTED]),
        edge_degrees=tuple(arcs[:, kernel.DEGREE].tolist()),
        transitions=tuple(arcs[:, kernel.TRANSITION].tolist()),
        crossed=tuple(arcs[:, kernel.CROSSED].tolist()),
        gap_degrees=tuple(arcs[:, kernel.GAPS].tolist()),
    )
