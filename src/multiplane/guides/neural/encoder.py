"""Vectors of words in their sentences: tables of what words are made of, and an LSTM over them.

Sentences are run side by side, the longest first, so that each step of the LSTM is one product of
matrices for all sentences that have not ended.  The slow twin is the model that torch trains.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.neural.nodes import Sentences, first_nodes
from multiplane.guides.neural.vocabulary import MORPH, VECTORS, Numbered
from multiplane.guides.neural.weights import GRAMS, Array, Weights, directions
from multiplane.native import lean, lean_entry
from multiplane.native.threads import in_one_thread


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


class Packed(NamedTuple):
    """The nodes of some sentences but those for "no word", step by step, longest sentences first.

    Step t has the node at place t of every sentence that is long enough.
    """

    nodes: NDArray[np.int64]  # counted through the sentences in their given order
    sentences: NDArray[np.int64]  # by number, in their given order
    mirrored: NDArray[np.int64]  # where the node as far from the end stands in this order
    steps: NDArray[np.int64]  # where the nodes of each step begin


def pack(words: NDArray[np.int64]) -> Packed:
    """Order the nodes of sentences, given how many words each has."""
    order = np.argsort(-words, kind="stable")
    lengths = words[order] + 1
    longest = int(lengths[0])
    # How many sentences are longer than t, for each t.
    active = len(lengths) - np.searchsorted(lengths[::-1], np.arange(longest), side="right")
    steps = np.concatenate(([0], np.cumsum(active)))
    time = np.repeat(np.arange(longest), active)
    rank = np.arange(steps[-1]) - steps[time]
    mirrored = steps[lengths[rank] - 1 - time] + rank
    return Packed(first_nodes(words)[order[rank]] + time, order[rank], mirrored, steps)


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


def run_lstm(inputs: Array, recurrent: Array, steps: NDArray[np.int64], out: Array) -> None:
    """Run one direction; `inputs` has the gates' inputs, halved where the gate is a sigmoid.

    σ(x) = (1 + tanh(x/2)) / 2, so that all four gates need one call of tanh.
    """
    size = recurrent.shape[0]
    widest = int(steps[1])
    cell, hidden = np.zeros((2, widest, size), np.float32)
    for t in range(len(steps) - 1):
        begin, end = steps[t], steps[t + 1]
        many = end - begin
        gates = inputs[begin:end]
        if t:
            gates += hidden[:many] @ recurrent
        np.tanh(gates, out=gates)
        enters, stays, new, leaves = (gates[:, k * size : (k + 1) * size] for k in range(4))
        c, h = cell[:many], hidden[:many]
        stays += 1
        c *= stays
        enters += 1
        enters *= new
        c += enters
        c *= 0.5
        np.tanh(c, out=h)
        leaves += 1
        h *= leaves
        h *= 0.5
        out[begin:end] = h


class Gates(NamedTuple):
    """The weights of one direction, halved where the gate is a sigmoid."""

    into: Array
    recurrent: Array
    bias: Array


def run_layer(layer: Sequence[Gates], read: Array, packed: Packed) -> Array:
    """Run a layer in both directions; what they say of a node stands side by side."""
    size = layer[0].recurrent.shape[0]
    out = np.empty((len(read), len(layer) * size), np.float32)
    for way, gates in enumerate(layer):
        inputs = read @ gates.into
        inputs += gates.bias
        if way:
            inputs = inputs[packed.mirrored]
        states = np.empty((len(inputs), size), np.float32)
        run_lstm(inputs, gates.recurrent, packed.steps, states)
        out[:, way * size : (way + 1) * size] = states[packed.mirrored] if way else states
    return out


@dataclass(frozen=True)
class Encoder:
    """Tables, and layers of an LSTM in each direction."""

    weights: Weights

    @cached_property
    def tables(self) -> Tables:
        names = (*Tables._fields[:4], MORPH, GRAMS, VECTORS)
        return Tables(*(self.weights.get(name, NOTHING) for name in names))

    @cached_property
    def _layers(self) -> list[list[Gates]]:
        """The gates of each direction, for each layer."""
        found: list[list[Gates]] = []
        while f"{directions(len(found))[0]}-input" in self.weights:
            found.append([self._gates(way) for way in directions(len(found))])
        return found

    def _gates(self, way: str) -> Gates:
        size = self.weights[f"{way}-recurrent"].shape[1]
        half = np.full(4 * size, 0.5, np.float32)
        half[2 * size : 3 * size] = 1  # the third gate is a tanh
        return Gates(
            np.ascontiguousarray((self.weights[f"{way}-input"] * half[:, None]).T),
            np.ascontiguousarray((self.weights[f"{way}-recurrent"] * half[:, None]).T),
            self.weights[f"{way}-bias"] * half,
        )

    @in_one_thread
    def vectors(self, words: Numbered, sentences: Sentences, context: Array | None = None) -> Array:
        """Return the vectors of the nodes of sentences, in their order.

        `context` is what a pretrained encoder says of them.
        """
        packed = pack(sentences.words)
        tables = self.tables
        read = np.empty((len(packed.nodes), sum(t.shape[1] for t in tables)), np.float32)
        look_up(packed.nodes + sentences.ahead[packed.sentences], words, tables, read)
        if context is not None:
            read = np.concatenate((read, context[packed.nodes]), axis=1)
        encoded = run_layer(self._layers[0], read, packed)
        for layer in self._layers[1:]:
            encoded += run_layer(layer, encoded, packed)
        out = np.empty((int((sentences.words + 2).sum()), encoded.shape[1]), np.float32)
        out[:] = self.weights["nowhere"]
        out[packed.nodes] = encoded
        return out
