"""Kinds of options: the values that an option takes, and the errors for all others.

Each kind has `takes`, a description of the expected values, and `check`.
"""

import os
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import choices


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some names."""

    names: tuple[str, ...]

    @property
    def takes(self) -> str:
        return ", ".join(self.names)

    def check(self, name: str, value: Any) -> None:
        if value not in self.names:
            raise UnknownName(f"unknown {name} {value!r}; {choices(value, self.names)}")


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number of something."""

    unit: str = ""
    least: int = 1
    most: int | None = None

    @property
    def takes(self) -> str:
        span = f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"
        return f"{span} {self.unit}".rstrip()

    def check(self, name: str, value: Any) -> None:
        whole = isinstance(value, Integral) and not isinstance(value, bool)
        if not whole:
            raise MultiplaneError(f"{name}: found {value!r}; expected {self.takes}")
        if value < self.least or (self.most is not None and value > self.most):
            found = f"{value} {self.unit}".rstrip()
            raise MultiplaneError(f"{name}: found {found}; expected {self.takes}")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, whole or not: from `least`, or above it, to `most`."""

    unit: str
    least: float = 0
    most: float | None = None
    above: bool = False  # is `least` itself excluded?

    @property
    def takes(self) -> str:
        if self.most is not None:
            return f"{self.unit} from {self.least} to {self.most}"
        return f"{self.unit} above {self.least}" if self.above else f"{self.least} or more"

    def check(self, name: str, value: Any) -> None:
        number = isinstance(value, Real) and not isinstance(value, bool)
        most = float("inf") if self.most is None else self.most
        if not number or not self.least <= value <= most or (self.above and value == self.least):
            raise MultiplaneError(f"{name}: found {value!r}; expected {self.takes}")


@dataclass(frozen=True, slots=True)
class Flag:
    """True or False; on the command line, `opposite` is the flag for False."""

    opposite: str = ""

    @property
    def takes(self) -> str:
        return "True or False"

    def check(self, name: str, value: Any) -> None:
        if not isinstance(value, bool):
            raise MultiplaneError(f"{name}: found {value!r}; expected {self.takes}")


@dataclass(frozen=True, slots=True)
class Text:
    """A text whose form is checked where it is used."""

    what: str  # its placeholder on the command line, in capitals

    @property
    def takes(self) -> str:
        return f"a {self.what.lower()}"

    def check(self, name: str, value: Any) -> None:
        if not isinstance(value, str):
            raise MultiplaneError(f"{name}: found {value!r}; expected {self.takes}")


@dataclass(frozen=True, slots=True)
class File:
    """The path of a file."""

    @property
    def takes(self) -> str:
        return "a file"

    def check(self, name: str, value: Any) -> None:
        if not isinstance(value, str | os.PathLike):
            raise MultiplaneError(f"{name}: found {value!r}; expected {self.takes}")


@dataclass(frozen=True, slots=True)
class Folder(File):
    """The path of a folder."""

    @property
    def takes(self) -> str:
        return "a folder"


Kind = Choice | Count | Amount | Flag | Text | File | Folder
