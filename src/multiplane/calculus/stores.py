"""Stores and the places in them: σ, β, λ1, λ2, and `σ[1]` for the second word from the top."""

from dataclasses import dataclass

ROOT = 0  # the artificial root, if a system has one; words are 1, …, n
WORDS = ("words",)  # in a start configuration: all words of the sentence, in order


@dataclass(frozen=True, slots=True)
class Store:
    """A sequence of words with one open end, its top.

    Contents are kept in reading order, as in print: a stack σ|i is open on the right, a
    buffer j|β on the left.
    """

    name: str
    open_on_left: bool = False

    def __getitem__(self, depth: int) -> "Address":
        if not isinstance(depth, int) or depth < 0:
            raise IndexError(f"{self.name}[{depth}]: depths are 0 (the top), 1, 2, …")
        return Address(self, depth)

    def __str__(self) -> str:
        return self.name

    def position(self, depth: int, size: int) -> int:
        """Return the index in the contents of the word at this depth (negative: there is none)."""
        if depth >= size:
            return -1
        return depth if self.open_on_left else size - 1 - depth


@dataclass(frozen=True, slots=True)
class Address:
    """A place in a store, counted from its top."""

    store: Store
    depth: int

    def __str__(self) -> str:
        return f"{self.store}[{self.depth}]"


σ = Store("σ")
β = Store("β", open_on_left=True)
λ1 = Store("λ1")
λ2 = Store("λ2", open_on_left=True)

i, j = σ[0], β[0]  # the papers' (σ|i, j|β, A)


def stack(number: int) -> Store:
    """Return the stacks of a multi-stack system: σ is the active one, then σ2, σ3, …"""
    return σ if number == 1 else Store(f"σ{number}")
