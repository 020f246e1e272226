"""Sizes of arrays, by name: "pairs + 1", "2^bits × width", "rows / 8"."""

from collections.abc import Mapping

Size = str | int


def computed(size: Size, sizes: Mapping[str, int]) -> int:
    """Return a size, given those that it is made of; a quotient is rounded up.

    >>> computed("2^bits × width + 1", {"bits": 3, "width": 64}), computed("n / 8", {"n": 9})
    (513, 2)
    """
    if isinstance(size, int):
        return size
    whole, _, divisor = size.partition(" / ")
    total = 0
    for term in whole.split(" + "):
        product = 1
        for factor in term.split(" × "):
            product *= _factor(factor, sizes)
        total += product
    return -(-total // int(divisor or 1))


def _factor(text: str, sizes: Mapping[str, int]) -> int:
    if text.isdecimal():
        return int(text)
    base, _, power = text.partition("^")
    return int(base) ** sizes[power] if power else sizes[base]


def new_name(size: Size, sizes: Mapping[str, int]) -> str | None:
    """Return the name that an array gives its length, where the length is not known yet."""
    name = size.partition(" + ")[0] if isinstance(size, str) else "0"
    return name if name.isidentifier() and name not in sizes else None
