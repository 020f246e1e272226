"""The crossings of gold arcs, and the plane for each arc."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import entry, lean
from multiplane.oracles.gold import crossings


@entry
def all_crossings(heads, starts, root_last):
    """List the crossings of all trees, concatenated."""
    sentences = len(starts) - 1
    offsets = np.zeros(sentences + 1, np.int64)
    lists = []
    begins = np.zeros(starts[-1] + 2 * sentences, np.int32)
    for s in range(sentences):
        words = starts[s + 1] - starts[s]
        given = np.full(words + 1, -1, np.int32)
        given[1:] = heads[starts[s] : starts[s + 1]]
        at, found = crossings(given, words + 1 if root_last else 0)
        begins[starts[s] + 2 * s : starts[s + 1] + 2 * s + 2] = at
        offsets[s + 1] = offsets[s] + len(found)
        lists.append(found)
    listed = np.zeros(offsets[-1], np.int32)
    for s in range(sentences):
        listed[offsets[s] : offsets[s + 1]] = lists[s]
    return begins, listed, offsets


@entry
def assign_planes(heads, starts, begins, listed, offsets, planes):
    """Give each arc a plane as a bit: crossing arcs different ones, projective arcs the first.

    Projective arcs come first, then the others, both by length; each gets the first plane that no
    crossing arc has.
    """
    sentences = len(starts) - 1
    out = np.zeros(starts[-1] + 2 * sentences, np.int32)
    for s in range(sentences):
        words = starts[s + 1] - starts[s]
        base = starts[s] + 2 * s
        given = np.full(words + 1, -1, np.int32)
        given[1:] = heads[starts[s] : starts[s + 1]]
        for d in range(1, words + 1):
            if begins[base + d] == begins[base + d + 1]:
                out[base + d] = 1
        # crossing arcs, projective ones first, then by length
        for hard in range(2):
            for length in range(1, words + 1):
                for d in range(1, words + 1):
                    if out[base + d] or abs(d - given[d]) != length:
                        continue
                    if is_projective(given, d) == (hard == 1):
                        continue
                    taken = 0
                    for at in range(begins[base + d], begins[base + d + 1]):
                        taken |= out[base + listed[offsets[s] + at]]
                    for plane in range(planes):
                        if not taken >> plane & 1:
                            out[base + d] = 1 << plane
                            break
                    if out[base + d] == 0:
                        out[base + d] = (1 << 30) - 1
    return out


@lean
def is_projective(heads, d):
    h = heads[d]
    for k in range(min(h, d) + 1, max(h, d)):
        above = k
        while above > 0 and above != h:
            above = heads[above]
        if above != h:
            return False
    return True
