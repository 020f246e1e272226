"""Words as spans of code points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.text.characters import Points, characters, points
from multiplane.text.utf8 import decoded
from multiplane.treebank.scan import Chunk

FORM = 1


class Spans(NamedTuple):
    """Words or tokens, as kernels take them: number w is `text[begins[w] : ends[w]]`."""

    text: Points
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    starts: NDArray[np.int64]  # [sentences + 1]


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of some sentences: word w is `text[begins[w] : ends[w]]`.

    The words of sentence s are `starts[s]` to `starts[s + 1]`.
    """

    text: Points
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.begins)

    @property
    def spans(self) -> Spans:
        return Spans(self.text, self.begins, self.ends, self.starts)

    def form(self, word: int) -> str:
        return characters(self.text[self.begins[word] : self.ends[word]])

    @classmethod
    def of_forms(cls, sentences: Iterable[Sequence[str]]) -> "Words":
        """Make words of their forms, sentence by sentence."""
        listed = [list(forms) for forms in sentences]
        forms = [form for sentence in listed for form in sentence]
        ends = np.cumsum([0, *map(len, forms)]).astype(np.int64)
        starts = np.cumsum([0, *map(len, listed)]).astype(np.int64)
        return cls(points("".join(forms)), ends[:-1], ends[1:], starts)

    @classmethod
    def of_chunk(cls, chunk: Chunk, column: int = FORM) -> "Words":
        """Take the words of a treebank, as one of its columns has them."""
        first, last = int(chunk.starts[0]), int(chunk.starts[-1])
        fields = chunk.fields[first:last]
        # Where each byte is among the characters: those that begin one are counted.
        before = np.concatenate(([0], np.cumsum(chunk.data & 0xC0 != 0x80)))
        return cls(
            decoded(chunk.data),
            before[fields[:, column]].astype(np.int64),
            before[fields[:, column + 1] - 1].astype(np.int64),
            (chunk.starts - first).astype(np.int64),
        )
