"""An array of a model file, described as data: its type, shape, values, and how it is packed.

Compiled functions take these numbers for indices without looking, so that all is checked before.
"""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.modelfile.room import Room
from multiplane.modelfile.sizes import Size, computed, new_name

LEVEL = 6  # of compression; higher levels are slow and gain little
AT_MOST = "≤ "  # before a size: what it is exactly follows from other arrays

Found = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that holds for an array, given all arrays and sizes."""

    says: str
    holds: Callable[[NDArray[Any], Found, Mapping[str, int]], bool]


RISING = Rule("rising", lambda array, _, __: bool((array[1:] > array[:-1]).all()))


def starts(end: Size) -> Rule:
    """Say that numbers begin at 0, never fall, and end at a size."""
    return Rule(
        f"begin at 0, never fall, end at {end}",
        lambda array, _, sizes: bool(
            len(array)
            and array[0] == 0
            and array[-1] == computed(end, sizes)
            and (array[1:] >= array[:-1]).all()
        ),
    )


@dataclass(frozen=True, slots=True)
class Array:
    """One array; floats are finite.

    A length that is not known before, `pairs` or `pairs + 1`, gets its name from the array.
    """

    name: str
    dtype: type
    shape: tuple[Size, ...]
    says: str = ""
    least: Size | None = None
    below: Size | None = None
    rules: tuple[Rule, ...] = ()
    packed: bool = False  # by zlib, as bytes
    differences: bool = False  # of neighbours are packed, as they are small
    needs: str = ""  # there is none if this size is 0
    used_as: type | None = None  # the type that it has in memory, if that is another one

    def under(self, start: str) -> "Array":
        """Return the same array, with a longer name."""
        return replace(self, name=f"{start}{self.name}")

    @property
    def arrays(self) -> tuple["Array", ...]:
        return (self,)

    def put(self, array: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the array as a file holds it."""
        array = array.astype(self.dtype, copy=False)
        if self.differences:
            array = np.diff(array, prepend=array.dtype.type(0))
        if self.packed:
            array = np.frombuffer(zlib.compress(array.tobytes(), LEVEL), np.uint8)
        return {self.name: array}

    def take(
        self, stored: Mapping[str, NDArray[Any]], sizes: dict[str, int], room: Room
    ) -> NDArray[Any]:
        """Return the array from a file; `sizes` gets its length, where that has a new name.

        Its values are yet to be checked, when all lengths are known.
        """
        if self.name not in stored:
            raise MultiplaneError(f"{self.name}: found no such array; expected {self}")
        array = stored[self.name]
        if self.packed:
            array = self._unpacked(array, sizes, room)
        if array.dtype != self.dtype or array.ndim != len(self.shape):
            found = f"{array.ndim} dimensions of {array.dtype}"
            raise MultiplaneError(f"{self.name}: found {found}; expected {self}")
        for length, size in zip(array.shape, self.shape, strict=True):
            self._check_length(length, size, sizes)
        return np.require(array, self.used_as or self.dtype, ("C", "A"))

    def check(self, array: NDArray[Any], found: Found, sizes: Mapping[str, int]) -> None:
        """Check the values, given all arrays, of which those before this one are sound."""
        self._check_range(array, sizes)
        for rule in self.rules:
            if not rule.holds(array, found, sizes):
                raise MultiplaneError(f"{self.name}: found other numbers; expected {rule.says}")

    def _unpacked(self, array: NDArray[Any], sizes: Mapping[str, int], room: Room) -> NDArray[Any]:
        if array.dtype != np.uint8 or array.ndim != 1:
            raise MultiplaneError(f"{self.name}: found {array.dtype}; expected packed bytes")
        most, lengths = room.left, self._lengths(sizes)
        if lengths is not None:  # then unpacking need not go further
            most = min(most, prod(lengths) * np.dtype(self.dtype).itemsize)
        stream = zlib.decompressobj()
        try:
            data = stream.decompress(np.ascontiguousarray(array).data, most + 1)
        except zlib.error as error:
            raise MultiplaneError(f"{self.name}: cannot be unpacked: {error}") from error
        room.take(self.name, len(data))
        if len(data) > most:
            raise MultiplaneError(f"{self.name}: found more than {most:,} bytes; expected {self}")
        if not stream.eof or stream.unused_data:
            raise MultiplaneError(f"{self.name}: cannot be unpacked: it ends too early or too late")
        if len(data) % np.dtype(self.dtype).itemsize:
            raise MultiplaneError(f"{self.name}: found {len(data):,} bytes; expected {self}")
        found: NDArray[Any] = np.frombuffer(data, self.dtype)
        if self.differences:
            found = np.cumsum(found, dtype=self.dtype)
        return found if len(self.shape) == 1 else self._shaped(found, lengths)

    def _lengths(self, sizes: Mapping[str, int]) -> list[int] | None:
        """Return all lengths, or the largest that they may be, if they are known."""
        if any(new_name(size, sizes) is not None for size in self.shape):
            return None
        return [computed(str(size).removeprefix(AT_MOST), sizes) for size in self.shape]

    def _shaped(self, found: NDArray[Any], lengths: list[int] | None) -> NDArray[Any]:
        """Give numbers their rows and columns, which have been packed as one sequence."""
        assert lengths is not None  # as the length of a sequence does not say them
        if found.size != prod(lengths):
            raise MultiplaneError(
                f"{self.name}: found {found.size:,} numbers; expected {self}, {prod(lengths):,}"
            )
        return found.reshape(lengths)

    def _check_length(self, length: int, size: Size, sizes: dict[str, int]) -> None:
        name = new_name(size, sizes)
        if name is not None:
            sizes[name] = length - computed(size, {**sizes, name: 0})
        text = str(size)
        expected = computed(text.removeprefix(AT_MOST), sizes)
        fits = length <= expected if text.startswith(AT_MOST) else length == expected
        if not fits or (name is not None and sizes[name] < 0):
            raise MultiplaneError(
                f"{self.name}: found a length of {length:,}; expected {text}, {expected:,}"
            )

    def _check_range(self, array: NDArray[Any], sizes: Mapping[str, int]) -> None:
        if not array.size:
            return
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise MultiplaneError(f"{self.name}: found numbers that are not finite")
        if self.least is not None and array.min() < computed(self.least, sizes):
            raise MultiplaneError(
                f"{self.name}: found {array.min()}; expected {self.least} or more"
            )
        if self.below is not None and array.max() >= computed(self.below, sizes):
            raise MultiplaneError(
                f"{self.name}: found {array.max()}; expected less than {self.below},"
                f" {computed(self.below, sizes):,}"
            )

    def __str__(self) -> str:
        return f"{np.dtype(self.dtype)} [{', '.join(map(str, self.shape))}]"
