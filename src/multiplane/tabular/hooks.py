"""Where hooks lie: what is left of [S, k, f, j] when a rule has summed out one node of f.

There is a line of them for each e₁ S, or for each S if no rule is FAR; see `patterns`.
"""

# Numba functions take and give what they are called with.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

from multiplane.native import inlined
from multiplane.tabular.places import end_place, start_places


class Lines(NamedTuple):
    """Where the hooks [e₁ S, k, …] begin, and for which e₁ there are some."""

    at: int
    lowest: int
    highest: int


@inlined
def hook_line(l, split, first):
    """Return where the hooks [e₁ S, k, …] begin."""
    line = l.stack_of[split.above + first] if len(l.stack_of) else split.right
    return l.hook_at[split.k] + line * l.hook_row[split.k]


@inlined
def hook_lines(p, l, k, v):
    """Return the lines of hooks that begin with S, v being its number, at k."""
    tail, far = l.starts[v], len(l.stack_of) > 0
    _, above = start_places(l.choose, tail)
    lowest = p.width if tail[0] > p.width else tail[0] - 1
    line = l.stack_of[above + lowest] if far else v
    highest = tail[0] if far else lowest + 1
    return Lines(l.hook_at[k] + line * l.hook_row[k], lowest, highest)


@inlined
def hook_place(p, l, k, rule, e, end):
    """Return where in its line the hook stands that a rule makes of f."""
    place = end_place(l, end, p.held[e], p.dependents[rule])
    return l.hook_base[k, p.hooked[rule, e]] + place
