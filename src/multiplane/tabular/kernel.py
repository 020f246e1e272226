"""The compiled chart of degree 2 in O(n⁷): one program, many semirings.

What a rule's consequent forgets is summed out before the join over (h3, k) (the hook trick of
Eisner & Satta 1999).  Slow twins: `plain`, with the rules as they stand, and `forest`.
"""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import jit
from multiplane.tabular.layout import hook_block, item_block, la2_block, la2_places

REAL, VITERBI, LOG = 0, 1, 2  # (+, ×) and (max, +) and (logaddexp, +)


@jit
def zero_of(kind):
    return 0.0 if kind == REAL else -np.inf


@jit
def logaddexp(a, b):
    if a < b:
        a, b = b, a
    return a if b == -np.inf else a + np.log1p(np.exp(b - a))


@jit
def add(kind, a, b):
    """Return a ⊕ b."""
    if kind == REAL:
        return a + b
    return max(a, b) if kind == VITERBI else logaddexp(a, b)


@jit
def multiply(kind, a, b):
    """Return a ⊗ b."""
    return a * b if kind == REAL else a + b


@jit
def spread(kind, out, a, row):
    """Let out ⊕= a ⊗ row."""
    if kind == REAL:
        for t in range(len(out)):
            out[t] += a * row[t]
    elif kind == VITERBI:
        for t in range(len(out)):
            out[t] = max(out[t], a + row[t])
    else:
        for t in range(len(out)):
            out[t] = logaddexp(out[t], a + row[t])


@jit
def pair(kind, out, x, y):
    """Let out ⊕= x ⊗ y, element by element."""
    if kind == REAL:
        for t in range(len(out)):
            out[t] += x[t] * y[t]
    elif kind == VITERBI:
        for t in range(len(out)):
            out[t] = max(out[t], x[t] + y[t])
    else:
        for t in range(len(out)):
            out[t] = logaddexp(out[t], x[t] + y[t])


@jit
def inside(kind, weights, items, places, hooks, hook_at):
    """Fill in the items and the hooks, which are all zero before."""
    shift = weights[0]
    nodes = len(shift)
    for i in range(nodes - 1, 0, -1):
        la2_at = la2_places(nodes, i)
        la2_hooks = np.full(la2_at[nodes + 1], zero_of(kind))
        for j in range(i + 1, nodes + 1):
            out = item_block(items, places, i, j)
            if j == i + 1:
                out[:, 0, 0] = shift[:i, i]  # [h1, i, h1 i, i + 1]
            for k in range(i + 1, j):
                left, right = item_block(items, places, i, k), item_block(items, places, k, j)
                _join(kind, i, k, left, hook_block(hooks, hook_at, k, j), out)
                _join_la2(kind, i, k, j, la2_block(la2_hooks, la2_at, nodes, i, k), right, out)
            _hook(kind, weights, i, j, out, hook_block(hooks, hook_at, i, j))
            hook_la2(kind, weights[3], i, j, out, la2_block(la2_hooks, la2_at, nodes, i, j))


@jit
def _join(kind, i, k, left, hook, out):
    """[h1, i, h2 e, j] ⊕= [h1, i, h2 h3, k] ⊗ H[h2 h3, k, e, j]: la1, ra1 and ra2."""
    zero = zero_of(kind)
    for h1 in range(i):
        for s in range(k - i):
            h2 = i + s - 1 if s else h1
            for h3 in range(i + s, k):
                a = left[h1, s, h3 - i]
                if a != zero:
                    row, target = hook[h3, h2], out[h1, s]
                    target[h3 - i] = add(kind, target[h3 - i], multiply(kind, a, row[0]))
                    spread(kind, target[k - i :], a, row[1:])


@jit
def _join_la2(kind, i, k, j, la2_hook, right, out):
    """[h1, i, h4 h5, j] ⊕= U[h1, i, h3, k, h4 h5] ⊗ [h3, k, h4 h5, j]."""
    length = j - k
    for h1 in range(i):
        for h3 in range(i, k):
            hook, item = la2_hook[h1, h3 - i], right[h3]
            pair(kind, out[h1, h3 - i + 1, k - i :], hook[0, :length], item[0])
            for s in range(1, length):  # h4 = k + s - 1 < h5
                pair(kind, out[h1, k - i + s, k - i + s :], hook[s, s:length], item[s, s:])


@jit
def _hook(kind, weights, k, j, item, hook):
    """H[h2 h3, k, e, j] = ⊕ [h3, k, h4 h5, j] ⊗ …, over the one that goes.

    la1: h4 goes, e = h5;   ra1 and ra2: h5 goes, e = h4.
    """
    la1, ra1, ra2 = weights[1], weights[2], weights[4]
    zero, length = zero_of(kind), j - k
    sums = np.empty(length + 1)
    for h3 in range(k):
        sums[:] = zero
        for s in range(length):
            h4 = k + s - 1 if s else h3
            for h5 in range(k + s, j):
                a, e = item[h3, s, h5 - k], h5 - k + 1
                if a != zero:
                    sums[e] = add(kind, sums[e], multiply(kind, a, la1[h4, h5]))  # h5 → h4
                    sums[s] = add(kind, sums[s], multiply(kind, a, ra1[h4, h5]))  # h4 → h5
                    for h2 in range(h3):
                        b = multiply(kind, a, ra2[h4, h5, h2])  # h2 → h5
                        hook[h3, h2, s] = add(kind, hook[h3, h2, s], b)
        for h2 in range(h3):
            for e in range(length + 1):
                hook[h3, h2, e] = add(kind, hook[h3, h2, e], sums[e])


@jit
def hook_la2(kind, la2, i, k, item, hook):
    """U[h1, i, h3, k, h4 h5] = ⊕ [h1, i, h2 h3, k] ⊗ p(la2 | h2, h4, h5), over h2."""
    zero, nodes = zero_of(kind), la2.shape[0]
    for h1 in range(i):
        for s in range(k - i):
            h2 = i + s - 1 if s else h1
            for h3 in range(i + s, k):
                a = item[h1, s, h3 - i]
                if a != zero:
                    target = hook[h1, h3 - i]
                    spread(kind, target[0], a, la2[h2, h3, k:])
                    for h4 in range(k, nodes - 1):
                        t = h4 - k + 1
                        spread(kind, target[t, t:], a, la2[h2, h4, h4 + 1 :])


@jit
def spine(kind, ra1, items, places, single_root, out):
    """[¢, 0, ¢ 0, j] ⊕= [¢, 0, ¢ 0, k] ⊗ [0, k, 0 h5, j] ⊗ p(ra1 | 0, h5), for each j.

    Where there is to be one root only, it is attached when the buffer is empty.
    """
    nodes = len(ra1)
    for j in range(2, nodes + 1):
        if single_root and j < nodes:
            continue
        for k in range(1, j):
            item = item_block(items, places, k, j)
            for h5 in range(k, j):
                a = multiply(kind, item[0, 0, h5 - k], ra1[0, h5])
                out[j] = add(kind, out[j], multiply(kind, out[k], a))
