"""The best derivation, read back from a chart in the Viterbi semiring."""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import Any

import numpy as np

from multiplane.native import entry
from multiplane.tabular.forest import BOTTOM, SHIFT, Done
from multiplane.tabular.layout import Layout
from multiplane.tabular.packed import Packed
from multiplane.tabular.patterns import Ints, Patterns
from multiplane.tabular.places import item_place, key_of, place_in_row, set_new, start_places
from multiplane.tabular.rules import Reduce
from multiplane.tabular.weights import Floats


def best_derivation(
    p: Patterns, l: Layout, weights: Packed, rules: tuple[Reduce, ...], items: Floats,
    *, single_root: bool,
) -> list[Done]:  # fmt: skip
    """Go down from the goal; `todo` holds what is still to be written, the next on top."""

    def named(nodes: Ints) -> tuple[int, ...]:
        return tuple(max(int(node) - p.width, BOTTOM) for node in nodes)

    whole = np.arange(p.width + 1)
    todo: list[Any] = [(whole[:-1], p.width, whole, l.nodes)]
    derivation = []
    while todo:
        top = todo.pop()
        if isinstance(top, Done):
            derivation.append(top)
            continue
        start, i, _, j = top
        if j == i + 1:
            derivation.append(Done(SHIFT, named(start), -1, i - p.width))
            continue
        rule, k, left, right = antecedents(p, l, weights, single_root, items, *top)
        stack = named(np.concatenate([left[:1], right]))
        done = Done(rules[rule].name, stack, *rules[rule].arc(stack))
        todo += [done, (left[1:], k, right, j), (start, i, left, k)]
    return derivation


@entry
def antecedents(p, l, weights, single_root, items, start, i, end, j):
    """Return the rule, k, e₁ S and f of the best way to prove [start, i, end, j]."""
    w, nodes, choose, known = p.width, l.nodes, l.choose, p.members.shape[1]
    goal, best = items[item_place(p, l, start, i, end, j)], -np.inf
    number, _ = start_places(choose, start)
    row = l.item_at[i] + l.start_of[number] * l.item_row[i]
    left, f = np.empty(w + 1, np.int64), np.empty(w + 1, np.int64)
    answer = (-1, 0, left, f)
    tail = left[1:]
    for k in range(i + 1, j):
        for suffix in range(len(p.suffix_held)):
            held, fresh = p.suffix_held[suffix], p.fresh[suffix]
            for z in range(held):
                tail[z] = start[p.suffix_kept[suffix, z]]
            for number in range(choose[k - i, w - held]):
                at = l.tuples_at[w - held] + number * (w - held)
                place = set_new(choose, nodes, l.tuples, at, held, k, tail)
                right, _ = start_places(choose, tail)
                right = l.item_at[k] + l.start_of[right] * l.item_row[k]
                for m in range(known + (tail[0] - i if fresh >= 0 else 0)):
                    if m < known:
                        e, ahead = p.members[suffix, m], 0
                        if e < 0:
                            continue
                        left[0] = start[p.kept[e, 0]]
                    else:
                        e, left[0] = fresh, i + m - known
                        ahead = choose[nodes - left[0], w + 2]
                    a = items[row + l.item_base[i, e] + ahead + place]
                    if a == -np.inf:
                        continue
                    for rule in range(len(p.kinds)):
                        gone = p.dependents[rule]
                        if gone >= 0 and left[0] != end[0]:
                            continue
                        after = end[gone + 1] if gone < w else j
                        for d in range(end[gone] + 1, after) if gone >= 0 else range(1):
                            for z in range(w + 1):
                                f[z] = end[z + 1] if z < gone else d if z == gone else end[z]
                            at = place_in_row(choose, nodes, p.of_mask, l.item_base, tail, k, f, j)
                            head = f[p.heads[rule]] if p.heads[rule] >= 0 else left[0]
                            last = j == nodes and p.degrees[rule] == 1
                            if at < 0 or (single_root and head == w and not last):
                                continue
                            if head < w or (f[gone] if gone >= 0 else left[0]) <= w:
                                continue
                            key = left[0] * l.power[w + 1] + key_of(f, nodes)
                            b = weights.rules[
                                weights.rule_at[rule] + key % l.power[p.contexts[rule]]
                            ]
                            # in the order of the sums, so that the best is the same to the last bit
                            c = items[right + at]
                            c = a + (b + c) if gone >= 0 else (a + b) + c
                            if c > best:
                                best, answer = c, (rule, k, left.copy(), f.copy())
                            if c == goal:
                                return answer
    return answer
