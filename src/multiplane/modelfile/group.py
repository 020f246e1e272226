"""Arrays of a model file that make one thing together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from numpy.typing import NDArray

from multiplane.modelfile.arrays import Array, Found
from multiplane.modelfile.room import Room
from multiplane.modelfile.sizes import Size, computed


@dataclass(frozen=True, slots=True)
class Group:
    """What some arrays make, and what they are made of; their new lengths have no names outside."""

    name: str
    parts: tuple[Array, ...]
    make: Callable[[Found, Mapping[str, int]], Any]
    split: Callable[[Any], Mapping[str, NDArray[Any]]]
    bytes: tuple[Size, ...] = (0,)  # that it takes once it is made, as factors
    needs: str = ""  # there is none if this size is 0
    joint: str = " "  # between its name and those of its arrays

    @property
    def arrays(self) -> tuple[Array, ...]:
        return tuple(part.under(f"{self.name}{self.joint}") for part in self.parts)

    def put(self, value: Any) -> dict[str, NDArray[Any]]:
        """Return the arrays of a file."""
        found = self.split(value)
        pairs = zip(self.parts, self.arrays, strict=True)
        return {n: a for part, each in pairs for n, a in each.put(found[part.name]).items()}

    def take(self, stored: Mapping[str, NDArray[Any]], sizes: dict[str, int], room: Room) -> Any:
        """Make the value from the arrays of a file."""
        found: dict[str, NDArray[Any]] = {}
        inner = dict(sizes)
        room.take(self.name, prod(computed(factor, sizes) for factor in self.bytes))
        pairs = [*zip(self.parts, self.arrays, strict=True)]
        for part, each in pairs:
            found[part.name] = each.take(stored, inner, room)
        for part, each in pairs:
            each.check(found[part.name], found, inner)
        return self.make(found, inner)

    def check(self, value: Any, found: Mapping[str, Any], sizes: Mapping[str, int]) -> None:
        """Its arrays were checked when it was made."""
