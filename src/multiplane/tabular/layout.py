"""The memory layout of items and hooks, for sentences of one length.

Nodes are numbered from the bottom of the stack: ¢ as often as the width w requires, the root w, the
words; `nodes` is their number, and the end of the buffer.  Only ascending tuples of nodes have a
place.

A tuple x₁ < … < x_r < j, the new nodes of an end with its j, is at Σ C(y_m, r + 2 - m), where the
y = nodes - x are counted from the end.  So those with x₁ ≥ k come first, for any k; those with a
common beginning are consecutive, in the order of the rest; and those that differ only in j are
adjacent.
"""

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.tabular.patterns import FAR, UNDER, Ints, Patterns, patterns

MOST_BYTES = 2e9  # of a chart


class Layout(NamedTuple):
    """Tables of places; S, e₁ and f are as in `patterns`."""

    nodes: int
    choose: Ints  # [n, r] binomial coefficients
    power: Ints  # [r] of the number of nodes
    tuples: Ints  # of r numbers ≥ 0, the largest first, in lexicographic order, for each r
    tuples_at: Ints  # [r] where they begin
    owner: Ints  # [x₁ … x_r j] the place of x₁ … x_r, for each r
    owner_at: Ints  # [r] where these begin
    starts: Ints  # [start, …] the tuples of w nodes that can be on top of the stack
    start_of: Ints  # the number of a start, by Σ C(node, m)
    starts_below: Ints  # [i] how many have only nodes below i
    stack_of: Ints  # as `start_of`, for the w + 1 nodes e₁ S of a hook; empty if no rule is FAR
    item_at: Ints  # [i] where the items that start at i begin: a row for each start
    item_row: Ints  # [i] how long the rows are
    item_base: Ints  # [i, pattern] where in a row the items of a pattern begin
    hook_at: Ints  # the same for hooks [e₁ S, k, …, j], or [S, k, …, j] if no rule is FAR
    hook_row: Ints
    hook_base: Ints
    hook_length: Ints  # [k, hook]
    under_at: Ints  # [new nodes of f] where the probabilities p(e₁, f) of the rule UNDER begin
    under_step: Ints  # [pattern] the distance from one e₁ to the next
    under_base: Ints  # [k, pattern of f] where the sums over e₁ begin
    under_length: Ints
    longest: int  # of all rows
    goal: int  # the place of [¢ …, 0, ¢ … 0, n + 1]


@lru_cache(64)
def layout(degree: int, width: int, contexts: tuple[int, ...], words: int) -> Layout:
    """Return the places of items and hooks; a chart that is too large is an error."""
    check_room(degree, width, contexts, words)
    p = patterns(degree, width, contexts)
    w, nodes = width, width + words + 1
    far, rest = FAR in p.kinds, range(nodes, -1, -1)
    items, hooks, under = (
        np.array(sizes) for sizes in zip(*(_sizes(p, left) for left in rest), strict=True)
    )
    starts, start_of, starts_below = _stacks(nodes, w, w)
    _, stack_of, stacks_below = _stacks(nodes, w, w + 1) if far else (0, start_of[:0], starts_below)
    lists = [_tuples(nodes, r) for r in range(w + 2)]
    owners = [np.repeat(np.arange(len(part)), part[:, -1] + 1) for part in lists[1:]]
    return Layout(
        nodes,
        choose=np.array([[comb(n, r) for r in range(w + 4)] for n in range(nodes + 2)]),
        power=nodes ** np.arange(w + 3),
        tuples=np.concatenate([part.ravel() for part in lists]),
        tuples_at=_ends([part.size for part in lists]),
        owner=np.concatenate(owners).astype(np.uint64),
        owner_at=_ends([0, *(len(part) for part in owners)]),
        starts=starts,
        start_of=start_of,
        starts_below=starts_below,
        stack_of=stack_of,
        item_at=_ends(items.sum(1) * starts_below),
        item_row=items.sum(1),
        item_base=np.cumsum(items, axis=1) - items,
        hook_at=_ends(hooks.sum(1) * stacks_below),
        hook_row=hooks.sum(1),
        hook_base=np.cumsum(hooks, axis=1) - hooks,
        hook_length=hooks,
        under_at=_ends(_under_sizes(p, nodes)),
        under_step=np.array([nodes**held * comb(nodes, w + 1 - held) for held in p.held.tolist()]),
        under_base=np.cumsum(under, axis=1) - under,
        under_length=under,
        longest=int(max(part.sum(1).max() for part in (items, hooks, under))),
        goal=comb(words + 1, 2),  # in the first row, which is the only one that starts at the root
    )


def check_room(degree: int, width: int, contexts: tuple[int, ...], words: int) -> None:
    """Raise an error if the chart of a sentence would be too large."""
    room = chart_bytes(degree, width, contexts, words)
    if room > MOST_BYTES:
        raise MultiplaneError(
            f"{words} words in degree {degree} need {1e-9 * room:,.0f} GB, more than "
            f"{1e-9 * MOST_BYTES:.0f}; give shorter sentences or a smaller degree"
        )


@lru_cache(256)
def chart_bytes(degree: int, width: int, contexts: tuple[int, ...], words: int) -> float:
    """Return an upper bound on the size of a chart and its weights."""
    p, nodes = patterns(degree, width, contexts), width + words + 1
    room = sum(_under_sizes(p, nodes)) + sum(nodes**context for context in contexts)
    for i in range(width, nodes):
        items, hooks, _ = _sizes(p, nodes - i)
        room += sum(items) * comb(i, width) + sum(hooks) * comb(i, width + (FAR in p.kinds))
    return float(8 * room)


def _sizes(p: Patterns, left: int) -> tuple[list[int], list[int], list[int]]:
    """Return the numbers of (f, j), (f′, j) and f of each pattern, by the number of nodes left.

    If nothing in f′ is new, j may not be k itself.
    """
    new, hook_new = (p.width + 1 - p.held).tolist(), (p.width - p.hook_held).tolist()
    return (
        [comb(left + 1, r + 1) for r in new],
        [comb(left + 1, r + 1) if r else left for r in hook_new],
        [comb(left, r) for r in new],
    )


def _under_sizes(p: Patterns, nodes: int) -> list[int]:
    """Return the numbers of p(e₁, f), by the number of new nodes in f."""
    needed = set((p.width + 1 - p.held).tolist()) if UNDER in p.kinds else set()
    return [nodes ** (p.width + 2 - r) * comb(nodes, r) if r in needed else 0
            for r in range(p.width + 2)]  # fmt: skip


def _tuples(nodes: int, r: int) -> Ints:
    """Return all d₁ > … > d_r ≥ 0, ordered so that those with d₁ < n are the first C(n, r)."""
    found = sorted(tuple(reversed(t)) for t in combinations(range(nodes), r))
    return np.array(found, np.int64).reshape(len(found), r)


def _stacks(nodes: int, root: int, length: int) -> tuple[Ints, Ints, Ints]:
    """List what can be on top of the stack: above the root, or from the root down into the ¢.

    Return the tuples, their numbers by Σ C(node, m), and how many are below each i.
    """
    listed = sorted(combinations(range(nodes), length), key=lambda t: t[::-1])
    down = [tuple(range(t[0], root + 1))[:length] for t in listed]
    valid = [t[: len(d)] == d for t, d in zip(listed, down, strict=True)]
    found = np.array(listed, np.int64).reshape(-1, length)[valid]
    below = np.searchsorted(found[:, -1], np.arange(nodes + 1))
    return found, np.where(valid, np.cumsum(valid) - 1, -1), below


def _ends(sizes: "list[int] | Ints") -> Ints:
    return np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
