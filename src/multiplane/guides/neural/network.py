"""A network that guides searches: an encoder, a graph head, and layers that score classes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.features.batch import Batch
from multiplane.guides.neural.advice import Advice
from multiplane.guides.neural.dial import leaving
from multiplane.guides.neural.encoder import Encoder
from multiplane.guides.neural.graph import GraphHead
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.pretrained.context import context_of
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.scorer import Neural
from multiplane.guides.neural.vocabulary import Vocabulary
from multiplane.guides.neural.weights import (
    Array,
    Counts,
    Weights,
    apart,
    beside,
    sizes_of,
    stored,
    taken,
)
from multiplane.guides.rows import aligned
from multiplane.native.threads import in_one_thread
from multiplane.oracles.beliefs import Beliefs
from multiplane.oracles.expected import cost_room, prospects

TOGETHER = 2000  # words that are encoded at once


@dataclass(frozen=True, eq=False)
class Part:
    """Some sentences of a batch, ready to be searched."""

    numbers: NDArray[np.int64]
    sentences: Sentences
    vectors: list[Array]  # of each member, by node
    beliefs: Beliefs | None


@dataclass(frozen=True, eq=False)
class Network:
    """A recipe, a vocabulary, and the weights of all members, one after the other.

    Their scores are averaged.  Each has its own products of matrices: one for all of them would be
    of mostly zeros, where a layer of one would read one of another.
    """

    recipe: Recipe
    vocabulary: Vocabulary
    weights: Weights

    @cached_property
    def members(self) -> list[Weights]:
        return apart(self.weights, self.recipe.members)

    @cached_property
    def encoder(self) -> Encoder:
        return Encoder(self.members)

    @cached_property
    def head(self) -> GraphHead:
        return GraphHead(self.members)

    @cached_property
    def count(self) -> int:
        """The number of weights."""
        return sum(array.size for array in self.weights.values())

    def parts(
        self, batch: Batch, begin: int = 0, pretrained: Identity | None = None
    ) -> Iterator[Part]:
        """Encode the sentences of a batch from `begin` on, some at a time."""
        words = self.vocabulary.numbered(batch, self.recipe)
        for numbers in pieces(batch.starts, begin):
            sentences = Sentences.of(batch.starts, numbers)
            context = None
            if pretrained is not None:
                context = context_of(pretrained, self.weights, batch, numbers)
            vectors = self.encoder.vectors(words, sentences, context)
            beliefs = self.head.beliefs(vectors, sentences.words) if self.recipe.graph else None
            yield Part(numbers, sentences, vectors, beliefs)

    @in_one_thread
    def scorer(self, part: Part, system: System, ahead: NDArray[np.int64]) -> Neural:
        """Return the scorer of a part; `ahead` has room for all sentences of the batch."""
        ahead[part.numbers] = part.sentences.ahead
        recipe, guide, nodes = self.recipe, self._guide, len(part.vectors[0])
        rows, hidden = guide["features"].shape
        addresses = len(self._matrices[0][1])
        table = aligned(rows + nodes * addresses, hidden, np.float32)
        table[:rows] = guide["features"]
        # By member, address and node.
        of_words = table[rows:].reshape(nodes, addresses, recipe.members, -1).transpose(2, 1, 0, 3)
        members = zip(part.vectors, self._matrices, self.members, of_words, strict=True)
        for vectors, (into_seen, into_hidden), own, out in members:
            seen = vectors @ into_seen
            seen += own["seen-bias"]
            np.maximum(seen, 0, out=seen)
            np.matmul(seen, into_hidden, out=out)
        advice = None
        if part.beliefs is not None:
            advice = advise(recipe, system, part.beliefs, guide["advice"], part.sentences)
        return scorer_of(recipe, system, table, addresses, guide, guide["classes"], ahead, advice)

    @cached_property
    def _matrices(self) -> list[tuple[Array, Array]]:
        """What makes rows of words of vectors, for each member; the second is by address."""
        shape = -1, self.recipe.hidden, self.recipe.seen
        return [
            (
                np.ascontiguousarray(own["seen"].T),
                np.ascontiguousarray(own["addresses"].reshape(shape).transpose(0, 2, 1)),
            )
            for own in self.members
        ]

    @cached_property
    def _guide(self) -> Weights:
        """The weights of the scorer: its hidden layer has the numbers of all members."""
        many = np.float32(self.recipe.members)
        classes = np.concatenate([own["classes"].T for own in self.members])
        guide = {
            "features": beside([own["features"] for own in self.members]),
            "hidden-bias": self.weights["hidden-bias"],
            "classes": np.ascontiguousarray(classes) / many,
            "class-bias": np.sum([own["class-bias"] for own in self.members], axis=0) / many,
        }
        if self.recipe.graph:
            guide["advice"] = beside([own["advice"] for own in self.members])
        return guide

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return {**self.vocabulary.as_arrays(), **stored(self.weights)}

    @classmethod
    def from_arrays(
        cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]], counts: Counts
    ) -> "Network":
        """Read what `as_arrays` wrote."""
        vocabulary = Vocabulary.from_arrays(arrays)
        return cls(recipe, vocabulary, taken(arrays, sizes_of(recipe, vocabulary, counts)))


def scorer_of(
    recipe: Recipe,
    system: System,
    table: Array,
    addresses: int,
    weights: Mapping[str, Array],
    classes: Array,
    ahead: NDArray[np.int64],
    advice: Advice | None,
) -> Neural:
    """Return a scorer, given its rows of features and of words, and the matrix of classes."""
    rows = 1 << recipe.feature_bits
    table[rows::addresses] += weights["hidden-bias"]  # the first address is always looked at
    return Neural(
        table=table,
        shift=64 - recipe.feature_bits,
        rows=rows,
        ahead=ahead,
        classes=classes,
        bias=weights["class-bias"],
        hidden=np.zeros(table.shape[1], np.float32),
        bias_of=leaving(system) * np.float32(recipe.bias),
        advice=advice,
    )


def advise(
    recipe: Recipe, system: System, beliefs: Beliefs, into: Array, sentences: Sentences
) -> Advice:
    """Return what a scorer needs to take the graph head's advice."""
    transitions = len(system)
    return Advice(
        beliefs=beliefs,
        prospects=prospects(system) if recipe.costs else None,
        room=cost_room(system, int(sentences.words.max())),
        open=np.zeros(transitions + 1, np.bool_),
        costs=np.zeros(transitions, np.float32),
        into=into,
        weight=recipe.graph_weight,
    )


def pieces(starts: NDArray[np.int64], begin: int) -> Iterator[NDArray[np.int64]]:
    """Cut sentences into pieces of about `TOGETHER` words."""
    last = len(starts) - 1
    while begin < last:
        end = int(np.searchsorted(starts, starts[begin] + TOGETHER, side="right")) - 1
        end = min(max(end, begin + 1), last)
        yield np.arange(begin, end)
        begin = end
