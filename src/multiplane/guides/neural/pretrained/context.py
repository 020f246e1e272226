"""What a network reads of a pretrained encoder: a learnt mix of its layers, times a matrix."""

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.features.batch import Batch
from multiplane.guides.neural.nodes import word_nodes
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.guides.neural.pretrained.transformer import opened
from multiplane.guides.neural.weights import MIX, MIXED, Array, Weights
from multiplane.native.threads import one_thread


def context_of(
    identity: Identity, weights: Weights, batch: Batch, numbers: NDArray[np.int64]
) -> Array:
    """Return what is read for each node of some sentences; for roots and no words, zeros."""
    transformer = opened(identity)
    layers, size = len(weights[MIX]) - 1, weights[MIXED].shape[1]
    if (transformer.layers, transformer.size) != (layers, size):
        raise MultiplaneError(
            f"{identity.folder}: found {transformer.layers} layers of {transformer.size}; expected"
            f" {layers} of {size}, as the model says"
        )
    shares, matrix = mixing(weights[MIX]), weights[MIXED].T
    sentences, nodes = sentences_of(batch, numbers)
    found = np.zeros((len(nodes) + 2 * len(numbers), matrix.shape[1]), np.float32)
    for words, states in transformer.states(sentences):
        with one_thread():  # the encoder itself may have more
            found[nodes[words]] = np.tensordot(states, shares, (1, 0)) @ matrix
    return found


def mixing(mix: Array) -> Array:
    """Return the share of each layer: a softmax, times a scale that is given in logarithms."""
    powers = np.exp(mix[:-1] - mix[:-1].max())
    shares: Array = powers / powers.sum() * np.exp(mix[-1])
    return shares


def sentences_of(
    batch: Batch, numbers: NDArray[np.int64]
) -> tuple[list[tuple[str, ...]], NDArray[np.int64]]:
    """Return the forms of some sentences, and the nodes of their words, counted from 0 on."""
    begins, ends = batch.starts[numbers], batch.starts[numbers + 1]
    sentences = [
        batch.forms[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
    return sentences, word_nodes(ends - begins)
