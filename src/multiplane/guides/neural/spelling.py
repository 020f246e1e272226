"""How words are spelled: hashes of their forms and of short sequences of letters."""

# mypy: disable-error-code="no-untyped-def"

from functools import cache

import numpy as np
from numpy.typing import NDArray

from multiplane.features.batch import Spelling
from multiplane.features.hashing import BASIS, NO_VALUE, ROOT_VALUE, hash_bytes, mix, step
from multiplane.native import entry, lean
from multiplane.text.characters import PLANE, lower_of, tables
from multiplane.treebank.scan import Chunk

FORM = 1  # the column
GRAM_BITS = 14  # sequences of letters are hashed to 2^14 numbers
SHORTEST, LONGEST = 2, 5  # sequences, in letters
MOST_LETTERS = 40  # of a word; later ones are ignored
BEGIN, END = 2, 3  # stand for the letters before and after a word


def spelling(chunk: Chunk) -> Spelling:
    """Hash the forms of a chunk."""
    return spelled(chunk.data, chunk.fields, chunk.starts)


def spelled(
    data: NDArray[np.uint8], fields: NDArray[np.int32], starts: NDArray[np.int64]
) -> Spelling:
    """Hash forms that lie in bytes as in those of a chunk."""
    nodes = int(starts[-1] - starts[0]) + 2 * (len(starts) - 1)
    forms, exact = np.empty((2, nodes), np.uint64)
    begins = np.empty(nodes + 1, np.int64)
    lower = tables().lower
    size = _spell(data, fields, starts, lower, forms, exact, begins, np.empty(0, np.int32))
    grams = np.empty(size, np.int32)
    _spell(data, fields, starts, lower, forms, exact, begins, grams)
    return Spelling(forms, begins, grams, exact)


def folded(word: str) -> str:
    """Return the lower-case form that is hashed, as text."""
    return word[:MOST_LETTERS].translate(_lower())


@cache
def _lower() -> dict[int, int]:
    points = np.arange(PLANE, dtype=np.uint32)
    lower = tables().lower
    changed = np.flatnonzero(lower != points).tolist()
    return {at: int(lower[at]) for at in changed} | dict.fromkeys(map(ord, "123456789"), ord("0"))


@lean
def read_letters(data, begin, end, lower, letters):
    """Write the letters of a form in lower case, between BEGIN and END; return how many."""
    letters[0], count = BEGIN, 1
    point = np.uint32(0)
    for at in range(begin, end + 1):
        first = at == end or data[at] & 0xC0 != 0x80  # a character begins, or the form ends
        if first and at > begin:
            letters[count] = lower_of(lower, point)
            count += 1
            if count == MOST_LETTERS + 1:
                break
        if at == end:
            break
        byte = np.uint32(data[at])
        if not first:
            point = (point << np.uint32(6)) | (byte & np.uint32(0x3F))
        elif byte >= 0xF0:
            point = byte & np.uint32(0x07)
        elif byte >= 0xE0:
            point = byte & np.uint32(0x0F)
        elif byte >= 0xC0:
            point = byte & np.uint32(0x1F)
        else:
            point = byte
    letters[count] = END
    return count + 1


@lean
def list_grams(letters, size, grams, count):
    """Write the numbers of all sequences from `count` on, if there is room; return the next."""
    room = len(grams) > 0
    for begin in range(size - 1):
        h = BASIS
        for at in range(begin, min(begin + LONGEST, size)):
            h = step(h, np.uint64(letters[at]))
            if at - begin + 1 >= SHORTEST:
                if room:
                    grams[count] = np.int32(mix(h) >> np.uint64(64 - GRAM_BITS))
                count += 1
    return count


@entry
def _spell(data, fields, starts, lower, forms, exact, gram_starts, grams):
    letters = np.empty(MOST_LETTERS + 2, np.uint32)
    node, count = 0, 0
    for s in range(len(starts) - 1):
        gram_starts[node], forms[node], exact[node] = count, ROOT_VALUE, ROOT_VALUE
        node += 1
        for w in range(starts[s], starts[s + 1]):
            gram_starts[node] = count
            begin, end = fields[w, FORM], fields[w, FORM + 1] - 1
            size = read_letters(data, begin, end, lower, letters)
            h = BASIS
            for at in range(size):
                h = step(h, np.uint64(letters[at]))
            forms[node], exact[node] = mix(h), hash_bytes(data, begin, end, 0)
            count = list_grams(letters, size, grams, count)
            node += 1
        gram_starts[node], forms[node], exact[node] = count, NO_VALUE, NO_VALUE
        node += 1
    gram_starts[node] = count
    return count
