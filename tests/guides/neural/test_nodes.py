"""Numbers of nodes, against lists of all nodes in plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.guides.neural.nodes import Sentences, first_nodes, head_nodes, word_nodes

LENGTHS = st.lists(st.integers(0, 5), max_size=6)


def listed(lengths):
    """All nodes of sentences: the sentence, and the number of the node within it."""
    return [(s, node) for s, words in enumerate(lengths) for node in range(words + 2)]


@given(LENGTHS, st.randoms(use_true_random=False))
def test_nodes_of_words_and_heads(lengths, draw):
    words, nodes = np.array(lengths, np.int64), listed(lengths)
    assert [nodes[at] for at in first_nodes(words)] == [(s, 0) for s in range(len(lengths))]
    every = [(s, node) for s, node in nodes if 0 < node <= lengths[s]]
    assert [nodes[at] for at in word_nodes(words)] == every
    heads = [(s, draw.randint(0, lengths[s])) for s, _ in every]
    found = head_nodes(words, np.array([head for _, head in heads], np.int32))
    assert [nodes[at] for at in found] == heads


@given(LENGTHS, st.data())
def test_sentences_know_where_their_nodes_are_in_the_batch(lengths, data):
    order = data.draw(st.permutations(range(len(lengths))))
    numbers = np.array(order[: data.draw(st.integers(0, len(order)))], np.int64)
    some = Sentences.of(np.concatenate(([0], np.cumsum(lengths))).astype(np.int64), numbers)
    assert some.words.tolist() == [lengths[number] for number in numbers]
    batch, mine = listed(lengths), listed(some.words.tolist())
    for at, (s, node) in enumerate(mine):
        assert batch[at + some.ahead[s]] == (numbers[s], node)
