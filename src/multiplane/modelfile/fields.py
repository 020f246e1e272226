"""Single values in a manifest, described as data: numbers, texts, choices.

Anybody may have written a manifest.  So a description takes a value out of JSON, as Python wants
it, or raises an error that says what was found and what was expected, for which it has words.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Protocol

from multiplane.errors import MultiplaneError

SHOWN = 60  # characters of what was found, in messages
_BREAKS = re.compile("[\t\n\r\0]")  # what ends a column or a line
DEEPEST = 20  # lists in lists, where a description leaves open what they hold


class Field(Protocol):
    """One value; `str` says what it is."""

    def take(self, value: Any, where: str) -> Any:
        """Return a value from JSON, or raise an error that says where it was."""


def unfit(where: str, found: Any, expected: object) -> MultiplaneError:
    """Return the error for a value that is not what was expected."""
    return MultiplaneError(f"{where}: found {shown(found)}; expected {expected}")


def shown(value: Any) -> str:
    """Show a value in a message: on one line, with nothing that a terminal would obey."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'a record'} of {len(value):,}"
    text = ascii(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    least: int = 0
    most: int = 2**31 - 1

    def take(self, value: Any, where: str) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise unfit(where, value, self)
        return value

    def __str__(self) -> str:
        return f"a whole number from {_figure(self.least)} to {_figure(self.most)}"


def _figure(number: int) -> str:
    power = abs(number).bit_length() - (abs(number) & (abs(number) + 1) != 0)
    if abs(number) < 1 << 24:
        return str(number)
    return f"{'-' * (number < 0)}2^{power}{' - 1' * (abs(number) != 1 << power)}"


@dataclass(frozen=True, slots=True)
class PowerOfTwo:
    """A size such that the upper bits of a hash are a number below it."""

    least: int
    most: int

    def take(self, value: Any, where: str) -> int:
        fits = type(value) is int and self.least <= value <= self.most
        if not fits or value & (value - 1):
            raise unfit(where, value, self)
        return int(value)

    def __str__(self) -> str:
        return f"a power of two from {self.least} to {_figure(self.most)}"


@dataclass(frozen=True, slots=True)
class Real:
    """A finite number."""

    least: float = -1e30
    most: float = 1e30

    def take(self, value: Any, where: str) -> float:
        if type(value) not in (int, float) or not self.least <= value <= self.most:
            raise unfit(where, value, self)
        return float(value)

    def __str__(self) -> str:
        return f"a number from {self.least:g} to {self.most:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is only shown: it need not be finite."""

    def take(self, value: Any, where: str) -> float:
        if type(value) is not float:
            return float(Number(-(2**63), 2**63).take(value, where))
        return value

    def __str__(self) -> str:
        return "a number"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def take(self, value: Any, where: str) -> bool:
        if type(value) is not bool:
            raise unfit(where, value, self)
        return value

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Text:
    """A text; one that goes into a column of a treebank has neither tabs nor line ends."""

    least: int = 0
    most: int = 10_000
    column: bool = True

    def take(self, value: Any, where: str) -> str:
        if type(value) is not str or not self.least <= len(value) <= self.most:
            raise unfit(where, value, self)
        if self.column and _BREAKS.search(value):
            raise unfit(where, value, self)
        return value

    def __str__(self) -> str:
        sort = "a line without tabs" if self.column else "a text"
        return f"{sort} of {self.least} to {self.most:,} characters"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values."""

    values: tuple[Any, ...]

    def take(self, value: Any, where: str) -> Any:
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
        raise unfit(where, value, self)

    def __str__(self) -> str:
        return " or ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in self.values)


@dataclass(frozen=True, slots=True)
class Free:
    """Anything that JSON can hold: notes that are shown to people and never used."""

    def take(self, value: Any, where: str, depth: int = 0) -> Any:
        if depth > DEEPEST:
            raise MultiplaneError(f"{where}: found lists in lists; expected up to {DEEPEST}")
        inner = value.values() if isinstance(value, dict) else value
        for part in inner if isinstance(value, dict | list) else ():
            self.take(part, where, depth + 1)
        return value

    def __str__(self) -> str:
        return "anything"
