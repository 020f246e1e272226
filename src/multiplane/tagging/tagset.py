"""The tags of a treebank: UPOS, XPOS and FEATS together, each tag the sum of its parts.

A part is a UPOS, an XPOS, or one morphological feature; each has a column of weights.  So all tags
with Case=Gen share what is learnt about it, and yet only tags that were seen are predicted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.lanes import LANES

Tag = tuple[str, str, str]  # UPOS, XPOS, FEATS
WHOLE = 0  # in sets of at most this many tags, each tag has its own column, too


class TagTable(NamedTuple):
    """Tags as numbers: the columns of tag t are `columns[starts[t] : starts[t + 1]]`."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int32]
    known: NDArray[np.int64]  # [tags, 3]: UPOS, XPOS and the tag, by number


@dataclass(frozen=True)
class TagSet:
    """Tags, the most frequent first."""

    tags: tuple[Tag, ...]
    positional: bool = False  # is each character of XPOS a part?

    def parts(self, tag: Tag) -> tuple[str, ...]:
        upos, xpos, feats = tag
        letters = enumerate(xpos) if self.positional else [(0, xpos)]
        found = [f"upos {upos}", *(f"xpos {at} {letter}" for at, letter in letters)]
        found += [f"feats {part}" for part in feats.split("|")]
        return (*found, *([f"tag {self.number[tag]}"] if self.has_whole else ()))

    @cached_property
    def number(self) -> dict[Tag, int]:
        return {tag: at for at, tag in enumerate(self.tags)}

    @property
    def has_whole(self) -> bool:
        return len(self.tags) <= WHOLE

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The parts of all tags."""
        return tuple(dict.fromkeys(part for tag in self.tags for part in self.parts(tag)))

    @property
    def width(self) -> int:
        return -(-len(self.columns) // LANES) * LANES

    @cached_property
    def table(self) -> TagTable:
        number = {part: at for at, part in enumerate(self.columns)}
        listed = [[number[part] for part in self.parts(tag)] for tag in self.tags]
        starts = np.cumsum([0, *map(len, listed)])
        flat = np.array([part for parts in listed for part in parts], np.int32)
        upos, xpos = (_numbers(tag[at] for tag in self.tags) for at in (0, 1))
        known = np.array([upos, xpos, range(len(self.tags))], np.int64).T.copy()
        return TagTable(starts, flat, known)


def _numbers(names: Iterable[str]) -> list[int]:
    known: dict[str, int] = {}
    return [known.setdefault(name, len(known)) for name in names]


def tag_set(tags: Sequence[Tag], *, positional: bool = False) -> TagSet:
    """Collect the tags of a treebank."""
    counts: dict[Tag, int] = {}
    for tag in tags:
        counts[tag] = counts.get(tag, 0) + 1
    order = sorted(counts, key=lambda tag: (-counts[tag], tag))
    return TagSet(tuple(order), positional)
