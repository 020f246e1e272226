"""The network in torch: what `guides.neural` computes, with gradients."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from multiplane.guides.neural.lstm import Packed, pack
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.vocabulary import LOOKED_UP, MORPH, UNKNOWN, Numbered
from multiplane.guides.neural.weights import DIRECTIONS, GRAMS, MIX, Weights, directions
from multiplane.native.threads import in_one_thread
from multiplane.training.neural.lstm import run_lstm
from multiplane.training.neural.pairs import Pairs
from multiplane.training.neural.products import linear
from multiplane.training.neural.sources import Shapes, Source
from multiplane.training.neural.threads import one_torch_thread


@dataclass(frozen=True, slots=True)
class Dropout:
    """Shares of what is left out in training."""

    words: float  # of what the LSTM reads
    vectors: float
    graph: float  # of the layers of the graph head
    hidden: float = 0.2
    attributes: float = 0.1  # whole attributes of a word
    rare: float = 0.5  # a form is unknown with probability rare / (rare + frequency)

    @classmethod
    def of(cls, share: float) -> "Dropout":
        """Leave out this share of all that changes with the size of a treebank."""
        return cls(words=share, vectors=share, graph=share)


@one_torch_thread()  # or else the last bits of orthogonal matrices differ between machines
def new_weights(shapes: Shapes, generator: torch.Generator) -> dict[str, Tensor]:
    """Make random weights."""
    found = {}
    for name, shape in shapes.items():
        if name.endswith("bias"):
            array = torch.zeros(shape)
            if name.startswith(DIRECTIONS):  # at first, remember
                size = shape[0] // 4
                array[size : 2 * size] = 1
        elif name in LOOKED_UP or name in (MORPH, GRAMS, "nowhere"):
            array = torch.randn(shape, generator=generator) * 0.1
        elif name in ("features", "arc-pair", "arc-prior", "label-pair", MIX):
            array = torch.zeros(shape)
        elif name.endswith("recurrent"):
            parts = [torch.empty(shape[1], shape[1]) for _ in range(4)]
            for part in parts:
                torch.nn.init.orthogonal_(part, generator=generator)
            array = torch.cat(parts)
        else:
            array = torch.empty(shape)
            torch.nn.init.xavier_uniform_(array, generator=generator)
        found[name] = array
    return found


@dataclass(frozen=True)
class Model:
    """Weights in training."""

    recipe: Recipe
    weights: dict[str, Tensor]
    dropout: Dropout
    rarity: NDArray[np.float32]  # by number of a form: how often it is unknown
    random: np.random.Generator
    sources: Sequence[Source] = ()
    halves: bool = False  # are products in half precision?

    def vectors(self, words: Numbered, sentences: Sentences, *, training: bool) -> Tensor:
        """Return the vectors of all nodes of sentences."""
        packed = pack(sentences.words)
        nodes = packed.nodes + sentences.ahead[packed.sentences]
        read = self._read(nodes, words, training=training)
        encoded = self._layer_of_lstms(read, packed, 0)
        for number in range(1, self.recipe.layers):
            below = self._drop(encoded, self.dropout.vectors) if training else encoded
            encoded = encoded + self._layer_of_lstms(below, packed, number)
        if training:
            encoded = self._drop(encoded, self.dropout.vectors)
        nowhere = self.weights["nowhere"].expand(int((sentences.words + 2).sum()), -1)
        return nowhere.index_copy(0, torch.as_tensor(packed.nodes), encoded)

    def _layer_of_lstms(self, read: Tensor, packed: Packed, number: int) -> Tensor:
        mirrored, states = torch.as_tensor(packed.mirrored), []
        for way, name in enumerate(directions(number)):
            inputs = self._times(read, f"{name}-input", f"{name}-bias")
            inputs = inputs[mirrored] if way else inputs
            recurrent = self.weights[f"{name}-recurrent"]
            out = run_lstm(inputs, recurrent, packed.steps, halves=self.halves)
            states.append(out[mirrored] if way else out)
        return torch.cat(states, dim=1)

    def _read(self, nodes: NDArray[np.int64], words: Numbered, *, training: bool) -> Tensor:
        """Return what the LSTM reads for each node."""
        parts = []
        for row, name in enumerate(LOOKED_UP):
            if not getattr(self.recipe, name):
                continue
            numbers = words.looked_up[row][nodes].astype(np.int64)
            if training and name == "form":
                rare = self.random.random(len(numbers), np.float32) < self.rarity[numbers]
                numbers[rare] = UNKNOWN
            parts.append(functional.embedding(torch.as_tensor(numbers), self.weights[name]))
        if self.recipe.morph:
            parts.append(_sums(self.weights[MORPH], words.morph_starts, words.morphs, nodes))
        if self.recipe.grams:
            parts.append(_sums(self.weights[GRAMS], words.gram_starts, words.grams, nodes))
        parts += [source.read(nodes, words, self.weights) for source in self.sources]
        if training:
            rate = self.dropout.attributes
            parts = [part * self._kept((len(part), 1), rate) for part in parts]
        read = torch.cat(parts, dim=1)
        return self._drop(read, self.dropout.words) if training else read

    def table(self, vectors: Tensor) -> Tensor:
        """Return the rows that configurations look at: of features, and of words at addresses."""
        seen = self._times(vectors, "seen", "seen-bias").relu()
        rows = self._times(seen, "addresses").view(-1, self.recipe.hidden)
        return torch.cat((self.weights["features"], rows))

    def scores(
        self, table: Tensor, found: Tensor, begins: Tensor, advice: Tensor, *, training: bool
    ) -> Tensor:
        """Score classes of configurations.

        `found` has their rows, one after the other, and `advice` what the graph head says.
        """
        hidden = functional.embedding_bag(found, table, begins, mode="sum")
        if self.recipe.graph:
            hidden = torch.addmm(hidden, advice, self.weights["advice"])
        hidden = (hidden + self.weights["hidden-bias"]).relu()
        if training:
            hidden = self._drop(hidden, self.dropout.hidden)
        # A small product, whose results are logarithms: rounded, they would be an eighth apart.
        return functional.linear(hidden, self.weights["classes"], self.weights["class-bias"])

    def arc_scores(self, vectors: Tensor, pairs: Pairs, *, training: bool) -> Tensor:
        """Score arcs: [blocks, dependents, heads]; −∞ where there is no pair of words."""
        heads = self._layer(vectors, "arc-head", training=training)
        dependents = self._layer(vectors, "arc-dependent", training=training)
        pairs_of, prior = self.weights["arc-pair"].T, self.weights["arc-prior"]
        dependents = linear(dependents, pairs_of, prior, halves=self.halves)
        scores = torch.bmm(dependents[pairs.dependents], heads[pairs.heads].transpose(1, 2))
        return scores.masked_fill(pairs.apart, -torch.inf)

    def label_scores(
        self, vectors: Tensor, heads: Tensor, dependents: Tensor, *, training: bool
    ) -> Tensor:
        """Score the labels of arcs; their ends are numbers of vectors."""
        one, other = (
            self._layer(vectors, f"label-{end}", training=training)[nodes]
            for end, nodes in (("head", heads), ("dependent", dependents))
        )
        one, other = (functional.pad(part, (0, 1), value=1.0) for part in (one, other))
        pairs = self.weights["label-pair"]
        scores = linear(
            other, pairs.transpose(1, 2).reshape(-1, pairs.shape[1]), halves=self.halves
        )
        # An einsum would multiply many small matrices, which takes torch three times as long.
        return (scores.view(len(other), len(pairs), -1) * one[:, None]).sum(2)

    def _layer(self, vectors: Tensor, name: str, *, training: bool) -> Tensor:
        out = self._times(vectors, name, f"{name}-bias").relu()
        return self._drop(out, self.dropout.graph) if training else out

    def _times(self, rows: Tensor, weight: str, bias: str = "") -> Tensor:
        added = self.weights[bias] if bias else None
        return linear(rows, self.weights[weight], added, halves=self.halves)

    def _drop(self, array: Tensor, rate: float) -> Tensor:
        return array * self._kept(array.shape, rate)

    def _kept(self, shape: tuple[int, ...], rate: float) -> Tensor:
        """Return 0 for what is left out, in bytes' steps of the rate; torch's own takes longer."""
        dropped = round(256 * rate)
        drawn = np.frombuffer(self.random.bytes(math.prod(shape)), np.uint8).reshape(shape)
        kept = (drawn >= dropped).astype(np.float32)
        kept *= np.float32(256 / (256 - dropped))
        return torch.as_tensor(kept)

    def as_arrays(self) -> Weights:
        """Return the weights as they are trained."""
        return {name: array.detach().cpu().numpy().copy() for name, array in self.weights.items()}

    @in_one_thread
    def finished(self) -> Weights:
        """Return the weights as a parser holds them."""
        weights = self.as_arrays()
        for source in self.sources:
            weights = source.finished(weights)
        return weights


def _sums(
    table: Tensor, starts: NDArray[np.integer], items: NDArray[np.int32], nodes: NDArray[np.int64]
) -> Tensor:
    """Sum the rows of each node's items."""
    sizes = (starts[nodes + 1] - starts[nodes]).astype(np.int64)
    begins = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    at = np.repeat(starts[nodes].astype(np.int64) - begins, sizes) + np.arange(sizes.sum())
    return functional.embedding_bag(
        torch.as_tensor(items[at].astype(np.int64)), table, torch.as_tensor(begins), mode="sum"
    )
