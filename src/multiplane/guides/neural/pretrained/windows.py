"""Long sentences cut into windows: encoders read a few hundred pieces of words at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

SHARE = 4  # windows share up to a quarter of their pieces with the next one


class Window(NamedTuple):
    """Words that are read together, and those among them whose vectors are taken."""

    begin: int
    end: int
    first: int  # taken from here
    last: int  # to here, exclusive


def windows(sizes: Sequence[int], room: int) -> Iterator[Window]:
    """Cut a sentence, given the number of pieces of each word: up to half of `room`.

    Where windows overlap, each has the words that are further from its end.
    """
    begin = first = 0
    while True:
        end, total = begin, 0
        while end < len(sizes) and total + sizes[end] <= room:
            total += sizes[end]
            end += 1
        if end == len(sizes):
            yield Window(begin, end, first, end)
            return
        back, shared = end, 0
        while back > begin + 1 and shared + sizes[back - 1] <= room // SHARE:
            back -= 1
            shared += sizes[back]
        middle = (back + end + 1) // 2
        yield Window(begin, end, first, middle)
        begin, first = back, middle
