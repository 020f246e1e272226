"""The graph head: how likely each arc of a sentence is, and which label it would have.

Scores are biaffine (Dozat and Manning 2017).  Pairs of words are compared in blocks, so that long
sentences take linear time and memory: heads far away are then not considered, except for the root.
"""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.neural.weights import Array, Weights, beside
from multiplane.native import entry, lean, lean_entry
from multiplane.native.threads import in_one_thread
from multiplane.oracles.beliefs import LEAST_CHANCE, MOST_HEADS, Beliefs, by_head, put_among

WHOLE = 256  # words of sentences in which every pair is compared
NUMBERS_AT_ONCE = 1 << 24  # in memory while labels are named, however many there are
BLOCK = 128  # words of a block in longer ones; heads are up to a block away from it

# Columns of a block: where the sentence's nodes begin; its dependents, from and to; its heads
# besides the root, from and to; where its scores begin, and how far rows of scores are apart.
FIRST, FROM, TO, HEADS_FROM, HEADS_TO, AT, ROW = range(7)

Blocks = NDArray[np.int64]


def blocks(words: NDArray[np.int64]) -> tuple[Blocks, int]:
    """Cut the pairs of words of sentences into blocks; return also the number of all scores."""
    rows, at, first = [], 0, 0
    for n in words.tolist():
        size = max(n, 1) if n <= WHOLE else BLOCK
        for begin in range(1, n + 1, size):
            end = min(begin + size, n + 1)
            low, high = (
                (1, n + 1) if n <= WHOLE else (max(begin - BLOCK, 1), min(end + BLOCK, n + 1))
            )
            row = 1 + high - low
            rows.append((first, begin, end, low, high, at, row))
            at += (end - begin) * row
        first += n + 2
    return np.array(rows, np.int64).reshape(-1, 7), at


@entry
def list_heads(scores, cut, words, most, least):
    """Return the likely heads of each node, the likeliest first: where they begin, and chances."""
    nodes = 0
    for s in range(len(words)):
        nodes += words[s] + 2
    starts = np.zeros(nodes + 1, np.int64)
    heads = np.empty(most * nodes, np.int32)
    chances = np.empty(most * nodes, np.float32)
    count, node = 0, 0
    for b in range(len(cut)):
        width = 1 + cut[b, HEADS_TO] - cut[b, HEADS_FROM]
        for d in range(cut[b, FROM], cut[b, TO]):
            while node < cut[b, FIRST] + d:
                node += 1
                starts[node] = count
            at = cut[b, AT] + (d - cut[b, FROM]) * cut[b, ROW]
            itself = 1 + d - cut[b, HEADS_FROM]
            count = _keep(
                scores[at : at + width], itself, cut[b, HEADS_FROM], most, least, heads, chances,
                count,
            )  # fmt: skip
    while node < nodes:
        node += 1
        starts[node] = count
    return starts, heads[:count], chances[:count]


@lean
def _keep(scores, itself, first, most, least, heads, chances, count):
    """Write the likely heads of one word; return where they end."""
    highest = np.float32(-np.inf)
    for k in range(len(scores)):
        if k != itself:
            highest = max(highest, scores[k])
    total = np.float32(0)
    for k in range(len(scores)):
        if k != itself:
            total += np.exp(scores[k] - highest)
    lowest = highest + np.log(np.float32(least) * total)
    end = count
    for k in range(len(scores)):
        if k == itself or scores[k] < lowest:
            continue
        head, chance = 0 if k == 0 else first + k - 1, np.exp(scores[k] - highest) / total
        end = put_among(heads, chances, count, end, most, head, chance)
    return end


def beliefs_of(scores: Array, cut: Blocks, words: NDArray[np.int64]) -> Beliefs:
    """Turn scores of arcs, block by block, into beliefs."""
    starts = np.concatenate(([0], np.cumsum(words)))
    listed = list_heads(scores, cut, words, MOST_HEADS, LEAST_CHANCE)
    found: Beliefs = by_head(*listed, starts)
    return found


