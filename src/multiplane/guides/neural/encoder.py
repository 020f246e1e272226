"""Vectors of words in their sentences: tables of what words are made of, and LSTMs over them.

The slow twin is the model that torch trains.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.hashing import BASIS, mix
from multiplane.guides.neural.lstm import pack, run
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.vocabulary import MORPH, VECTORS, Numbered
from multiplane.guides.neural.weights import GRAMS, Array, Weights, directions
from multiplane.native import lean, lean_entry
from multiplane.native.threads import in_one_thread

FEWEST = 64  # nodes among which it is worth looking for equal ones


class Tables(NamedTuple):
    """What words are made of, a row for each number."""

    form: Array
    lemma: Array
    upos: Array
    xpos: Array
    morph: Array
    grams: Array
    vectors: Array


NOTHING = np.zeros((1, 0), np.float32)  # a table that adds nothing


@lean
def put_row(table, row, out, node, at):
    for k in range(table.shape[1]):
        out[node, at + k] = table[row, k]
    return at + table.shape[1]


@lean
def add_row(table, row, out, node, at):
    for k in range(table.shape[1]):
        out[node, at + k] += table[row, k]


@lean_entry
def look_up(nodes, words, tables, out):
    """Write what the LSTM reads for each node."""
    looked_up = words.looked_up
    for n in range(len(nodes)):
        node = nodes[n]
        at = put_row(tables.form, looked_up[0, node], out, n, 0)
        at = put_row(tables.lemma, looked_up[1, node], out, n, at)
        at = put_row(tables.upos, looked_up[2, node], out, n, at)
        at = put_row(tables.xpos, looked_up[3, node], out, n, at)
        for k in range(at, out.shape[1]):
            out[n, k] = 0
        if tables.morph.shape[1]:
            for m in range(words.morph_starts[node], words.morph_starts[node + 1]):
                add_row(tables.morph, words.morphs[m], out, n, at)
        at += tables.morph.shape[1]
        if tables.grams.shape[1]:
            for g in range(words.gram_starts[node], words.gram_starts[node + 1]):
                add_row(tables.grams, words.grams[g], out, n, at)
        put_row(tables.vectors, looked_up[4, node], out, n, at + tables.grams.shape[1])


@lean_entry
def identify(nodes, words, identities):
    """Write a number for each node that is the same for all that read the same."""
    looked_up = words.looked_up
    for n in range(len(nodes)):
        node = nodes[n]
        begin, end = words.morph_starts[node], words.morph_starts[node + 1]
        found = mix(BASIS ^ np.uint64(end - begin))
        for row in range(len(looked_up)):
            found = mix(found ^ np.uint64(looked_up[row, node]))
        for m in range(begin, end):
            found = mix(found ^ np.uint64(words.morphs[m]))
        for g in range(words.gram_starts[node], words.gram_starts[node + 1]):
            found = mix(found ^ np.uint64(words.grams[g]))
        identities[n] = found


def distinct(
    nodes: NDArray[np.int64], words: Numbered
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return nodes that read something different each, and for each node which one it is like."""
    if len(nodes) < FEWEST:
        return nodes, np.arange(len(nodes))
    identities = np.empty(len(nodes), np.uint64)
    identify(nodes, words, identities)
    _, first, which = np.unique(identities, return_index=True, return_inverse=True)
    return nodes[first], which


class Layer(NamedTuple):
    """LSTMs of all members, as `lstm.run` needs them."""

    into: Sequence[Array]  # by member
    bias: Sequence[Array]
    recurrent: Array  # by way

    def inputs(self, read: Iterable[Array], nodes: int) -> Array:
        """Return the gates' inputs, given what each member reads for so many nodes."""
        found = np.empty((len(self.into), nodes, len(self.bias[0])), np.float32)
        for given, into, bias, out in zip(read, self.into, self.bias, found, strict=True):
            np.add(np.matmul(given, into, out=out), bias, out=out)
        return found


@dataclass(frozen=True)
class Encoder:
    """Tables of each member, and layers of LSTMs in each direction."""

    members: Sequence[Weights]

    @cached_property
    def tables(self) -> list[Tables]:
        names = (*Tables._fields[:4], MORPH, GRAMS, VECTORS)
        return [Tables(*(own.get(name, NOTHING) for name in names)) for own in self.members]

    @cached_property
    def _layers(self) -> list[Layer]:
        found: list[Layer] = []
        while f"{directions(len(found))[0]}-input" in self.members[0]:
            found.append(self._layer(directions(len(found))))
        return found

    def _layer(self, ways: tuple[str, ...]) -> Layer:
        size = self.members[0][f"{ways[0]}-recurrent"].shape[1]
        half = np.full(4 * size, 0.5, np.float32)  # for gates that are sigmoids
        half[2 * size : 3 * size] = 1  # the third gate is a tanh

        def halved(own: Weights, name: str) -> list[Array]:
            return [own[f"{way}-{name}"].T * half for way in ways]

        return Layer(
            [np.concatenate(halved(own, "input"), axis=1) for own in self.members],
            [np.concatenate(halved(own, "bias")) for own in self.members],
            np.stack([array for own in self.members for array in halved(own, "recurrent")]),
        )

    @in_one_thread
    def vectors(
        self, words: Numbered, sentences: Sentences, context: Array | None = None
    ) -> list[Array]:
        """Return the vectors that each member has of the nodes of sentences, in their order.

        `context` is what a pretrained encoder says of them.
        """
        packed = pack(sentences.words)
        lowest, *others = self._layers
        nodes = packed.nodes + sentences.ahead[packed.sentences]
        every = which = np.arange(len(nodes))
        if context is None:
            nodes, which = distinct(nodes, words)
        else:  # in which no two nodes are alike
            context = context[packed.nodes]
        inputs = lowest.inputs(self._read(nodes, words, context), len(nodes))
        encoded = run(inputs, which, lowest.recurrent, packed)
        for layer in others:
            inputs = layer.inputs(encoded, len(every))
            encoded += run(inputs, every, layer.recurrent, packed)
        size = int((sentences.words + 2).sum())
        out = np.empty((len(self.members), size, encoded.shape[2]), np.float32)
        for own, place, states in zip(self.members, out, encoded, strict=True):
            place[:] = own["nowhere"]
            place[packed.nodes] = states
        return [*out]

    def _read(
        self, nodes: NDArray[np.int64], words: Numbered, context: Array | None
    ) -> Iterator[Array]:
        """Yield what each member reads for nodes, one after the other."""
        for tables in self.tables:
            read = np.empty((len(nodes), sum(t.shape[1] for t in tables)), np.float32)
            look_up(nodes, words, tables, read)
            yield read if context is None else np.concatenate((read, context), axis=1)
