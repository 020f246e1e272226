"""From nodes to places in the chart, compiled; see `layout` and `patterns`.

These take the tables that they need one by one: a whole `Layout` is too much to hand over often.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from multiplane.native import entry, jit


@jit
def key_of(stack, nodes):
    """Return the nodes as one number, the top of the stack as its last digit."""
    key = 0
    for node in stack:
        key = key * nodes + node
    return key


@jit
def shift_place(choose, nodes, i):
    """Return where in its row [s, i, s i, i + 1] stands."""
    return choose[nodes - i, 2] + nodes - i - 1


@jit
def set_new(choose, nodes, tuples, at, held, k, tail):
    """Write down the new nodes of S, which are before k; return the place of (these, k)."""
    new, place = len(tail) - held, nodes - k
    for z in range(new):
        x = k - 1 - tuples[at + z]
        tail[held + z] = x
        place += choose[nodes - x, new - z + 1]
    return place


@jit
def start_places(choose, tail):
    """Return the place of S among starts, and the place of e₁ S among stacks, less e₁."""
    place, above = 0, 0
    for z in range(len(tail)):
        place += choose[tail[z], z + 1]
        above += choose[tail[z], z + 2]
    return place, above


@jit
def moved(choose, nodes, tail, held, kept, row, count, order):
    """Return how far those nodes of S that are new, and kept, move what follows them."""
    place = 0
    for z in range(count):
        if kept[row, z] >= held:
            place += choose[nodes - tail[kept[row, z]], order - z]
    return place


@jit
def end_place(choose, nodes, end, held, gone):
    """Return the place of the new nodes in f without one of them, with the first j of all."""
    place, order = 0, len(end) - held - (gone >= held) + 1
    for z in range(held, len(end)):
        if z != gone:
            place += choose[nodes - end[z], order]
            order -= 1
    return place


@jit
def place_in_row(choose, nodes, of_mask, bases, start, i, end, j):
    """Return where in its row [start, i, end, j] stands, or -1 if there is no such item."""
    mask, held = 0, 0
    for z in range(len(start)):
        if end[held] == start[z]:
            mask, held = mask | 1 << z, held + 1
    pattern = of_mask[mask]
    if pattern < 0 or end[held] < i or end[-1] >= j:
        return -1
    return bases[i, pattern] + end_place(choose, nodes, end, held, -1) + nodes - j


@entry
def item_place(p, l, start, i, end, j):
    """Return where [start, i, end, j] stands, or -1 if there is no such item."""
    number, _ = start_places(l.choose, start)
    at = place_in_row(l.choose, l.nodes, p.of_mask, l.item_base, start, i, end, j)
    return l.item_at[i] + l.start_of[number] * l.item_row[i] + at if at >= 0 else -1


@jit
def allowed(single_root, head, dependent, degree, root, length):
    """Return for how many j, from the end, a rule may be used, by its arc.

    Whatever its weight: ¢ has no part in arcs, and the root has no head.  Where there is to be one
    root only, it is attached when the buffer is empty; and a word between it and 0 on the stack
    would need a way to 0 as well.
    """
    if head < root or dependent <= root:
        return 0
    if single_root and head == root:
        return 1 if degree == 1 else 0
    return length
