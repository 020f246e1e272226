"""Outside values and expectations: the program of `kernel` run backwards (2011, section 5).

The gradient transformation of Eisner, Goldlust & Smith 2005: `x_bar` is the derivative of the
sentence's probability by x.  In (+, ×) only; the indices are those of `kernel`.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import jit
from multiplane.tabular.kernel import REAL, hook_la2
from multiplane.tabular.layout import hook_block, item_block, la2_block, la2_places


@jit
def outside(weights, items, places, hooks, hook_at, items_bar, hooks_bar, expected):
    """Fill in the outside values, and add each transition's count times the probability.

    `items_bar` begins with what the spine gives; `hooks_bar` and `expected` with zeros.
    """
    shift = weights[0]
    nodes = len(shift)
    for i in range(1, nodes):
        la2_at = la2_places(nodes, i)
        la2_hooks, la2_bar = np.zeros(la2_at[nodes + 1]), np.zeros(la2_at[nodes + 1])
        for k in range(i + 1, nodes):
            item, hook = item_block(items, places, i, k), la2_block(la2_hooks, la2_at, nodes, i, k)
            hook_la2(REAL, weights[3], i, k, item, hook)
        for j in range(nodes, i, -1):
            item, bar = item_block(items, places, i, j), item_block(items_bar, places, i, j)
            _from_hook(weights, i, j, item, hook_block(hooks_bar, hook_at, i, j), bar, expected)
            hook = la2_block(la2_bar, la2_at, nodes, i, j)
            _from_la2_hook(weights[3], i, j, item, hook, bar, expected[3])
            if j == i + 1:
                expected[0][:i, i] += bar[:, 0, 0] * shift[:i, i]
            for k in range(i + 1, j):
                left, left_bar = (
                    item_block(items, places, i, k),
                    item_block(items_bar, places, i, k),
                )
                hook, hook_bar = (
                    hook_block(hooks, hook_at, k, j),
                    hook_block(hooks_bar, hook_at, k, j),
                )
                _to_join(i, k, bar, left, hook, left_bar, hook_bar)
                right, right_bar = (
                    item_block(items, places, k, j),
                    item_block(items_bar, places, k, j),
                )
                u = la2_block(la2_hooks, la2_at, nodes, i, k)
                u_bar = la2_block(la2_bar, la2_at, nodes, i, k)
                _to_la2_join(i, k, j, bar, u, right, u_bar, right_bar)


@jit
def _from_hook(weights, k, j, item, hook_bar, bar, expected):
    """The item [h3, k, h4 h5, j] went into H[h2 h3, k, e, j]."""
    la1, ra1, ra2 = weights[1], weights[2], weights[4]
    length = j - k
    sums = np.empty(length + 1)
    for h3 in range(k):
        sums[:] = 0.0
        for h2 in range(h3):
            sums += hook_bar[h3, h2]
        for s in range(length):
            h4 = k + s - 1 if s else h3
            for h5 in range(k + s, j):
                a = item[h3, s, h5 - k]
                if a == 0.0:
                    continue
                by_la1 = sums[h5 - k + 1] * la1[h4, h5]
                by_ra1 = sums[s] * ra1[h4, h5]
                expected[1][h4, h5] += a * by_la1
                expected[2][h4, h5] += a * by_ra1
                total = by_la1 + by_ra1
                for h2 in range(h3):
                    by_ra2 = hook_bar[h3, h2, s] * ra2[h4, h5, h2]
                    expected[4][h4, h5, h2] += a * by_ra2
                    total += by_ra2
                bar[h3, s, h5 - k] += total


@jit
def _from_la2_hook(la2, i, k, item, hook_bar, bar, expected):
    """The item [h1, i, h2 h3, k] went into U[h1, i, h3, k, h4 h5]."""
    nodes = la2.shape[0]
    for h1 in range(i):
        for s in range(k - i):
            h2 = i + s - 1 if s else h1
            for h3 in range(i + s, k):
                a = item[h1, s, h3 - i]
                if a == 0.0:
                    continue
                total = 0.0
                for t in range(nodes - k):
                    h4 = k + t - 1 if t else h3
                    above = hook_bar[h1, h3 - i, t, t:]
                    p, e = la2[h2, h4, k + t :], expected[h2, h4, k + t :]
                    for x in range(len(above)):
                        by_la2 = above[x] * p[x]
                        e[x] += a * by_la2
                        total += by_la2
                bar[h1, s, h3 - i] += total


@jit
def _to_join(i, k, bar, left, hook, left_bar, hook_bar):
    """[h1, i, h2 e, j] came from [h1, i, h2 h3, k] ⊗ H[h2 h3, k, e, j]."""
    for h1 in range(i):
        for s in range(k - i):
            h2 = i + s - 1 if s else h1
            above = bar[h1, s, k - i :]
            for h3 in range(i + s, k):
                a = left[h1, s, h3 - i]
                if a == 0.0:
                    continue
                alone = bar[h1, s, h3 - i]
                row, row_bar = hook[h3, h2], hook_bar[h3, h2]
                total = alone * row[0]
                row_bar[0] += a * alone
                rest, rest_bar = row[1:], row_bar[1:]
                for t in range(len(above)):
                    total += above[t] * rest[t]
                    rest_bar[t] += a * above[t]
                left_bar[h1, s, h3 - i] += total


@jit
def _to_la2_join(i, k, j, bar, u, right, u_bar, right_bar):
    """[h1, i, h4 h5, j] came from U[h1, i, h3, k, h4 h5] ⊗ [h3, k, h4 h5, j]."""
    length = j - k
    for h1 in range(i):
        for h3 in range(i, k):
            for s in range(length):
                above = bar[h1, k - i + s, k - i + s :] if s else bar[h1, h3 - i + 1, k - i :]
                one, one_bar = u[h1, h3 - i, s, s:length], u_bar[h1, h3 - i, s, s:length]
                two, two_bar = right[h3, s, s:], right_bar[h3, s, s:]
                for t in range(len(above)):
                    one_bar[t] += above[t] * two[t]
                    two_bar[t] += above[t] * one[t]


@jit
def spine_outside(ra1, stop, items, places, spine, items_bar, expected_ra1, single_root):
    """[¢, 0, ¢ 0, j] came from [¢, 0, ¢ 0, k] ⊗ [0, k, 0 h5, j] ⊗ p(ra1 | 0, h5)."""
    nodes = len(ra1)
    spine_bar = np.zeros(nodes + 1)
    spine_bar[nodes] = stop
    for j in range(nodes, 1, -1):
        if single_root and j < nodes:
            continue
        for k in range(1, j):
            item, bar = item_block(items, places, k, j), item_block(items_bar, places, k, j)
            for h5 in range(k, j):
                value = item[0, 0, h5 - k]
                above = spine_bar[j] * ra1[0, h5]
                bar[0, 0, h5 - k] += spine[k] * above
                expected_ra1[0, h5] += spine[k] * above * value
                spine_bar[k] += above * value
