"""From nodes to places in the chart, compiled; see `layout` and `patterns`."""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

from multiplane.native import inlined, lean_entry
from multiplane.tabular.patterns import Ints


class Span(NamedTuple):
    """An item [start, i, end, j], its nodes numbered as in `layout`."""

    start: Ints
    i: int
    end: Ints
    j: int


@inlined
def key_of(stack, nodes):
    """Return the nodes as one number, the top of the stack as its last digit."""
    key = 0
    for node in stack:
        key = key * nodes + node
    return key


@inlined
def shift_place(l, i):
    """Return where in its row [s, i, s i, i + 1] stands."""
    return l.choose[l.nodes - i, 2] + l.nodes - i - 1


@inlined
def row_of(l, i, v):
    """Return where the items [s, i, …] begin, v being the number of s."""
    return l.item_at[i] + v * l.item_row[i]


@inlined
def count_tails(p, l, i, k, suffix):
    """Return how many S there are between i and k, of one pattern."""
    return l.choose[k - i, p.width - p.suffix_held[suffix]]


@inlined
def set_new(p, l, k, suffix, number, tail):
    """Write down the new nodes of S, which are before k; return the place of (these, k)."""
    held = p.suffix_held[suffix]
    new, place = p.width - held, l.nodes - k
    at = l.tuples_at[new] + number * new
    for z in range(new):
        x = k - 1 - l.tuples[at + z]
        tail[held + z] = x
        place += l.choose[l.nodes - x, new - z + 1]
    return place


@inlined
def set_held(p, l, suffix, v, tail):
    """Write down the nodes of S that are kept of s, v being the number of s."""
    for z in range(p.suffix_held[suffix]):
        tail[z] = l.starts[v, p.suffix_kept[suffix, z]]


@inlined
def start_places(choose, tail):
    """Return the place of S among starts, and the place of e₁ S among stacks, less e₁."""
    place, above = 0, 0
    for z in range(len(tail)):
        place += choose[tail[z], z + 1]
        above += choose[tail[z], z + 2]
    return place, above


@inlined
def moved(l, tail, held, kept, count, order):
    """Return how far those nodes of S that are new, and kept, move what follows them."""
    place = 0
    for z in range(count):
        if kept[z] >= held:
            place += l.choose[l.nodes - tail[kept[z]], order - z]
    return place


@inlined
def set_end(p, l, tail, e, number, end):
    """Write down f after S, by its pattern and the number of its new nodes."""
    held = p.held[e]
    new = p.width + 1 - held
    at = l.tuples_at[new] + number * new
    for z in range(held):
        end[z] = tail[p.kept[e, z]]
    for z in range(new):
        end[held + z] = l.nodes - 1 - l.tuples[at + z]


@inlined
def end_place(l, end, held, gone):
    """Return the place of the new nodes in f without one of them, with the first j of all."""
    place, order = 0, len(end) - held - (gone >= held) + 1
    for z in range(held, len(end)):
        if z != gone:
            place += l.choose[l.nodes - end[z], order]
            order -= 1
    return place


@inlined
def place_in_row(p, l, item):
    """Return where in its row an item stands, or -1 if there is no such item."""
    mask, held, end = 0, 0, item.end
    for z in range(len(item.start)):
        if end[held] == item.start[z]:
            mask, held = mask | 1 << z, held + 1
    pattern = p.of_mask[mask]
    if pattern < 0 or end[held] < item.i or end[-1] >= item.j:
        return -1
    return l.item_base[item.i, pattern] + end_place(l, end, held, -1) + l.nodes - item.j


@lean_entry
def item_place(p, l, item):
    """Return where an item stands, or -1 if there is no such item."""
    number, _ = start_places(l.choose, item.start)
    at = place_in_row(p, l, item)
    return row_of(l, item.i, l.start_of[number]) + at if at >= 0 else -1


@inlined
def rule_place(p, l, weights, rule, first, key):
    """Return where the weight of a rule stands, given e₁ and the number of f."""
    context = p.contexts[rule]
    before = first * l.power[context - 1] if context > p.width + 1 else 0
    return weights.rule_at[rule] + before + key % l.power[context]


@inlined
def uses(p, single_root, rule, first, end, length):
    """Return for how many j, from the end, a rule may be used, by its arc: one of e₁ f.

    Whatever its weight: ¢ has no part in arcs, and the root has no head.  Where there is to be one
    root only, it is attached when the buffer is empty; and a word between it and 0 on the stack
    would need a way to 0 as well.
    """
    head, dependent, root = p.heads[rule], p.dependents[rule], p.width
    head = end[head] if head >= 0 else first
    dependent = end[dependent] if dependent >= 0 else first
    if head < root or dependent <= root:
        return 0
    if single_root and head == root:
        return 1 if p.degrees[rule] == 1 else 0
    return length
