"""The chart of degree 2 in O(n⁸): the rules of the paper as they stand, compiled.

The slow twin of `kernel`, and the search for the best antecedents of an item.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import jit
from multiplane.tabular.kernel import add, multiply, zero_of
from multiplane.tabular.layout import item_block


@jit
def inside_plain(kind, weights, items, places):
    """Fill in the items, which are all zero before."""
    shift, la1, ra1, la2, ra2 = weights
    nodes, zero = len(shift), zero_of(kind)
    for i in range(nodes - 1, 0, -1):
        for j in range(i + 1, nodes + 1):
            out = item_block(items, places, i, j)
            if j == i + 1:
                out[:, 0, 0] = shift[:i, i]  # [h1, i, h1 i, i + 1]
            for k in range(i + 1, j):
                left, right = item_block(items, places, i, k), item_block(items, places, k, j)
                for h1 in range(i):
                    for s in range(k - i):
                        h2 = i + s - 1 if s else h1
                        for h3 in range(i + s, k):
                            a = left[h1, s, h3 - i]  # [h1, i, h2 h3, k]
                            if a == zero:
                                continue
                            for t in range(j - k):
                                h4, u = (k + t - 1, k - i + t) if t else (h3, h3 - i + 1)
                                for h5 in range(k + t, j):
                                    b = right[h3, t, h5 - k]  # [h3, k, h4 h5, j]
                                    if b == zero:
                                        continue
                                    c, x, y = multiply(kind, a, b), h4 - i, h5 - i
                                    # [h1, i, h2 h5, j]  (la1; h5 → h4)
                                    v = multiply(kind, c, la1[h4, h5])
                                    out[h1, s, y] = add(kind, out[h1, s, y], v)
                                    # [h1, i, h2 h4, j]  (ra1; h4 → h5), (ra2; h2 → h5)
                                    v = multiply(kind, c, ra1[h4, h5])
                                    out[h1, s, x] = add(kind, out[h1, s, x], v)
                                    v = multiply(kind, c, ra2[h4, h5, h2])
                                    out[h1, s, x] = add(kind, out[h1, s, x], v)
                                    # [h1, i, h4 h5, j]  (la2; h5 → h2)
                                    v = multiply(kind, c, la2[h2, h4, h5])
                                    out[h1, u, y] = add(kind, out[h1, u, y], v)


@jit
def best_antecedents(weights, items, places, h1, i, x, y, j):
    """Return the rule (1 la1, 2 ra1, 3 la2, 4 ra2) and k, h2, h3, h4, h5 for [h1, i, x y, j].

    In the Viterbi semiring, those whose product is greatest.
    """
    _, la1, ra1, la2, ra2 = weights
    best = -np.inf
    found = (0, 0, 0, 0, 0, 0)
    for k in range(i + 1, j):
        left, right = item_block(items, places, i, k), item_block(items, places, k, j)
        for h3 in range(i, k):
            if x == h1 or i <= x < h3:  # x = h2 stays
                a = left[h1, 0 if x == h1 else x - i + 1, h3 - i]
                if y >= k and a > -np.inf:
                    for t in range(y - k + 1):
                        h4 = k + t - 1 if t else h3
                        v = a + right[h3, t, y - k] + la1[h4, y]
                        if v > best:
                            best, found = v, (1, k, x, h3, h4, y)
                if (y >= k or y == h3) and a > -np.inf:
                    t = y - k + 1 if y >= k else 0
                    for h5 in range(k + t, j):
                        b = a + right[h3, t, h5 - k]
                        if b + ra1[y, h5] > best:
                            best, found = b + ra1[y, h5], (2, k, x, h3, y, h5)
                        if b + ra2[y, h5, x] > best:
                            best, found = b + ra2[y, h5, x], (4, k, x, h3, y, h5)
            if x != h1 and (x == h3 or x >= k) and y >= k:  # x = h4, and h2 goes
                b = right[h3, x - k + 1 if x >= k else 0, y - k]
                for s in range(h3 - i + 1):
                    h2 = i + s - 1 if s else h1
                    v = left[h1, s, h3 - i] + b + la2[h2, x, y]
                    if v > best:
                        best, found = v, (3, k, h2, h3, x, y)
    return found
