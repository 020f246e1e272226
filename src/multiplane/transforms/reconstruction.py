"""From trees to undirected graphs, for training undirected parsers, and back, for their output.

Gómez-Rodríguez & Fernández-González 2012, section 4: of all trees whose arcs are edges of the
graph in either direction, or lead from 0, take one of least cost.  As the graph has no cycles, it
is found by choosing a root for each component and directing all arcs away from it.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import choices
from multiplane.transforms import reconstruction_kernel as kernel
from multiplane.transforms.tree import Tree

Edge = tuple[int, int, str]  # both ends, the smaller first, and the label

# naive      all edges cost 1, other arcs from 0 cost 2: edges from 0 decide the roots (4.1)
# trusting   an edge costs 1 in the direction of its label and 2 in the other, other arcs from 0
#            cost 2n: edges from 0 decide the roots, or labels where there are none (4.2)
# labels     all arcs from 0 cost 2n: labels decide the roots (4.2, the second variant)
METHODS = ("naive", "trusting", "labels")

LEFT, RIGHT = "_l", "_r"


def encode(
    heads: Sequence[int], labels: Sequence[str], *, directions: bool = True
) -> tuple[Edge, ...]:
    """Move the directions of a tree's arcs into its labels: X_l for leftward arcs, else X_r.

    Without `directions` labels stay unchanged, as in the naive method.

    >>> encode([2, 0, 2], ["nsubj", "root", "obj"])
    ((1, 2, 'nsubj_l'), (0, 2, 'root_r'), (2, 3, 'obj_r'))
    """
    return tuple(
        (min(h, d), max(h, d), label + (RIGHT if h < d else LEFT) * directions)
        for d, (h, label) in enumerate(zip(heads, labels, strict=True), 1)
    )


def reconstruct(
    words: int,
    edges: Iterable[Edge],
    method: str = "labels",
    *,
    single_root: bool = True,
    root_label: str = "root",
    rest_label: str = "dep",
) -> Tree:
    """Make a tree from any graph; edges that close a cycle are left out.

    Ties between roots go to the word with an edge from 0, else to the leftmost.  With `single_root`
    the root of one component (one with an edge from 0, if there is one; the largest; the leftmost)
    becomes that of the sentence, and the others depend on it with `rest_label`.  A root has the
    label of its component's edge from 0, or else `root_label`.

    >>> edges = [(0, 1, "root_r"), (1, 2, "nsubj_l"), (2, 3, "obj_r")]
    >>> reconstruct(3, edges)
    ((2, 0, 2), ('nsubj', 'root', 'obj'))
    >>> reconstruct(3, edges, "trusting")
    ((0, 1, 2), ('root', 'nsubj', 'obj'))
    """
    if method not in METHODS:
        raise UnknownName(f"unknown method {method!r}; {choices(method, METHODS)}")
    given = list(edges)
    for i, j, _ in given:
        if i == j or not (0 <= i <= words and 0 <= j <= words):
            raise MultiplaneError(f"edge ({i}, {j}); give two different nodes from 0 to {words}")
    texts, numbers = [root_label, rest_label], np.empty(len(given), np.int32)
    points_left = np.full(len(given), kernel.NO_PREFERENCE, np.int8)
    for k, (_, _, text) in enumerate(given):
        numbers[k] = len(texts)
        if method != "naive" and text.endswith((LEFT, RIGHT)):
            points_left[k] = text.endswith(LEFT)
            text = text[:-2]  # noqa: PLW2901 - what is left of it
        texts.append(text)
    ends = np.array([(min(i, j), max(i, j)) for i, j, _ in given], np.int32).reshape(-1, 2)
    left, right = (np.ascontiguousarray(ends[:, side]) for side in range(2))
    found = kernel.Edges(left, right, numbers, points_left)
    heads, labels = kernel.reconstruct(words, found, METHODS.index(method), single_root, 0, 1)
    return tuple(heads.tolist()), tuple(texts[label] for label in labels.tolist())