@dataclass(frozen=True)
class GraphHead:
    """Scores of arcs and of labels, from the vectors that each member has of words."""

    members: Sequence[Weights]

    @cached_property
    def _turned(self) -> list[Weights]:
        """Matrices as they are multiplied from the right."""
        names = ("arc-head", "arc-dependent", "label-head", "label-dependent")
        return [
            {name: np.ascontiguousarray(own[name].T) for name in names if name in own}
            for own in self.members
        ]

    def _layers(self, vectors: Sequence[Array], name: str) -> list[Array]:
        """Return a layer of each member."""
        found = []
        for read, turned, own in zip(vectors, self._turned, self.members, strict=True):
            out = read @ turned[name]
            out += own[f"{name}-bias"]
            np.maximum(out, 0, out=out)
            found.append(out)
        return found

    @cached_property
    def _arc_pairs(self) -> list[Array]:
        """What makes scores of arcs of layers: a mean over members is the sum of their shares."""
        return [own["arc-pair"] / np.float32(len(self.members)) for own in self.members]

    @cached_property
    def _arc_prior(self) -> Array:
        prior: Array = np.concatenate([own["arc-prior"] for own in self.members])
        prior /= len(self.members)
        return prior

    def beliefs(self, vectors: Sequence[Array], words: NDArray[np.int64]) -> Beliefs:
        """Return how likely each arc is, given the vectors of all nodes of sentences."""
        return beliefs_of(*self.arc_scores(vectors, words), words)

    @in_one_thread
    def arc_scores(
        self, vectors: Sequence[Array], words: NDArray[np.int64]
    ) -> tuple[Array, Blocks]:
        """Return the scores of all pairs of words that are compared, block by block."""
        heads = beside(self._layers(vectors, "arc-head"))
        layers = zip(self._layers(vectors, "arc-dependent"), self._arc_pairs, strict=True)
        dependents = beside([layer @ pair for layer, pair in layers])
        dependents += self._arc_prior
        cut, size = blocks(words)
        scores = np.empty(size, np.float32)
        for first, begin, end, low, high, at, _ in cut.tolist():
            some = heads[first : first + high] if low == 1 else _with_root(heads, first, low, high)
            out = scores[at : at + (end - begin) * len(some)].reshape(end - begin, len(some))
            np.matmul(dependents[first + begin : first + end], some.T, out=out)
        return scores, cut

    @in_one_thread
    def labels(
        self,
        vectors: Sequence[Array],
        heads: NDArray[np.int64],
        dependents: NDArray[np.int64],
        unfit: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.int32]:
        """Return the best label of each arc; its ends are numbers of vectors.

        `unfit` marks labels that an arc does not have, [arc, label].
        """
        ends = ("label-head", "label-dependent")
        layers = [[_with_one(layer) for layer in self._layers(vectors, end)] for end in ends]
        members = [*zip(*layers, self._label_pairs, strict=True)]
        labels = len(self.members[0]["label-pair"])
        best = np.empty(len(heads), np.int32)
        size = max(NUMBERS_AT_ONCE // self._label_pairs[0].shape[1], 1)
        for begin in range(0, len(heads), size):
            some = slice(begin, begin + size)
            # The large product is made once for each head, of which there are fewer than arcs.
            once, which = np.unique(heads[some], return_inverse=True)
            scores = np.zeros((len(which), labels), np.float32)
            for head_layer, dependent_layer, pairs in members:
                tables = (head_layer[once] @ pairs).reshape(len(once), -1, labels)
                add_products(tables, which, dependent_layer[dependents[some]], scores)
            if unfit is not None:
                scores[unfit[some]] = -np.inf
            best[some] = scores.argmax(1)
        return best

    @cached_property
    def _label_pairs(self) -> list[Array]:
        return [_by_head(own["label-pair"]) for own in self.members]


@lean_entry
def add_products(tables, which, vectors, out):
    """Add the product of each vector and the table that it belongs to."""
    for n in range(len(which)):
        table = which[n]
        for k in range(vectors.shape[1]):
            by = vectors[n, k]
            if by != 0:  # about half of a layer is
                for j in range(out.shape[1]):
                    out[n, j] += by * tables[table, k, j]


def _by_head(pairs: Array) -> Array:
    """Return [head, dependent and label] of [label, dependent, head]."""
    return np.ascontiguousarray(pairs.transpose(2, 1, 0).reshape(pairs.shape[2], -1))


def _with_root(heads: Array, first: int, low: int, high: int) -> Array:
    return np.concatenate((heads[first : first + 1], heads[first + low : first + high]))


def _with_one(array: Array) -> Array:
    return np.concatenate((array, np.ones((len(array), 1), np.float32)), axis=1)
