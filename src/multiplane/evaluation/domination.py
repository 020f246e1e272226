"""Which words a word dominates, and which arcs are projective, in whatever a parser puts out.

The arcs may make cycles, and words may have no head.  h dominates k if h is k, the head of k, the
head of that, and so on; 0 dominates all words.  An arc from h to d is non-projective if h does not
dominate some word strictly between them.  Everything takes time linear in the number of words.
"""

from collections.abc import Sequence

Heads = Sequence[int | None]  # of the words 1, 2, …


class Domination:
    """What dominates what, for one head (or 0, or None) of each word.

    >>> Domination([2, 0, 2]).dominates(2, 3), Domination([2, 3, 1, 3]).dominates(1, 4)
    (True, True)
    """

    def __init__(self, heads: Heads) -> None:
        cyclic = _cyclic(heads)
        below: list[list[int]] = [[] for _ in range(len(heads) + 1)]
        stack = []
        for d, h in enumerate(heads, 1):
            if not h or cyclic.get(d) == d:
                stack.append(d)
            elif d not in cyclic:
                below[cyclic.get(h, h)].append(d)
        self.first = [0] * (len(heads) + 1)  # when a walk, heads before dependents, meets a word
        self.last = [0] * (len(heads) + 1)  # when it meets the last word that the word dominates
        order: list[int] = []
        while stack:
            word = stack.pop()
            self.first[word] = self.last[word] = len(order)
            order.append(word)
            stack += below[word]
        for word in reversed(order):
            if below[word]:  # the walk takes the last of them first
                self.last[word] = self.last[below[word][0]]
        for word, other in cyclic.items():
            self.first[word], self.last[word] = self.first[other], self.last[other]

    def dominates(self, h: int, d: int) -> bool:
        return h == 0 or self.first[h] <= self.first[d] <= self.last[h]


def non_projective(heads: Heads) -> list[bool]:
    """Say of each word whether the arc to it is non-projective; if there is no arc, it is not.

    >>> non_projective([3, 0, 2, 1])
    [True, False, False, True]
    """
    n, dominates = len(heads), Domination(heads).dominates
    # leftmost[h] … rightmost[h] are the words around h, without a gap, that h dominates.  Where h
    # dominates k, it dominates all that k does: runs of words are swallowed whole.
    leftmost, rightmost = list(range(n + 1)), list(range(n + 1))
    for h in range(1, n + 1):
        while leftmost[h] > 1 and dominates(h, leftmost[h] - 1):
            leftmost[h] = leftmost[leftmost[h] - 1]
    for h in range(n, 0, -1):
        while rightmost[h] < n and dominates(h, rightmost[h] + 1):
            rightmost[h] = rightmost[rightmost[h] + 1]
    return [
        bool(h) and not leftmost[h] - 1 <= d <= rightmost[h] + 1
        for d, h in enumerate((head or 0 for head in heads), 1)
    ]


def is_tree(heads: Heads) -> bool:
    """Has every word a head, and is there no cycle?"""
    return None not in heads and not _cyclic(heads)


def _cyclic(heads: Heads) -> dict[int, int]:
    """The words on cycles; as those of one cycle dominate the same, each with one for them all."""
    found: dict[int, int] = {}
    walk = [0] * (len(heads) + 1)  # the word from which we first came to each
    for start in range(1, len(heads) + 1):
        word = start
        while word and not walk[word]:
            walk[word] = start
            word = heads[word - 1] or 0
        if word and walk[word] == start:  # back where this walk has been
            top = word
            while word not in found:
                found[word] = top
                word = heads[word - 1] or 0
    return found
