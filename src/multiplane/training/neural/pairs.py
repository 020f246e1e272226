"""The pairs of words of a batch that a graph head scores, padded to blocks of one size."""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from multiplane.guides.neural.graph import (
    AT,
    FIRST,
    FROM,
    HEADS_FROM,
    HEADS_TO,
    ROW,
    TO,
    Blocks,
    blocks,
)


class Pairs(NamedTuple):
    """Numbers of nodes, [blocks, _]; the root is the first of all heads."""

    dependents: Tensor
    heads: Tensor
    apart: Tensor  # [blocks, dependents, heads]: padding, or a word and itself
    wanted: Tensor  # by word: its gold head's place among the heads; -1 if that is too far away
    words: Tensor  # by word: where its row is among those of all blocks
    cut: Blocks  # where rows of scores are


def pair(words: NDArray[np.int64], gold: NDArray[np.int64]) -> Pairs:
    """Pair the words of sentences, given how many each has, and the gold heads of all."""
    cut = blocks(words)[0].copy()
    size = cut[:, TO] - cut[:, FROM]
    deps, heads = int(size.max()), int((cut[:, HEADS_TO] - cut[:, HEADS_FROM]).max()) + 1
    cut[:, AT], cut[:, ROW] = np.arange(len(cut)) * deps * heads, heads
    first, begin, low = (cut[:, [column]] for column in (FIRST, FROM, HEADS_FROM))
    d = begin + np.arange(deps)
    h = np.concatenate((np.zeros_like(low), low + np.arange(heads - 1)), axis=1)
    no_d, no_h = d >= cut[:, [TO]], h >= cut[:, [HEADS_TO]]
    apart = (d[:, :, None] == h[:, None, :]) | no_h[:, None, :]
    rows = np.repeat(np.arange(len(cut)) * deps, size)
    rows += np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    low, high = (np.repeat(cut[:, column], size) for column in (HEADS_FROM, HEADS_TO))
    far = (gold > 0) & ((gold < low) | (gold >= high))
    wanted = np.where(far, -1, np.where(gold == 0, 0, gold - low + 1))
    return Pairs(
        torch.as_tensor(first + np.where(no_d, 0, d)),
        torch.as_tensor(first + np.where(no_h, 0, h)),
        torch.as_tensor(apart),
        torch.as_tensor(wanted),
        torch.as_tensor(rows),
        cut,
    )
