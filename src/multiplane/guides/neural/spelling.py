"""How words are spelled: hashes of their lower-case forms and of short sequences of letters."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.batch import Spelling
from multiplane.features.hashing import BASIS, NO_VALUE, ROOT_VALUE, mix, step
from multiplane.native import entry, lean
from multiplane.text.characters import lower_of, tables
from multiplane.treebank.scan import Chunk

FORM = 1  # the column
GRAM_BITS = 14  # sequences of letters are hashed to 2^14 numbers
SHORTEST, LONGEST = 2, 5  # sequences, in letters
MOST_LETTERS = 40  # of a word; later ones are ignored
MOST_GRAMS = (LONGEST - SHORTEST + 1) * (MOST_LETTERS + 2)
BEGIN, END = 2, 3  # stand for the letters before and after a word


def spelling(chunk: Chunk) -> Spelling:
    """Hash the forms of a chunk."""
    words, sentences = int(chunk.starts[-1] - chunk.starts[0]), len(chunk)
    nodes = words + 2 * sentences
    forms = np.empty(nodes, np.uint64)
    starts = np.empty(nodes + 1, np.int64)
    lower = tables().lower
    size = _spell(
        chunk.data, chunk.fields, chunk.starts, lower, forms, starts, np.empty(0, np.int32)
    )
    grams = np.empty(size, np.int32)
    _spell(chunk.data, chunk.fields, chunk.starts, lower, forms, starts, grams)
    return Spelling(forms, starts, grams)


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
def _spell(data, fields, starts, lower, forms, gram_starts, grams):
    letters = np.empty(MOST_LETTERS + 2, np.uint32)
    node, count = 0, 0
    for s in range(len(starts) - 1):
        gram_starts[node], forms[node] = count, ROOT_VALUE
        node += 1
        for w in range(starts[s], starts[s + 1]):
            gram_starts[node] = count
            begin, end = fields[w, FORM], fields[w, FORM + 1] - 1
            size = read_letters(data, begin, end, lower, letters)
            h = BASIS
            for at in range(size):
                h = step(h, np.uint64(letters[at]))
            forms[node] = mix(h)
            count = list_grams(letters, size, grams, count)
            node += 1
        gram_starts[node], forms[node] = count, NO_VALUE
        node += 1
    gram_starts[node] = count
    return count
