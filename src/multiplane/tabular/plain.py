"""The chart with the rules of the paper as they stand, compiled: O(n⁸) in degree 2.

The slow twin of `kernel`: the same items, in the same order of indices, without hooks.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from multiplane.native import entry, inlined
from multiplane.tabular.arithmetic import REAL, spread, zero_of
from multiplane.tabular.joins import count_lefts, each_split, left, make_room
from multiplane.tabular.kernel import shift
from multiplane.tabular.patterns import UNDER
from multiplane.tabular.places import end_place, key_of, row_of, rule_place, set_end, uses


@inlined
def _join(p, l, split, room, job):
    """Join [s, i, e₁ S, k] and [S, k, f, j], for all e₁ and f, by each rule."""
    for number in range(count_lefts(p, split, room.tail)):
        e, first, ahead = left(p, l, split, number)
        if e < 0:
            continue
        a = job.items[split.row + l.item_base[split.i, e] + ahead + split.place]
        if a == zero_of(job.kind):
            continue
        at = row_of(l, split.k, split.right)
        for f in range(len(p.held)):
            done = 0
            for x in range(l.choose[l.nodes - split.k, p.width + 1 - p.held[f]]):
                set_end(p, l, room.tail, f, x, room.end)
                length = l.nodes - room.end[p.width]
                for rule in range(len(p.kinds)):
                    key = key_of(room.end, l.nodes)
                    b = job.weights.rules[rule_place(p, l, job.weights, rule, first, key)]
                    if p.kinds[rule] == UNDER:
                        to = room.under_to[f] + done
                    else:
                        h = p.hooked[rule, f]
                        to = l.item_base[split.i, p.joined[e, h]] + ahead + room.hook_to[h]
                        to += end_place(l, room.end, p.held[f], p.dependents[rule])
                    often = uses(p, job.single_root, rule, first, room.end, length)
                    c = a * b if job.kind == REAL else a + b
                    spread(job.kind, job.items, split.row + to, c, job.items, at, often)
                at += length
                done += length


@entry
def inside_plain(p, l, job):
    """Fill in the items, which are all zero before."""
    room = make_room(p, l)
    for i in range(l.nodes - 1, p.width - 1, -1):
        shift(p, l, i, job)
        each_split(_join, p, l, i, range(i + 1, l.nodes), room, job)
