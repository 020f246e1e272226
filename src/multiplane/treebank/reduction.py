"""Treebanks without some of their words, such as punctuation.

What depends on a word that is left out depends on the nearest word above it that is kept, or on 0
if there is none; labels stay.  Sentences that are not trees stay whole, so that their fault can
still be told.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from multiplane.treebank.interning import UPOS, interned
from multiplane.treebank.reduction_kernel import reduce
from multiplane.treebank.scan import Chunk


def without(chunk: Chunk, tags: Collection[str]) -> Chunk:
    """Return a chunk without the words that have one of these tags (UPOS; CPOSTAG in CoNLL-X)."""
    found = interned(chunk, UPOS)
    out = np.array([value in tags for value in found.values], np.bool_)
    if not out.any():
        return chunk
    dropped = out[found.numbers]
    words = len(chunk.heads)
    longest = int(np.diff(chunk.starts).max(initial=0))
    kept, lifted = np.empty(words, np.int64), np.empty(words, np.int32)
    begins = np.empty(len(chunk.starts), np.int64)
    room = np.empty((2, longest + 1), np.int32)
    total = reduce(chunk.heads, chunk.starts, dropped, room, kept, lifted, begins)
    fields = chunk.fields[kept[:total]]
    return replace(chunk, fields=fields, heads=lifted[:total], starts=begins)
