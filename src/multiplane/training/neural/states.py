"""The layers of a pretrained encoder for all words of a treebank, kept in a temporary file."""

from dataclasses import dataclass
from tempfile import TemporaryFile

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from multiplane.errors import MultiplaneError
from multiplane.features.batch import Batch
from multiplane.guides.neural.network import pieces
from multiplane.guides.neural.nodes import word_nodes
from multiplane.guides.neural.pretrained.context import sentences_of
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.guides.neural.pretrained.transformer import opened
from multiplane.guides.neural.vocabulary import Numbered
from multiplane.guides.neural.weights import MIX, MIXED, Weights
from multiplane.training.neural.sources import Shapes

NO_WORD = -1
LARGEST = np.finfo(np.float16).max  # numbers of this size are rare, and do not have to be exact


@dataclass(frozen=True, eq=False)
class KeptStates:
    """A frozen encoder's layers, of which a mix is learnt, and a matrix."""

    states: NDArray[np.float16]  # [words, layers, size]
    words: NDArray[np.int64]  # by node

    @classmethod
    def of(cls, identity: Identity, batch: Batch) -> "KeptStates":
        """Run an encoder over a treebank once."""
        transformer = opened(identity)
        shape = (transformer.layers, transformer.size)
        with TemporaryFile() as file:  # it stays until the array is forgotten
            try:
                for numbers in pieces(batch.starts, 0):
                    sentences, _ = sentences_of(batch, numbers)
                    some = np.zeros((sum(map(len, sentences)), *shape), np.float16)
                    for words, states in transformer.states(sentences):
                        some[words] = np.clip(states, -LARGEST, LARGEST)
                    file.write(some.data)
                file.flush()
            except OSError as error:
                raise MultiplaneError(
                    f"temporary files: {error.strerror}; {batch.words:,} words need"
                    f" {2 * batch.words * shape[0] * shape[1] >> 20:,} MB"
                ) from error
            kept = np.memmap(file, np.float16, "r", shape=(batch.words, *shape))
        return cls(kept, words_of(batch))

    def trained(self, shapes: Shapes) -> Shapes:
        return shapes

    def read(self, nodes: NDArray[np.int64], words: Numbered, weights: dict[str, Tensor]) -> Tensor:
        del words
        inner = np.flatnonzero(self.words[nodes] != NO_WORD)
        states = torch.as_tensor(self.states[self.words[nodes[inner]]].astype(np.float32))
        part = mixed(states, weights)
        return torch.zeros(len(nodes), part.shape[1]).index_copy(0, torch.as_tensor(inner), part)

    def finished(self, weights: Weights) -> Weights:
        return weights


def words_of(batch: Batch) -> NDArray[np.int64]:
    """Return the number of each node's word."""
    nodes = np.full(batch.words + 2 * len(batch), NO_WORD)
    nodes[word_nodes(np.diff(batch.starts))] = np.arange(batch.words)
    return nodes


def mixed(states: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """Mix the layers of words, [words, layers, size], and multiply them by a matrix."""
    mix = weights[MIX]
    shares = mix[:-1].softmax(0) * mix[-1].exp()
    return functional.linear(torch.einsum("wls,l->ws", states, shares), weights[MIXED])
