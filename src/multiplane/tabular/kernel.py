"""The compiled chart, for the rules of any degree: one program, many semirings.

What a rule's consequent forgets is summed out before the join (the hook trick of Eisner & Satta
1999), which makes O(n⁸) into O(n⁷) in degree 2, and O(n^{3D+2}) into O(n^{3D+1}) in degree D.
Slow twins: `plain`, with the rules as they stand, and `forest`.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

from multiplane.native import entry, inlined
from multiplane.tabular.arithmetic import REAL, clear, copy, pair, spread, zero_of
from multiplane.tabular.hooks import hook_line, hook_lines, hook_place
from multiplane.tabular.joins import count_lefts, each_split, left, make_room, under_run, under_size
from multiplane.tabular.packed import Packed
from multiplane.tabular.patterns import FAR, NEAR
from multiplane.tabular.places import (
    key_of,
    row_of,
    rule_place,
    set_end,
    shift_place,
    uses,
)
from multiplane.tabular.weights import Floats


class Inside(NamedTuple):
    """A chart to be filled: the semiring, what is read, and what is written."""

    kind: int
    weights: Packed
    single_root: bool
    items: Floats
    hooks: Floats


@inlined
def shift(p, l, i, job):
    """[s, i, s i, i + 1] = p(sh | s, i), and one for the root."""
    weights = job.weights.shift
    for v in range(i > p.width, l.starts_below[i]):  # only the root lies on ¢ alone
        at = row_of(l, i, v) + shift_place(l, i)
        if i == p.width:
            job.items[at] = 1.0 if job.kind == REAL else 0.0
        else:
            job.items[at] = weights[key_of(l.starts[v], l.nodes) % weights.shape[0], i]


@inlined
def _join(p, l, split, room, job):
    """Join [s, i, e₁ S, k] with what begins with S at k, for all e₁.

    All rules but one: [s, i, e₁ f′, j] ⊕= [s, i, e₁ S, k] ⊗ H[e₁ S, k, f′, j]
    la_D:              [s, i, f, j] ⊕= U[s, i, S, k, f] ⊗ [S, k, f, j], where
                       U[s, i, S, k, f] = ⊕ [s, i, e₁ S, k] ⊗ p(la_D | e₁ f), over e₁
    """
    kind, items, i, k, row = job.kind, job.items, split.i, split.k, split.row
    size, some = under_size(l, k), False
    ends = len(p.held) if size else 0
    clear(kind, room.sums, size)
    for number in range(count_lefts(p, split, room.tail)):
        e, first, ahead = left(p, l, split, number)
        if e < 0:
            continue
        a = items[row + l.item_base[i, e] + ahead + split.place]
        if a == zero_of(kind):
            continue
        some = True
        at = hook_line(l, split, first)
        for h in range(len(p.hook_held)):
            to = row + l.item_base[i, p.joined[e, h]] + ahead + room.hook_to[h]
            spread(kind, items, to, a, job.hooks, at, l.hook_length[k, h])
            at += l.hook_length[k, h]
        for f in range(ends if first > p.width else 0):
            to, at = l.under_base[k, f], room.under_at[f] + first * l.under_step[f]
            spread(kind, room.sums, to, a, job.weights.under, at, l.under_length[k, f])
    at = row_of(l, k, split.right)
    for f in range(ends if some else 0):
        run = under_run(p, l, split, room, f, at)
        pair(kind, items, run, room.sums, l.owner)
        at += run.length


@inlined
def _hook(p, l, k, room, job):
    """H[e₁ S, k, f′, j] = ⊕ [S, k, f, j] ⊗ p(rule | e₁ f), over the node that f′ has not.

    First the rules that do not depend on e₁, once for all of them.
    """
    near, size = room.sums, l.hook_row[k]
    for v in range(1, l.starts_below[k]):
        lines = hook_lines(p, l, k, v)
        clear(job.kind, near, size)
        _use(p, l, k, v, NEAR, room, job)
        for first in range(lines.highest - lines.lowest):
            copy(job.hooks, lines.at + first * size, near, size)
        _use(p, l, k, v, FAR, room, job)


@inlined
def _use(p, l, k, v, distance, room, job):
    """Use all rules that are NEAR, or FAR, on what begins with S at k, v being its number."""
    kind, weights, end, at = job.kind, job.weights, room.end, row_of(l, k, v)
    lines = hook_lines(p, l, k, v)
    for e in range(len(p.held)):
        for f in range(l.choose[l.nodes - k, p.width + 1 - p.held[e]]):
            set_end(p, l, l.starts[v], e, f, end)
            length, key = l.nodes - end[p.width], key_of(end, l.nodes)
            for rule in range(len(p.kinds)):
                if p.kinds[rule] != distance:
                    continue
                to = hook_place(p, l, k, rule, e, end)
                for first in range(
                    lines.lowest, lines.highest if distance == FAR else lines.lowest + 1
                ):
                    a = weights.rules[rule_place(p, l, weights, rule, first, key)]
                    often = uses(p, job.single_root, rule, first, end, length)
                    if distance == NEAR:
                        spread(kind, room.sums, to, a, job.items, at, often)
                    else:
                        line = lines.at + (first - lines.lowest) * l.hook_row[k]
                        spread(kind, job.hooks, line + to, a, job.items, at, often)
            at += length


@entry
def inside(p, l, job):
    """Fill in the items and the hooks, which are all zero before."""
    room = make_room(p, l)
    for i in range(l.nodes - 1, p.width - 1, -1):
        shift(p, l, i, job)
        each_split(_join, p, l, i, range(i + 1, l.nodes), room, job)
        if i > p.width:
            _hook(p, l, i, room, job)
