"""Outside values and expectations: the program of `kernel` run backwards (2011, section 5).

The gradient transformation of Eisner, Goldlust & Smith 2005: `x_bar` is the derivative of the
sentence's probability by x.  In (+, ×) only; names are those of `kernel`.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np

from multiplane.native import entry, inlined, lean
from multiplane.tabular.arithmetic import REAL, clear, spread
from multiplane.tabular.hooks import hook_line, hook_lines, hook_place
from multiplane.tabular.joins import count_lefts, each_split, left, make_room, under_run, under_size
from multiplane.tabular.packed import Packed
from multiplane.tabular.patterns import NEAR, UNDER
from multiplane.tabular.places import key_of, row_of, rule_place, set_end, shift_place, uses
from multiplane.tabular.weights import Floats


class Outside(NamedTuple):
    """A chart that is filled, and what is to be known of it.

    `items_bar` begins with that of the goal; `hooks_bar` and `expected` with zeros.
    """

    weights: Packed
    single_root: bool
    items: Floats
    hooks: Floats
    items_bar: Floats
    hooks_bar: Floats
    expected: Packed  # each transition's count times the probability of the sentence


@lean
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


@lean
def unpair(items, items_bar, run, sums, sums_bar, owner):
    """Go back through `arithmetic.pair`."""
    to, base, owned = np.uint64(run.to), np.uint64(run.base), np.uint64(run.owned)
    at, length = np.uint64(run.at), np.uint64(run.length)
    for t in range(length):
        which = base + owner[owned + t]
        sums_bar[which] += items_bar[to + t] * items[at + t]
        items_bar[at + t] += items_bar[to + t] * sums[which]


@inlined
def _to_shift(p, l, i, job):
    """Go back through `kernel.shift`; that of the root is always done."""
    weights, expected = job.weights.shift, job.expected.shift
    for v in range(1, l.starts_below[i] if i > p.width else 1):
        at = row_of(l, i, v) + shift_place(l, i)
        key = key_of(l.starts[v], l.nodes) % weights.shape[0]
        expected[key, i] += job.items_bar[at] * weights[key, i]


@inlined
def _to_join(p, l, split, room, job):
    """Go back through `kernel._join`: first sum over e₁ anew, then take the sums apart."""
    i, k, row = split.i, split.k, split.row
    some = under_size(l, k) > 0 and _sum_again(p, l, split, room, job)
    ends = len(p.held) if some else 0
    if some:
        clear(REAL, room.sums_bar, under_size(l, k))
    at = row_of(l, k, split.right)
    for f in range(ends):
        run = under_run(p, l, split, room, f, at)
        unpair(job.items, job.items_bar, run, room.sums, room.sums_bar, l.owner)
        at += run.length
    for number in range(count_lefts(p, split, room.tail)):
        e, first, ahead = left(p, l, split, number)
        here = row + l.item_base[i, e] + ahead + split.place
        if e < 0 or job.items[here] == 0.0:
            continue
        a, total = job.items[here], 0.0
        at = hook_line(l, split, first)
        for h in range(len(p.hook_held)):
            to = row + l.item_base[i, p.joined[e, h]] + ahead + room.hook_to[h]
            length = l.hook_length[k, h]
            total += through(job.items_bar, to, a, job.hooks, at, job.hooks_bar, length)
            at += length
        for f in range(ends if first > p.width else 0):
            to, at = l.under_base[k, f], room.under_at[f] + first * l.under_step[f]
            length, under = l.under_length[k, f], job.weights.under
            total += through(room.sums_bar, to, a, under, at, job.expected.under, length)
        job.items_bar[here] += total


@inlined
def _sum_again(p, l, split, room, job):
    """Sum over e₁ as `kernel._join` does; return whether there was anything to sum."""
    some, k = False, split.k
    for number in range(count_lefts(p, split, room.tail)):
        e, first, ahead = left(p, l, split, number)
        here = split.row + l.item_base[split.i, e] + ahead + split.place
        if e < 0 or job.items[here] == 0.0 or first <= p.width:
            continue
        if not some:
            clear(REAL, room.sums, under_size(l, k))
        some = True
        for f in range(len(p.held)):
            to, at = l.under_base[k, f], room.under_at[f] + first * l.under_step[f]
            length = l.under_length[k, f]
            spread(REAL, room.sums, to, job.items[here], job.weights.under, at, length)
    return some


@inlined
def _from_hook(p, l, k, room, job):
    """Go back through `kernel._hook`."""
    weights, end, near, size = job.weights, room.end, room.sums, l.hook_row[k]
    for v in range(1, l.starts_below[k]):
        lines, at = hook_lines(p, l, k, v), row_of(l, k, v)
        clear(REAL, near, size)
        for first in range(lines.highest - lines.lowest):
            spread(REAL, near, 0, 1.0, job.hooks_bar, lines.at + first * size, size)
        for e in range(len(p.held)):
            for f in range(l.choose[l.nodes - k, p.width + 1 - p.held[e]]):
                set_end(p, l, l.starts[v], e, f, end)
                length, key = l.nodes - end[p.width], key_of(end, l.nodes)
                for rule in range(len(p.kinds)):
                    if p.kinds[rule] == UNDER:
                        continue
                    to = hook_place(p, l, k, rule, e, end)
                    is_near = p.kinds[rule] == NEAR
                    for first in range(
                        lines.lowest, lines.lowest + 1 if is_near else lines.highest
                    ):
                        here = rule_place(p, l, weights, rule, first, key)
                        often = uses(p, job.single_root, rule, first, end, length)
                        a = weights.rules[here]
                        if is_near:
                            total = through(near, to, a, job.items, at, job.items_bar, often)
                        else:
                            line = lines.at + (first - lines.lowest) * size
                            total = through(
                                job.hooks_bar, line + to, a, job.items, at, job.items_bar, often
                            )
                        job.expected.rules[here] += a * total
                at += length


@entry
def outside(p, l, job):
    """Fill in the outside values, and add up what is expected."""
    room = make_room(p, l)
    for i in range(p.width, l.nodes):
        if i > p.width:
            _from_hook(p, l, i, room, job)
        each_split(_to_join, p, l, i, range(l.nodes - 1, i, -1), room, job)
        _to_shift(p, l, i, job)
    for at in range(len(job.weights.under)):
        job.expected.under[at] *= job.weights.under[at]
