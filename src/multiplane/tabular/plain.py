"""The chart with the rules of the paper as they stand, compiled: O(n⁸) in degree 2.

The slow twin of `kernel`: the same items, in the same order of indices, without hooks.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import entry, jit
from multiplane.tabular.kernel import REAL, shift, spread, zero_of
from multiplane.tabular.patterns import UNDER
from multiplane.tabular.places import allowed, end_place, moved, set_new, start_places


@entry
def inside_plain(kind, p, l, weights, single_root, items):
    """Fill in the items, which are all zero before."""
    for i in range(l.nodes - 1, p.width - 1, -1):
        shift(kind, p, l, weights, i, items)
        _join(kind, p, l, weights, single_root, i, items)


@jit
def _join(kind, p, l, weights, single_root, i, items):
    """Join [s, i, e₁ S, k] and [S, k, f, j], for all k, S, s, e₁ and f, by each rule."""
    w, nodes, choose, zero = p.width, l.nodes, l.choose, zero_of(kind)
    known = p.members.shape[1]
    tail, f, keys = np.empty(w, np.int64), np.empty(w + 1, np.int64), np.zeros(w + 3, np.int64)
    hook_to, under_to = np.empty(len(p.hook_held), np.int64), np.empty(len(p.held), np.int64)
    for k in range(i + 1, nodes):
        for suffix in range(len(p.suffix_held)):
            held, fresh = p.suffix_held[suffix], p.fresh[suffix]
            for number in range(choose[k - i, w - held]):
                at = l.tuples_at[w - held] + number * (w - held)
                place = set_new(choose, nodes, l.tuples, at, held, k, tail)
                for h in range(len(hook_to)):
                    count = p.hook_held[h]
                    hook_to[h] = moved(choose, nodes, tail, held, p.hook_kept, h, count, w + 1)
                for e in range(len(under_to)):
                    under_to[e] = moved(choose, nodes, tail, held, p.kept, e, p.held[e], w + 2)
                for v in range(i > w, l.starts_below[i]):
                    row = l.item_at[i] + v * l.item_row[i]
                    for z in range(held):
                        tail[z] = l.starts[v, p.suffix_kept[suffix, z]]
                    right, _ = start_places(choose, tail)
                    for m in range(known + (tail[0] - i if fresh >= 0 else 0)):
                        if m < known:
                            left, ahead = p.members[suffix, m], 0
                            if left < 0:
                                continue
                            first = l.starts[v, p.kept[left, 0]]
                        else:
                            left, first = fresh, i + m - known
                            ahead = choose[nodes - first, w + 2]
                        a = items[row + l.item_base[i, left] + ahead + place]
                        if a == zero:
                            continue
                        at = l.item_at[k] + l.start_of[right] * l.item_row[k]
                        for e in range(len(p.held)):
                            kept, new, done = p.held[e], w + 1 - p.held[e], 0
                            for z in range(kept):
                                f[z] = tail[p.kept[e, z]]
                            for x in range(choose[nodes - k, new]):
                                for z in range(new):
                                    f[kept + z] = (
                                        nodes - 1 - l.tuples[l.tuples_at[new] + x * new + z]
                                    )
                                length = nodes - f[w]
                                for z in range(w + 1):  # the topmost nodes as one number
                                    keys[z + 1] = keys[z] + f[w - z] * l.power[z]
                                keys[w + 2] = keys[w + 1] + first * l.power[w + 1]
                                for rule in range(len(p.kinds)):
                                    key = keys[p.contexts[rule]]
                                    b = weights.rules[weights.rule_at[rule] + key]
                                    if p.kinds[rule] == UNDER:
                                        to = l.item_base[i, p.under[suffix, e]]
                                        to += under_to[e] + done
                                    else:
                                        h = p.hooked[rule, e]
                                        to = l.item_base[i, p.joined[left, h]] + ahead + hook_to[h]
                                        to += end_place(choose, nodes, f, kept, p.dependents[rule])
                                    head = f[p.heads[rule]] if p.heads[rule] >= 0 else first
                                    gone = p.dependents[rule]
                                    gone = f[gone] if gone >= 0 else first
                                    often = allowed(
                                        single_root, head, gone, p.degrees[rule], w, length
                                    )
                                    c = a * b if kind == REAL else a + b
                                    spread(kind, items, row + to, c, items, at, often)
                                at += length
                                done += length
