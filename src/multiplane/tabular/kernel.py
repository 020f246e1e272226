"""The compiled chart, for the rules of any degree: one program, many semirings.

What a rule's consequent forgets is summed out before the join (the hook trick of Eisner & Satta
1999), which makes O(n⁸) into O(n⁷) in degree 2, and O(n^{3D+2}) into O(n^{3D+1}) in degree D.
Slow twins: `plain`, with the rules as they stand, and `forest`.

No slices in the inner loops: Numba counts who refers to an array, which takes longer than the sums.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import entry, jit
from multiplane.tabular.patterns import FAR, NEAR
from multiplane.tabular.places import (
    allowed,
    end_place,
    key_of,
    moved,
    set_new,
    shift_place,
    start_places,
)

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
def clear(kind, out, length):
    """Let out be zero, up to a length."""
    for t in range(length):
        out[t] = zero_of(kind)


@jit
def spread(kind, out, to, a, row, at, length):
    """Let out[to …] ⊕= a ⊗ row[at …], for so many."""
    # Unsigned: an index that could count from the end is not vectorised.
    to, at, length = np.uint64(to), np.uint64(at), np.uint64(length)
    if kind == REAL:
        for t in range(length):
            out[to + t] += a * row[at + t]
    elif kind == VITERBI:
        for t in range(length):
            b = a + row[at + t]
            out[to + t] = b if b > out[to + t] else out[to + t]  # noqa: FURB136 - nor is max
    else:
        for t in range(length):
            out[to + t] = logaddexp(out[to + t], a + row[at + t])


@jit
def pair(kind, out, to, sums, base, owner, owned, row, at, length):
    """Let out[to + t] ⊕= sums[base + owner[owned + t]] ⊗ row[at + t]."""
    to, base, owned = np.uint64(to), np.uint64(base), np.uint64(owned)
    at, length = np.uint64(at), np.uint64(length)
    if kind == REAL:
        for t in range(length):
            out[to + t] += sums[base + owner[owned + t]] * row[at + t]
    elif kind == VITERBI:
        for t in range(length):
            b = sums[base + owner[owned + t]] + row[at + t]
            out[to + t] = b if b > out[to + t] else out[to + t]  # noqa: FURB136 - see above
    else:
        for t in range(length):
            b = sums[base + owner[owned + t]] + row[at + t]
            out[to + t] = logaddexp(out[to + t], b)


@jit
def shift(kind, p, l, weights, i, items):
    """[s, i, s i, i + 1] = p(sh | s, i), and one for the root."""
    for v in range(i > p.width, l.starts_below[i]):  # only the root lies on ¢ alone
        at = l.item_at[i] + v * l.item_row[i] + shift_place(l.choose, l.nodes, i)
        if i == p.width:
            items[at] = 1.0 if kind == REAL else 0.0
        else:
            key = key_of(l.starts[v], l.nodes) % weights.shift.shape[0]
            items[at] = weights.shift[key, i]


@entry
def inside(kind, p, l, weights, single_root, items, hooks):
    """Fill in the items and the hooks, which are all zero before."""
    for i in range(l.nodes - 1, p.width - 1, -1):
        shift(kind, p, l, weights, i, items)
        _join(kind, p, l, weights.under, i, items, hooks)
        if i > p.width:
            _hook(kind, p, l, weights, single_root, i, items, hooks)


@jit
def _join(kind, p, l, under, i, items, hooks):
    """Join [s, i, e₁ S, k] with what begins with S at k, for all k, S, s and e₁.

    All rules but one: [s, i, e₁ f′, j] ⊕= [s, i, e₁ S, k] ⊗ H[e₁ S, k, f′, j]
    la_D:              [s, i, f, j] ⊕= U[s, i, S, k, f] ⊗ [S, k, f, j], where
                       U[s, i, S, k, f] = ⊕ [s, i, e₁ S, k] ⊗ p(la_D | e₁ f), over e₁
    """
    w, nodes, choose, zero = p.width, l.nodes, l.choose, zero_of(kind)
    far, has_under, known = len(l.stack_of) > 0, len(under) > 0, p.members.shape[1]
    hooks_known, ends = len(p.hook_held), len(p.held)
    tail, sums = np.empty(w, np.int64), np.empty(l.longest)
    hook_to, under_to = np.empty(hooks_known, np.int64), np.empty(ends, np.int64)
    under_at = np.empty(ends, np.int64)
    lowest, right, above = int(i > w), 0, 0
    for k in range(i + 1, nodes):
        for suffix in range(len(p.suffix_held)):
            held, fresh = p.suffix_held[suffix], p.fresh[suffix]
            new = w - held
            for number in range(choose[k - i, new]):
                at = l.tuples_at[new] + number * new
                place = set_new(choose, nodes, l.tuples, at, held, k, tail)
                for h in range(hooks_known):
                    count = p.hook_held[h]
                    hook_to[h] = moved(choose, nodes, tail, held, p.hook_kept, h, count, w + 1)
                for e in range(ends if has_under else 0):
                    under_to[e] = l.item_base[i, p.under[suffix, e]]
                    under_to[e] += moved(choose, nodes, tail, held, p.kept, e, p.held[e], w + 2)
                for v in range(lowest, l.starts_below[i]):
                    row, some = l.item_at[i] + v * l.item_row[i], False
                    if held or v == lowest:
                        for z in range(held):
                            tail[z] = l.starts[v, p.suffix_kept[suffix, z]]
                        right, above = start_places(choose, tail)
                        right = l.start_of[right]
                        for e in range(ends if has_under else 0):
                            at = 0
                            for z in range(p.held[e]):
                                at = at * nodes + tail[p.kept[e, z]]
                            length = w + 1 - p.held[e]
                            under_at[e] = l.under_at[length] + at * choose[nodes, length]
                    clear(kind, sums, l.under_base[k, -1] + l.under_length[k, -1])
                    for m in range(known + (tail[0] - i if fresh >= 0 else 0)):
                        if m < known:
                            e, ahead = p.members[suffix, m], 0
                            if e < 0:
                                continue
                            first = l.starts[v, p.kept[e, 0]]
                        else:
                            e, first = fresh, i + m - known
                            ahead = choose[nodes - first, w + 2]
                        a = items[row + l.item_base[i, e] + ahead + place]
                        if a == zero:
                            continue
                        some = has_under
                        line = l.stack_of[above + first] if far else right
                        at = l.hook_at[k] + line * l.hook_row[k]
                        for h in range(hooks_known):
                            to = row + l.item_base[i, p.joined[e, h]] + ahead + hook_to[h]
                            spread(kind, items, to, a, hooks, at, l.hook_length[k, h])
                            at += l.hook_length[k, h]
                        for e in range(ends if has_under and first > w else 0):
                            to, at = l.under_base[k, e], under_at[e] + first * l.under_step[e]
                            spread(kind, sums, to, a, under, at, l.under_length[k, e])
                    at = l.item_at[k] + right * l.item_row[k]
                    for e in range(ends if some else 0):
                        length = choose[nodes - k + 1, w + 2 - p.held[e]]
                        pair(kind, items, row + under_to[e], sums, l.under_base[k, e], l.owner,
                             l.owner_at[w + 1 - p.held[e]], items, at, length)  # fmt: skip
                        at += length


@jit
def _hook(kind, p, l, weights, single_root, k, items, hooks):
    """H[e₁ S, k, f′, j] = ⊕ [S, k, f, j] ⊗ p(rule | e₁ f), over the node that f′ has not."""
    w, nodes, choose = p.width, l.nodes, l.choose
    end, near = np.empty(w + 1, np.int64), np.empty(l.longest)
    size, far = l.hook_row[k], len(l.stack_of) > 0
    for v in range(1, l.starts_below[k]):
        tail = l.starts[v]
        _, above = start_places(choose, tail)
        lowest = w if tail[0] > w else tail[0] - 1
        highest = tail[0] if far else lowest + 1
        lines = l.hook_at[k] + (l.stack_of[above + lowest] if far else v) * size
        clear(kind, near, size)
        for kinds in (NEAR, FAR):
            at = l.item_at[k] + v * l.item_row[k]
            for e in range(len(p.held)):
                held, new = p.held[e], w + 1 - p.held[e]
                for z in range(held):
                    end[z] = tail[p.kept[e, z]]
                for f in range(choose[nodes - k, new]):
                    for z in range(new):
                        end[held + z] = nodes - 1 - l.tuples[l.tuples_at[new] + f * new + z]
                    length, key = nodes - end[w], key_of(end, nodes)
                    for rule in range(len(p.kinds)):
                        if p.kinds[rule] != kinds:
                            continue
                        to = l.hook_base[k, p.hooked[rule, e]]
                        to += end_place(choose, nodes, end, held, p.dependents[rule])
                        table = weights.rule_at[rule]
                        if kinds == NEAR:
                            a = weights.rules[table + key % l.power[p.contexts[rule]]]
                            head, gone = end[p.heads[rule]], end[p.dependents[rule]]
                            often = allowed(single_root, head, gone, p.degrees[rule], w, length)
                            spread(kind, near, to, a, items, at, often)
                            continue
                        for first in range(lowest, highest):
                            a = weights.rules[table + first * l.power[w + 1] + key]
                            head = end[p.heads[rule]] if p.heads[rule] >= 0 else first
                            gone = end[p.dependents[rule]]
                            often = allowed(single_root, head, gone, p.degrees[rule], w, length)
                            line = lines + (first - lowest) * size
                            spread(kind, hooks, line + to, a, items, at, often)
                    at += length
            if kinds == NEAR:
                for line in range(highest - lowest):
                    hooks[lines + line * size : lines + (line + 1) * size] = near[:size]
