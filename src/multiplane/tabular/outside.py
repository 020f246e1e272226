"""Outside values and expectations: the program of `kernel` run backwards (2011, section 5).

The gradient transformation of Eisner, Goldlust & Smith 2005: `x_bar` is the derivative of the
sentence's probability by x.  In (+, ×) only; names are those of `kernel`.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import entry, jit
from multiplane.tabular.kernel import REAL, clear, spread
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


@entry
def outside(p, l, weights, single_root, items, hooks, items_bar, hooks_bar, expected):
    """Fill in the outside values, and add each transition's count times the probability.

    `items_bar` begins with that of the goal; `hooks_bar` and `expected` with zeros.
    """
    for i in range(p.width, l.nodes):
        if i > p.width:
            _from_hook(p, l, weights, single_root, i, items, items_bar, hooks_bar, expected)
        _to_join(p, l, weights.under, i, items, hooks, items_bar, hooks_bar, expected.under)
        for v in range(1 if i > p.width else l.starts_below[i], l.starts_below[i]):
            at = l.item_at[i] + v * l.item_row[i] + shift_place(l.choose, l.nodes, i)
            key = key_of(l.starts[v], l.nodes) % weights.shift.shape[0]
            expected.shift[key, i] += items_bar[at] * weights.shift[key, i]
    for at in range(len(weights.under)):
        expected.under[at] *= weights.under[at]


@jit
def through(out, out_at, a, row, row_at, row_bar, length):
    """Go back through out ⊕= a ⊗ row: add to `row_bar`, and return the derivative by a."""
    to, at, length = np.uint64(out_at), np.uint64(row_at), np.uint64(length)
    for t in range(length):
        row_bar[at + t] += a * out[to + t]
    one, two, three, four = 0.0, 0.0, 0.0, 0.0  # several sums, so that none waits for the last
    whole = length - length % np.uint64(4)
    for t in range(np.uint64(0), whole, np.uint64(4)):
        one += out[to + t] * row[at + t]
        two += out[to + t + np.uint64(1)] * row[at + t + np.uint64(1)]
        three += out[to + t + np.uint64(2)] * row[at + t + np.uint64(2)]
        four += out[to + t + np.uint64(3)] * row[at + t + np.uint64(3)]
    for t in range(whole, length):
        one += out[to + t] * row[at + t]
    return (one + two) + (three + four)


@jit
def unpair(out, out_at, sums, sums_bar, base, owner, owned, row, row_bar, at, length):
    """Go back through out[t] ⊕= sums[owner[t]] ⊗ row[t]."""
    to, base, owned = np.uint64(out_at), np.uint64(base), np.uint64(owned)
    at, length = np.uint64(at), np.uint64(length)
    for t in range(length):
        which = base + owner[owned + t]
        sums_bar[which] += out[to + t] * row[at + t]
        row_bar[at + t] += out[to + t] * sums[which]


@jit
def _to_join(p, l, under, i, items, hooks, items_bar, hooks_bar, expected):
    """Go back through `kernel._join`, from the last k to the first."""
    w, nodes, choose = p.width, l.nodes, l.choose
    far, has_under, known = len(l.stack_of) > 0, len(under) > 0, p.members.shape[1]
    hooks_known, ends = len(p.hook_held), len(p.held)
    tail, sums, sums_bar = np.empty(w, np.int64), np.empty(l.longest), np.empty(l.longest)
    hook_to, under_to = np.empty(hooks_known, np.int64), np.empty(ends, np.int64)
    under_at = np.empty(ends, np.int64)
    lowest, right, above = int(i > w), 0, 0
    for k in range(nodes - 1, i, -1):
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
                    firsts = known + (tail[0] - i if fresh >= 0 else 0)
                    # once to sum over e₁ anew, once to go back
                    for back in range(0 if has_under else 1, 2):
                        if back and some:
                            size = l.under_base[k, -1] + l.under_length[k, -1]
                            clear(REAL, sums_bar, size)
                            at = l.item_at[k] + right * l.item_row[k]
                            for e in range(ends):
                                length = choose[nodes - k + 1, w + 2 - p.held[e]]
                                unpair(items_bar, row + under_to[e], sums, sums_bar,
                                       l.under_base[k, e], l.owner, l.owner_at[w + 1 - p.held[e]],
                                       items, items_bar, at, length)  # fmt: skip
                                at += length
                        for m in range(firsts):
                            if m < known:
                                e, ahead = p.members[suffix, m], 0
                                if e < 0:
                                    continue
                                first = l.starts[v, p.kept[e, 0]]
                            else:
                                e, first = fresh, i + m - known
                                ahead = choose[nodes - first, w + 2]
                            here = row + l.item_base[i, e] + ahead + place
                            a = items[here]
                            if a == 0.0 or (not back and first <= w):
                                continue
                            if not back:
                                if not some:
                                    clear(REAL, sums, l.under_base[k, -1] + l.under_length[k, -1])
                                some = True
                                for e in range(ends):
                                    at = under_at[e] + first * l.under_step[e]
                                    to, length = l.under_base[k, e], l.under_length[k, e]
                                    spread(REAL, sums, to, a, under, at, length)
                                continue
                            total = 0.0
                            line = l.stack_of[above + first] if far else right
                            at = l.hook_at[k] + line * l.hook_row[k]
                            for h in range(hooks_known):
                                to = row + l.item_base[i, p.joined[e, h]] + ahead + hook_to[h]
                                length = l.hook_length[k, h]
                                total += through(items_bar, to, a, hooks, at, hooks_bar, length)
                                at += length
                            for e in range(ends if some and first > w else 0):
                                at = under_at[e] + first * l.under_step[e]
                                to, length = l.under_base[k, e], l.under_length[k, e]
                                total += through(sums_bar, to, a, under, at, expected, length)
                            items_bar[here] += total


@jit
def _from_hook(p, l, weights, single_root, k, items, items_bar, hooks_bar, expected):
    """Go back through `kernel._hook`."""
    w, nodes, choose = p.width, l.nodes, l.choose
    end, near = np.empty(w + 1, np.int64), np.empty(l.longest)
    size, far = l.hook_row[k], len(l.stack_of) > 0
    for v in range(1, l.starts_below[k]):
        tail = l.starts[v]
        _, above = start_places(choose, tail)
        lowest = w if tail[0] > w else tail[0] - 1
        highest = tail[0] if far else lowest + 1
        lines = l.hook_at[k] + (l.stack_of[above + lowest] if far else v) * size
        clear(REAL, near, size)
        for line in range(highest - lowest):
            spread(REAL, near, 0, 1.0, hooks_bar, lines + line * size, size)
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
                    if p.kinds[rule] not in (NEAR, FAR):
                        continue
                    to = l.hook_base[k, p.hooked[rule, e]]
                    to += end_place(choose, nodes, end, held, p.dependents[rule])
                    table, degree = weights.rule_at[rule], p.degrees[rule]
                    gone = end[p.dependents[rule]]
                    if p.kinds[rule] == NEAR:
                        here = table + key % l.power[p.contexts[rule]]
                        often = allowed(single_root, end[p.heads[rule]], gone, degree, w, length)
                        a = weights.rules[here]
                        total = through(near, to, a, items, at, items_bar, often)
                        expected.rules[here] += a * total
                        continue
                    for first in range(lowest, highest):
                        here = table + first * l.power[w + 1] + key
                        head = end[p.heads[rule]] if p.heads[rule] >= 0 else first
                        often = allowed(single_root, head, gone, degree, w, length)
                        a, line = weights.rules[here], lines + (first - lowest) * size
                        total = through(hooks_bar, line + to, a, items, at, items_bar, often)
                        expected.rules[here] += a * total
                at += length
