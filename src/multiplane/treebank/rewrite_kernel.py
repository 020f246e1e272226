"""The compiled half of `rewrite`, and which sentences have trees."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry, lean, lean_entry
from multiplane.treebank.scan_kernel import DEPS, HEAD, SOUND

_TAB, _ZERO = b"\t0"


class Names(NamedTuple):
    """Short texts one after the other: number k is `data[starts[k] : starts[k + 1]]`."""

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[bytes]) -> "Names":
        # Writable, as other bytes are: for those that are not, kernels would be compiled again.
        data = np.frombuffer(bytearray(b"".join(texts) or b"_"), np.uint8)
        return cls(data, np.cumsum([0, *map(len, texts)]))


@lean
def put(out, at, data, begin, end):
    for p in range(begin, end):
        out[at] = data[p]
        at += 1
    return at


@lean
def put_name(out, at, names, k):
    return put(out, at, names.data, names.starts[k], names.starts[k + 1])


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
def put_trees(data, chunk, heads, labels, names, out):
    """Copy sentences with other heads and labels, counted from the first word; return the size.

    What is not sound is copied as it is.
    """
    at, done, first = 0, chunk.texts[0], chunk.starts[0]
    for s in range(len(chunk.faults)):
        if chunk.faults[s] != SOUND:
            continue
        for w in range(chunk.starts[s], chunk.starts[s + 1]):
            at = put(out, at, data, done, chunk.fields[w, HEAD])
            at = put_number(out, at, heads[w - first])
            out[at] = _TAB
            at = put_name(out, at + 1, names, labels[w - first])
            done = chunk.fields[w, DEPS] - 1
    return put(out, at, data, done, chunk.texts[len(chunk.faults)])


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
