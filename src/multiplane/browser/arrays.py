"""What the oracles need of NumPy, in plain Python: lists, and lists of lists.

A browser has no NumPy that can be had as a plain file.  Kernels index arrays one number at a time,
so lists do as well; those of one dimension are as fast as lists are.  `install` puts this module in
the place of NumPy, before anything that imports it.
"""

import sys
from array import array as packed
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ContextDecorator
from types import ModuleType
from typing import Any, Self

int8 = int16 = int32 = int64 = uint8 = uint16 = uint32 = uint64 = int
float32 = float64 = float
bool_ = bool


class Row(list[Any]):
    """An array of one dimension."""

    itemsize = 8

    def copy(self) -> "Row":
        return Row(self)

    def tolist(self) -> list[Any]:
        return list(self)

    def tobytes(self) -> bytes:
        return packed("q", self).tobytes()

    def any(self) -> bool:
        return any(self)

    def __add__(self, number: Any) -> "Row":
        return Row(each + number for each in self)

    def reshape(self, *shape: int) -> "Table":
        """Cut into parts; a first size of -1 is as large as it can be."""
        *outer, inner = shape
        parts: list[Any] = [Row(self[k : k + inner]) for k in range(0, len(self), inner)]
        for size in reversed(outer[1:]):
            parts = [Table(parts[k : k + size]) for k in range(0, len(parts), size)]
        return Table(parts)


class Table:
    """An array of more dimensions, by its rows; rows and columns are views."""

    __slots__ = ("rows",)

    def __init__(self, rows: Iterable[Any]) -> None:
        self.rows = list(rows)

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is not tuple:
            return Table(self.rows[key]) if key.__class__ is slice else self.rows[key]
        first, *rest = key
        if first.__class__ is not slice:
            row = self.rows[first]
            return row[rest[0]] if len(rest) == 1 else row[tuple(rest)]
        further = rest[0] if len(rest) == 1 else tuple(rest)
        if further.__class__ is int and isinstance(self.rows[0] if self.rows else None, Row):
            return Column(self.rows[first], further)
        parts = [row[further] for row in self.rows[first]]
        return Table(Row(part) if type(part) is list else part for part in parts)

    def __setitem__(self, key: tuple[int, int], value: Any) -> None:
        self.rows[key[0]][key[1]] = value

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def any(self) -> bool:
        return any(row.any() if isinstance(row, Table | Row | Column) else row for row in self.rows)

    def tolist(self) -> list[Any]:
        return [row.tolist() for row in self.rows]

    def reshape(self, *shape: int) -> Self:
        """Return the same, which has this shape; rows are of equal length."""
        assert len(shape) == 2, shape
        assert all(len(row) == shape[1] for row in self.rows), shape
        return self


class Column:
    """A column of a table."""

    __slots__ = ("at", "rows")

    def __init__(self, rows: Sequence[Row], at: int) -> None:
        self.rows, self.at = rows, at

    def __getitem__(self, row: int) -> Any:
        return self.rows[row][self.at]

    def __setitem__(self, row: int, value: Any) -> None:
        self.rows[row][self.at] = value

    def __iter__(self) -> Iterator[Any]:
        return (row[self.at] for row in self.rows)

    def __eq__(self, value: object) -> Row:  # type: ignore[override]
        return Row(each == value for each in self)

    __hash__ = None  # type: ignore[assignment]

    def any(self) -> bool:
        return any(self)

    def tolist(self) -> list[Any]:
        return list(self)


ndarray = Row


def full(shape: int | tuple[int, ...], value: Any, kind: type = float) -> Row | Table:
    """Return an array of one value."""
    if isinstance(shape, tuple) and len(shape) > 1:
        return Table(full(shape[1:], value, kind) for _ in range(shape[0]))
    size = shape[0] if isinstance(shape, tuple) else shape
    return Row([kind(value)] * size)


def zeros(shape: int | tuple[int, ...], kind: type = float) -> Row | Table:
    return full(shape, 0, kind)


def ones(shape: int | tuple[int, ...], kind: type = float) -> Row | Table:
    return full(shape, 1, kind)


empty = zeros


def array(values: Iterable[Any], kind: type = int) -> Row | Table:
    """Copy numbers, or rows of numbers."""
    listed = list(values)
    if listed and isinstance(listed[0], list | tuple):
        return Table(array(row, kind) for row in listed)
    return Row(kind(value) for value in listed)


class errstate(ContextDecorator):  # noqa: N801 - NumPy's name
    """Nothing to do: Python's integers do not overflow."""

    def __init__(self, **_: str) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def __call__(self, function: Any) -> Any:
        """Return the function itself, which costs nothing."""
        return function


class NDArray:
    """For annotations."""

    def __class_getitem__(cls, _: Any) -> type["NDArray"]:
        return cls


def install() -> None:
    """Stand in for NumPy."""
    here = sys.modules[__name__]
    typing = ModuleType("numpy.typing")
    typing.NDArray = NDArray  # type: ignore[attr-defined]
    sys.modules["numpy"], sys.modules["numpy.typing"] = here, typing
