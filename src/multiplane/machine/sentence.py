"""The position of a sentence in a batch."""

from typing import NamedTuple


class Sentence(NamedTuple):
    """The number of a sentence, and where its words and nodes begin in arrays of the batch.

    Its nodes are the artificial root, the words, and one for "no word".
    """

    number: int
    words: int
    first_word: int
    first_node: int
