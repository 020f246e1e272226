"""Attributes as numbers of 64 bits: hashed from the bytes of a treebank, without any dictionary.

Words that were never seen get numbers like all others.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.attributes import KEY, PREFIX, SHAPE, SUFFIX
from multiplane.native import entry, lean, lean_entry


class AttributeTables(NamedTuple):
    """Attributes of words as kernels take them."""

    kinds: NDArray[np.int32]
    letters: NDArray[np.int32]  # of prefixes and suffixes: how many
    columns: NDArray[np.int32]
    keys: NDArray[np.uint8]  # of morphological features: their names, one after the other
    key_starts: NDArray[np.int64]


BASIS = np.uint64(0xCBF29CE484222325)
PRIME = np.uint64(0x9E3779B97F4A7C15)
ROOT_VALUE = np.uint64(0x2545F4914F6CDD1D)  # of the artificial root, for every attribute
NO_VALUE = np.uint64(0xD1342543DE82EF95)  # where there is no word
_29, _32 = np.uint64(29), np.uint64(32)


@lean
def step(h, value):
    """Take one number more into a hash."""
    h = (h ^ np.uint64(value)) * PRIME
    return h ^ (h >> _32)


@lean
def mix(value):
    """Spread a number over all 64 bits."""
    h = np.uint64(value) * PRIME
    h ^= h >> _32
    h *= PRIME
    return h ^ (h >> _29)


@lean
def hash_bytes(data, begin, end, seed):
    """Hash bytes begin to end."""
    h = BASIS ^ np.uint64(seed)
    for at in range(begin, end):
        h = step(h, np.uint64(data[at]))
    return mix(h)


@lean
def is_start(byte):
    """Does a character of UTF-8 begin with this byte?"""
    return byte & 0xC0 != 0x80


@lean
def hash_prefix(data, begin, end, letters, seed):
    stop = begin
    while stop < end and letters >= 0:
        letters -= is_start(data[stop])
        stop += letters >= 0
    return hash_bytes(data, begin, stop, seed)


@lean
def hash_suffix(data, begin, end, letters, seed):
    start = end
    while start > begin and letters > 0:
        start -= 1
        letters -= is_start(data[start])
    return hash_bytes(data, start, end, seed)


@lean
def hash_shape(data, begin, end, seed):
    """Hash the kinds of characters, each run of a kind once: Xx for Paris, Xx0 for Boeing747."""
    h = BASIS ^ np.uint64(seed)
    last = -1
    for at in range(begin, end):
        byte = data[at]
        kind = 4
        if 65 <= byte <= 90:
            kind = 0
        elif 97 <= byte <= 122:
            kind = 1
        elif 48 <= byte <= 57:
            kind = 2
        elif byte >= 128:
            kind = 3
        if kind != last:
            h = step(h, np.uint64(kind + 1))
            last = kind
    return mix(h)


@lean
def hash_key(data, begin, end, keys, key, size, seed):
    """Hash the value of one morphological feature, Case=Gen; nothing where it is not there.

    Its name is the `size` bytes from `keys[key]` on.
    """
    at = begin
    while at < end:
        stop = at
        while stop < end and data[stop] != 124:  # |
            stop += 1
        same = stop - at > size and data[at + size] == 61  # =
        for k in range(size):
            same = same and data[at + k] == keys[key + k]
        if same:
            return hash_bytes(data, at, stop, seed)
        at = stop + 1
    return NO_VALUE


@lean
def put_all(values, node, value):
    """Give a node the same value of all attributes."""
    for a in range(values.shape[0]):
        values[a, node] = value


@lean_entry
def hash_words(data, fields, starts, attributes, values):
    """Fill in `values[attribute, node]`: in each sentence the root, its words, and no word."""
    kinds, columns, letters = attributes.kinds, attributes.columns, attributes.letters
    keys, key_starts = attributes.keys, attributes.key_starts
    node = 0
    for s in range(len(starts) - 1):
        put_all(values, node, ROOT_VALUE)
        node += 1
        for w in range(starts[s], starts[s + 1]):
            for a in range(len(kinds)):
                begin, end = fields[w, columns[a]], fields[w, columns[a] + 1] - 1
                kind = kinds[a]
                if kind == PREFIX:
                    values[a, node] = hash_prefix(data, begin, end, letters[a], a)
                elif kind == SUFFIX:
                    values[a, node] = hash_suffix(data, begin, end, letters[a], a)
                elif kind == SHAPE:
                    values[a, node] = hash_shape(data, begin, end, a)
                elif kind == KEY:
                    size = key_starts[a + 1] - key_starts[a]
                    values[a, node] = hash_key(data, begin, end, keys, key_starts[a], size, a)
                else:
                    values[a, node] = hash_bytes(data, begin, end, a)
            node += 1
        put_all(values, node, NO_VALUE)
        node += 1


@entry
def hash_morphology(data, fields, starts, positional, most, begins, items):
    """List the morphological features of each node, `begins[node]` to `begins[node + 1]`.

    They are the parts of FEATS; or, where `positional`, the characters of XPOS that are not -.
    """
    node, count = 0, 0
    column = 4 if positional else 5
    for s in range(len(starts) - 1):
        begins[node] = count
        node += 1
        for w in range(starts[s], starts[s + 1]):
            begins[node] = count
            node += 1
            at, end = fields[w, column], fields[w, column + 1] - 1
            if end - at == 1 and data[at] == 95:  # _
                continue
            first, limit = at, count + most
            while at < end and count < limit:
                stop = at + positional
                while stop < end and not positional and data[stop] != 124:  # |
                    stop += 1
                if not positional:
                    if stop > at:
                        items[count] = hash_bytes(data, at, stop, 1)
                        count += 1
                    stop += 1
                elif data[at] != 45:  # -
                    items[count] = mix(np.uint64(data[at]) + np.uint64(256) * np.uint64(at - first))
                    count += 1
                at = stop
        begins[node] = count
        node += 1
    begins[node] = count
    return count
