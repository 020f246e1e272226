"""A sentence of a batch, by numbers."""

from typing import NamedTuple


class Sentence(NamedTuple):
    """Which sentence it is, and where its words and nodes stand in arrays of the whole batch.

    Nodes are the artificial root, the words, and one that stands for no word.
    """

    number: int
    words: int
    first_word: int
    first_node: int
