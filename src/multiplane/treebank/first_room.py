"""A row of numbers, and the first of them that is large enough, found in O(log n) steps."""

from math import inf


class FirstRoom:
    """As many numbers as needed, infinite until they are set; above each two is the larger one.

    Only what `first` has found can be set.

    >>> room = FirstRoom()
    >>> for number in 3, 5:
    ...     room[room.first(number)] = number
    >>> room.first(3), room.first(4), room.first(6)
    (0, 1, 2)
    """

    def __init__(self) -> None:
        self._half = 1  # where the numbers begin; the tree has its root at 1
        self._tree = [inf, inf]

    def __setitem__(self, place: int, number: float) -> None:
        tree, node = self._tree, self._half + place
        tree[node] = number
        while node > 1:
            node //= 2
            tree[node] = max(tree[2 * node], tree[2 * node + 1])

    def first(self, least: float) -> int:
        """Return the place of the first number that is not smaller."""
        if self._tree[1] < least:
            self._grow()
        tree, node = self._tree, 1
        while node < self._half:
            node *= 2
            node += tree[node] < least
        return node - self._half

    def _grow(self) -> None:
        numbers = self._tree[self._half :]
        self._half *= 2
        self._tree = [inf] * (2 * self._half)
        for place, number in enumerate(numbers):
            self[place] = number
