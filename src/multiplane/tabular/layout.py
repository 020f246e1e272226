"""Where items lie in memory: a block for each i < j, only for indices in their order.

Degree 2: the item [h1, i, h2 h3, j] with 0 ≤ h1 < i ≤ h3 < j, and h2 = h1 or i ≤ h2 < h3.  Items
that begin with ¢ are kept apart: there is only one for each j, [¢, 0, ¢ 0, j].
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from multiplane.native import jit


@lru_cache(256)
def item_places(nodes: int) -> NDArray[np.int64]:
    """Return where the block of [h1, i, h2 h3, j] begins, by i and j; the end is the last."""
    sizes = {(i, j): i * (j - i + 1) * (j - i) for i in range(1, nodes) for j in _after(i, nodes)}
    return _places(nodes, sizes)


@lru_cache(256)
def hook_places(nodes: int) -> NDArray[np.int64]:
    """Return where the block of the hooks [h2 h3, k, e, j] begins, by k and j."""
    sizes = {(k, j): k * k * (j - k + 1) for k in range(1, nodes) for j in _after(k, nodes)}
    return _places(nodes, sizes)


def _after(i: int, nodes: int) -> range:
    return range(i + 1, nodes + 1)


def _places(nodes: int, sizes: dict[tuple[int, int], int]) -> NDArray[np.int64]:
    places = np.zeros((nodes + 1, nodes + 1), np.int64)
    end = 0
    for (i, j), size in sizes.items():
        places[i, j] = end
        end += size
    places[nodes, nodes] = end
    return places


@jit
def item_block(data, places, i, j):
    """Return [h1, s, h3 - i], where s = 0 says that h2 = h1, else h2 = i + s - 1."""
    length, start = j - i, places[i, j]
    return data[start : start + i * (length + 1) * length].reshape((i, length + 1, length))


@jit
def hook_block(data, places, k, j):
    """Return [h3, h2, s], where s = 0 says that e = h3, else e = k + s - 1."""
    length, start = j - k, places[k, j]
    return data[start : start + k * k * (length + 1)].reshape((k, k, length + 1))


@jit
def la2_places(nodes, i):
    """Return where the block of the la2-hooks [h1, i, h3, k, h4 h5] begins, by k."""
    places = np.zeros(nodes + 2, np.int64)
    for k in range(i + 1, nodes + 1):
        places[k + 1] = places[k] + i * (k - i) * (nodes - k + 1) * (nodes - k)
    return places


@jit
def la2_block(data, places, nodes, i, k):
    """Return [h1, h3 - i, s, h5 - k], where s = 0 says that h4 = h3, else h4 = k + s - 1."""
    left = nodes - k
    return data[places[k] : places[k + 1]].reshape((i, k - i, left + 1, left))
