"""Trees as heads and labels, and checks before they are transformed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.graph import Graph, acyclic

Tree = tuple[tuple[int, ...], tuple[str, ...]]  # heads and labels of the words 1, 2, …


def as_array(heads: Sequence[int | None], labels: Sequence[str]) -> NDArray[np.int32]:
    """Return the heads by word; each word must have a head and a label."""
    if len(heads) != len(labels):
        raise MultiplaneError(
            f"{len(heads)} heads and {len(labels)} labels; give one of each per word"
        )
    for d, head in enumerate(heads, 1):
        if head is None or not 0 <= head <= len(heads) or head == d:
            raise MultiplaneError(
                f"head {head} for word {d}; give a tree, with other words or 0 as heads"
            )
    return np.array([0, *heads], np.int32)


def cyclic(heads: Sequence[int | None]) -> MultiplaneError:
    """Return an error that says why heads are not a tree."""
    return MultiplaneError(f"{acyclic(Graph.from_heads(heads)).because}; give a tree")
