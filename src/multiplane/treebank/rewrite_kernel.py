"""The compiled half of `rewrite`, and which sentences have trees."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.native import entry, lean, lean_entry
from multiplane.treebank.scan_kernel import SOUND

_TAB, _ZERO = b"\t0"
HEAD, DEPS = 6, 8  # HEAD and DEPREL lie between the begins of these columns


@lean
def put(out, at, data, begin, end):
    for p in range(begin, end):
        out[at] = data[p]
        at += 1
    return at


@lean
def put_number(out, at, number):
    size, rest = 1, number // 10
    while rest > 0:
        size += 1
        rest //= 10
    for place in range(at + size - 1, at - 1, -1):
        out[place] = _ZERO + number % 10
        number //= 10
    return at + size


@lean_entry
def put_trees(data, fields, starts, texts, faults, heads, labels, names, name_starts, out):
    """Copy sentences with other heads and labels, counted from the first word; return the size.

    What is not sound is copied as it is.
    """
    at, done = 0, texts[0]
    for s in range(len(faults)):
        if faults[s] != SOUND:
            continue
        for w in range(starts[s], starts[s + 1]):
            at = put(out, at, data, done, fields[w, HEAD])
            at = put_number(out, at, heads[w - starts[0]])
            out[at] = _TAB
            label = labels[w - starts[0]]
            at = put(out, at + 1, names, name_starts[label], name_starts[label + 1])
            done = fields[w, DEPS] - 1
    return put(out, at, data, done, texts[len(faults)])


@entry
def are_trees(heads, starts):
    """Say of each sentence whether all its words have heads, and none is its own ancestor."""
    answer = np.ones(len(starts) - 1, np.bool_)
    for s in range(len(answer)):
        begin, words = starts[s], starts[s + 1] - starts[s]
        seen = np.zeros(words + 1, np.int32)  # by whose climb
        for d in range(1, words + 1):
            node = d
            while node > 0 and seen[node] == 0:
                seen[node] = d
                node = heads[begin + node - 1]
            if node < 0 or (node > 0 and seen[node] == d):
                answer[s] = False
                break
    return answer
