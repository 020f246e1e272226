"""A yardstick: a deep biaffine parser on the encoder and the graph head of the neural guide.

    python bench/biaffine.py TREEBANKS --treebank Gothic-PROIEL --on dev --on test
    python bench/biaffine.py TREEBANKS --treebank Basque-BDT --network "lstm=200" --table

Dozat and Manning 2017: the likeliest tree, found by Chu and Liu's and Edmonds' algorithm, with the
likeliest label of each arc.  Words, batches, dropout and steps of learning are those of `--learner
neural`, but the graph head learns alone.  Runs are recorded as by `bench/accuracy.py`, in the same
file, with "biaffine" as their system.
"""

from collections import deque
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from accuracy import arguments, file_of, grid, make, table

from multiplane.guides.neural.graph import Blocks
from multiplane.guides.neural.nodes import first_nodes
from multiplane.parsing.networks import NetworkSearch
from multiplane.parsing.parser import Parser
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft
from multiplane.training.examples import Examples, score_trees
from multiplane.training.learners import NEURAL
from multiplane.training.options import Options
from multiplane.treebank.rewrite import rewrite

FAR = -1e4  # log of the probability of arcs that are not considered; no other is less


def cycle_of(heads):
    """Return the nodes of a cycle; none if there is no cycle."""
    walks = [0] * len(heads)  # by node: which walk came here first
    for start in range(1, len(heads)):
        node = start
        while node and not walks[node]:
            walks[node] = start
            node = heads[node]
        if node and walks[node] == start:
            cycle = [node]
            while heads[cycle[-1]] != node:
                cycle.append(heads[cycle[-1]])
            return cycle
    return []


def arborescence(scores):
    """Return the head of each node in the best tree of all with node 0 as their root.

    `scores` is [dependent, head], with −∞ for a node and itself.  Each node takes its best head;
    a cycle becomes one node, and the best tree of the smaller graph says where it is left.
    """
    heads = scores.argmax(axis=1)
    heads[0] = 0
    cycle = np.array(cycle_of(heads.tolist()), np.int64)
    if not len(cycle):
        return heads
    rest = np.setdiff1d(np.arange(len(scores)), cycle)  # begins with the root
    into = scores[np.ix_(cycle, rest)] - scores[cycle, heads[cycle]][:, None]
    out = scores[np.ix_(rest, cycle)]
    last = len(rest)  # the cycle's number
    smaller = np.full((last + 1, last + 1), -np.inf)
    smaller[:last, :last] = scores[np.ix_(rest, rest)]
    smaller[last, :last], smaller[:last, last] = into.max(axis=0), out.max(axis=1)
    found = arborescence(smaller)
    inside = found[:last] == last
    heads[rest] = np.where(inside, cycle[out.argmax(axis=1)], rest[np.where(inside, 0, found[:-1])])
    heads[0] = 0
    heads[cycle[into[:, found[last]].argmax()]] = rest[found[last]]
    return heads


def spanning_tree(scores, *, one_root):
    """Return the heads of all words in the best tree; scores are between FAR and 0."""
    if one_root:  # each root costs more than any choice of the other arcs gains
        scores = scores.copy()
        scores[:, 0] += len(scores) * FAR - 1
    return arborescence(scores)[1:]


def matrices(scores, cut: Blocks, words):
    """Yield the logarithms of the probabilities of arcs, [dependent, head], of each sentence."""
    firsts = zip(first_nodes(words), words, strict=True)
    found = {first: np.full((n + 1, n + 1), FAR) for first, n in firsts}
    for first, begin, end, low, high, at, row in cut.tolist():
        block = scores[at : at + (end - begin) * row].reshape(end - begin, row).astype(np.float64)
        d = np.arange(end - begin)
        block[d, 1 + begin + d - low] = -np.inf  # a word and itself
        block -= block.max(axis=1, keepdims=True)
        block -= np.log(np.exp(block).sum(axis=1, keepdims=True))
        found[first][begin:end, 0] = block[:, 0]
        found[first][begin:end, low:high] = block[:, 1:]
    for matrix in found.values():
        np.maximum(matrix, FAR, out=matrix)
        np.fill_diagonal(matrix, -np.inf)
        yield matrix


@dataclass(frozen=True)
class Biaffine:
    """Takes trees from the graph head of a neural parser."""

    parser: Parser
    training: dict[str, int]

    def search(self, batch, starts):
        """Find heads, and labels by number, of all words."""
        network, one_root = self.parser.weights, self.parser.design.one_root
        named = NetworkSearch(self.parser, network, batch, starts, one_root)
        heads, labels = np.zeros((2, batch.words), np.int32)
        for part in network.parts(batch):
            words = part.sentences.words
            scores = matrices(*network.head.arc_scores(part.vectors, words), words)
            trees = [spanning_tree(matrix, one_root=one_root) for matrix in scores]
            begin, end = batch.starts[[part.numbers[0], part.numbers[-1] + 1]].tolist()
            heads[begin:end] = np.concatenate(trees)
            labels[begin:end] = named.labels(part, heads[begin:end])
        return heads, labels

    def rewritten(self, chunk, *, one_root=None):  # noqa: ARG002 - as parsers
        """Parse a chunk; return its bytes with its trees replaced."""
        design = self.parser.design
        found = self.search(design.batch(chunk), design.starts(chunk.starts))
        return rewrite(chunk, *found, self.parser.labels)


def options_of(key: dict[str, object]) -> Options:
    """The options of a run: one network, which has all epochs, as there is none to share them."""
    names = ("root", "network", "seed", "epochs")
    return Options(learner=NEURAL, members=1, **{name: key[name] for name in names})


def trained(folder: Path, key: dict[str, object]) -> Biaffine:
    """Train a graph head, and keep its best epoch on dev."""
    import torch

    from multiplane.training.neural.given import Given
    from multiplane.training.neural.learner import NeuralLearner

    class GraphLearner(NeuralLearner):
        """The graph head learns alone."""

        def guide_loss(self, *_):
            return torch.zeros(())

    corpus, dev = (
        read_corpus([file_of(folder, part)], on_error="skip") for part in ("train", "dev")
    )
    options = options_of(key).for_words(len(corpus.heads))
    design, seen = draft("arc-eager", corpus, options)  # the system is not used
    assert design.network.graph
    assert design.network.label
    examples = Examples.of(seen, design, design.labels)
    learner = GraphLearner(examples, 1, options.seed, options.epochs, Given(), static=False)
    judged = Examples.of(dev, design, design.tree_labels)
    best, most = None, (-1.0, -1.0)
    for epoch in range(1, options.epochs + 1):
        deque(learner.epoch(0.0), maxlen=0)
        parser = Biaffine(learner.parser(), {"best_epoch": epoch})
        scores = score_trees(parser, judged)
        if (scores["las"], scores["uas"]) > most:
            best, most = parser, (scores["las"], scores["uas"])
    return best


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--network", default="", help='for example "lstm=200 grams=0"')
    chosen = parser.parse_args()
    keys = grid(chosen, system="biaffine", learner=NEURAL)
    lines = make(keys, chosen, trained, lambda found, _: found)
    if chosen.table:
        table(lines)


if __name__ == "__main__":
    main()
