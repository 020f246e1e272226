"""The best derivation, read back from a chart in the Viterbi semiring."""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import Any

import numpy as np

from multiplane.native import entry
from multiplane.tabular.forest import BOTTOM, SHIFT, Done
from multiplane.tabular.joins import Split, count_lefts, left
from multiplane.tabular.layout import Layout
from multiplane.tabular.packed import Packed
from multiplane.tabular.patterns import Ints, Patterns
from multiplane.tabular.places import (
    Span,
    count_tails,
    item_place,
    key_of,
    place_in_row,
    row_of,
    rule_place,
    set_held,
    set_new,
    start_places,
    uses,
)
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
    todo: list[Any] = [Span(whole[:-1], p.width, whole, l.nodes)]
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
        rule, k, tail, right = antecedents(p, l, weights, single_root, items, top)
        stack = named(np.concatenate([tail[:1], right]))
        done = Done(rules[rule].name, stack, *rules[rule].arc(stack))
        todo += [done, Span(tail[1:], k, right, j), Span(start, i, tail, k)]
    return derivation


@entry
def antecedents(p, l, weights, single_root, items, item):
    """Return the rule, k, e₁ S and f of the best way to prove an item."""
    start, i, end, j = item
    goal, best = items[item_place(p, l, item)], -np.inf
    number, _ = start_places(l.choose, start)
    v = l.start_of[number]
    e1_tail, f = np.empty(p.width + 1, np.int64), np.empty(p.width + 1, np.int64)
    answer, tail = (-1, 0, e1_tail, f), e1_tail[1:]
    for k in range(i + 1, j):
        for suffix in range(len(p.suffix_held)):
            set_held(p, l, suffix, v, tail)
            for number in range(count_tails(p, l, i, k, suffix)):
                place = set_new(p, l, k, suffix, number, tail)
                right, above = start_places(l.choose, tail)
                right = row_of(l, k, l.start_of[right])
                split = Split(i, k, suffix, v, row_of(l, i, v), place, right, above)
                for m in range(count_lefts(p, split, tail)):
                    e, first, ahead = left(p, l, split, m)
                    a = items[split.row + l.item_base[i, e] + ahead + place]
                    if e < 0 or a == -np.inf:
                        continue
                    e1_tail[0] = first
                    for rule in range(len(p.kinds)):
                        gone = p.dependents[rule]
                        if gone >= 0 and first != end[0]:
                            continue
                        after = end[gone + 1] if gone < p.width else j
                        for d in range(end[gone] + 1, after) if gone >= 0 else range(1):
                            for z in range(p.width + 1):
                                f[z] = end[z + 1] if z < gone else d if z == gone else end[z]
                            at = place_in_row(p, l, Span(tail, k, f, j))
                            if at < 0 or l.nodes - j >= uses(
                                p, single_root, rule, first, f, l.nodes - f[p.width]
                            ):
                                continue
                            key = key_of(f, l.nodes)
                            b = weights.rules[rule_place(p, l, weights, rule, first, key)]
                            # in the order of the sums, so that the best is the same to the last bit
                            c = items[right + at]
                            c = a + (b + c) if gone >= 0 else (a + b) + c
                            if c > best:
                                best, answer = c, (rule, k, e1_tail.copy(), f.copy())
                            if c == goal:
                                return answer
    return answer
