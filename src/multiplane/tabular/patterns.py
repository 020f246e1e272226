"""Patterns of the ends of items, derived from the rules for any degree and width.

An item [s₁ … s_w, i, e₁ … e_{w+1}, j] ends with some of the nodes that it starts with, which its
pattern lists by their places 0 … w-1, and then with new ones, i ≤ … < j; the last is always new.
A rule joins [s, i, e₁ S, k] and [S, k, f, j], where S are w nodes and f are w + 1, which leaves
e₁ f on the stack.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.tabular.rules import Reduce, reductions

Ints = NDArray[np.int64]
Places = tuple[int, ...]

NEW = -1  # marks a node that is not in the start
NONE = -1

NEAR = 0  # a rule that removes a node of f, with a probability that depends on f alone
FAR = 1  # one that removes a node of f, with a probability that depends on e₁ as well
UNDER = 2  # one that removes e₁


class Patterns(NamedTuple):
    """Patterns and what the rules make of them, as numbers; lists are padded with NONE.

    A suffix is S, as seen from the start s; a hook is f without the node that a rule removes, as
    seen from S.  The first pattern keeps the whole start, like a shift.
    """

    width: int
    kept: Ints  # [pattern, …] the places of the nodes kept
    held: Ints  # [pattern] their number
    of_mask: Ints  # the pattern of a set of places, given by its bits
    suffix_kept: Ints
    suffix_held: Ints
    members: Ints  # [suffix, …] the patterns of e₁ S where e₁ is kept
    fresh: Ints  # [suffix] the pattern of e₁ S where e₁ is new
    hook_kept: Ints
    hook_held: Ints
    joined: Ints  # [pattern, hook] the pattern of e₁ and the hook, seen from s
    under: Ints  # [suffix, pattern] the pattern of f, seen from s
    kinds: Ints  # [rule] NEAR, FAR or UNDER
    heads: Ints  # [rule] the place of the head in f, from 0; NONE: it is e₁
    dependents: Ints  # [rule] the same for the dependent
    degrees: Ints  # [rule]
    contexts: Ints  # [rule] how many nodes on top of the stack its probability depends on
    hooked: Ints  # [rule, pattern] the hook that it makes of f


@lru_cache(64)
def patterns(degree: int, width: int, contexts: Places) -> Patterns:
    """Return the patterns of items of some width; `contexts` has a number for each rule."""
    rules = reductions(degree)
    ends = _closure(rules, width)
    number = {end: p for p, end in enumerate(ends)}
    suffixes = sorted({end[1:] for end in ends})
    kinds = [
        UNDER if r.dependent == width + 1 else FAR if context == width + 2 else NEAR
        for r, context in zip(rules, contexts, strict=True)
    ]
    hooks = [[_hook(end, r, width) if kind < UNDER else None for end in ends]
             for r, kind in zip(rules, kinds, strict=True)]  # fmt: skip
    kinds_of_hook = sorted({hook for row in hooks for hook in row if hook is not None})
    joined = [[(0, *(1 + z for z in hook)) for hook in kinds_of_hook] for _ in ends]
    whole = [_spelled(end, width + 1) for end in ends]
    tails = [_spelled(suffix, width) for suffix in suffixes]
    return Patterns(
        width,
        kept=_table(ends, width),
        held=_lengths(ends),
        of_mask=np.array([number.get(_places(mask), NONE) for mask in range(2**width)]),
        suffix_kept=_table(suffixes, width),
        suffix_held=_lengths(suffixes),
        members=_table([[number[e] for e in ends if e and e[1:] == s] for s in suffixes], width),
        fresh=np.array([NONE if s else number.get(s, NONE) for s in suffixes]),
        hook_kept=_table(kinds_of_hook, width),
        hook_held=_lengths(kinds_of_hook),
        joined=_table([[number.get(_chosen(e, at), NONE) for at in row]
                       for e, row in zip(whole, joined, strict=True)]),
        under=_table([[number.get(_chosen(tail, end), NONE) for end in ends] for tail in tails]),
        kinds=np.array(kinds),
        heads=np.array([max(width - r.head, NONE) for r in rules]),
        dependents=np.array([max(width - r.dependent, NONE) for r in rules]),
        degrees=np.array([r.degree for r in rules]),
        contexts=np.array(contexts),
        hooked=_table([[NONE if hook is None else kinds_of_hook.index(hook) for hook in row]
                       for row in hooks]),
    )  # fmt: skip


def _closure(rules: tuple[Reduce, ...], width: int) -> list[Places]:
    """Return all patterns that the rules can make, beginning with that of the shift."""
    found = [tuple(range(width))]
    while True:
        new = {
            _kept(rule.after((left[0], *_seen(left[1:], right, width))))
            for left in (_spelled(end, width + 1) for end in found)
            for right in found
            for rule in rules
        }.difference(found)
        if not new:
            return found
        found += sorted(new, reverse=True)


def _spelled(kept: Places, length: int) -> Places:
    """Write out an end: the places of the nodes kept, then new ones."""
    return kept + (NEW,) * (length - len(kept))


def _seen(tail: Places, right: Places, width: int) -> Places:
    """Return f as seen from s, where S is `tail` as seen from s, and f is `right` seen from S."""
    return _spelled(tuple(tail[z] for z in right), width + 1)


def _kept(end: Places) -> Places:
    return tuple(place for place in end if place != NEW)


def _chosen(end: Places, at: Places) -> Places:
    return _kept(tuple(end[z] for z in at))


def _hook(right: Places, rule: Reduce, width: int) -> Places:
    """Return the places of S that are kept in f without the dependent."""
    return _kept(rule.after((NEW, *_spelled(right, width + 1)))[1:])


def _places(mask: int) -> Places:
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


def _table(rows: "list[Places] | list[list[int]]", width: int = 0) -> Ints:
    longest = max((len(row) for row in rows), default=0)
    return np.array([[*row, *[NONE] * (max(longest, width) - len(row))] for row in rows], np.int64)


def _lengths(rows: list[Places]) -> Ints:
    return np.array([len(row) for row in rows])
