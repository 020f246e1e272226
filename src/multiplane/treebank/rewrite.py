"""A treebank with other trees: HEAD and DEPREL replaced in its bytes, all else kept."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from multiplane.treebank.rewrite_kernel import Names, put_trees
from multiplane.treebank.scan import Chunk

MOST_DIGITS = 9  # of a head


def rewrite(
    chunk: Chunk,
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    names: Sequence[str],
) -> bytes:
    """Return the bytes of a chunk with these heads and labels, given as indices of `names`.

    They are those of all its words, one after the other; sentences that are not sound stay what
    they are.
    """
    encoded = [name.encode() for name in names]
    longest = max(map(len, encoded), default=0)
    room = int(chunk.texts[-1] - chunk.texts[0]) + len(heads) * (MOST_DIGITS + 1 + longest)
    out = np.empty(room, np.uint8)
    size = put_trees(chunk.data, chunk.offsets, heads, labels, Names.of(encoded), out)
    return out[:size].tobytes()
