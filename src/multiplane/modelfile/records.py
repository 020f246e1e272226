"""Lists and records in a manifest, described as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.modelfile.fields import Field, Free, shown, unfit


@dataclass(frozen=True, slots=True)
class Many:
    """A list."""

    each: Field
    least: int = 0
    most: int = 100_000

    def take(self, value: Any, where: str) -> tuple[Any, ...]:
        if type(value) not in (list, tuple) or not self.least <= len(value) <= self.most:
            raise unfit(where, value, self)
        return tuple(self.each.take(one, f"{where}[{at}]") for at, one in enumerate(value))

    def __str__(self) -> str:
        return f"a list of {self.least} to {self.most:,}, each {self.each}"


@dataclass(frozen=True, slots=True)
class Row:
    """A list of fixed length."""

    parts: tuple[Field, ...]

    def take(self, value: Any, where: str) -> tuple[Any, ...]:
        if type(value) not in (list, tuple) or len(value) != len(self.parts):
            raise unfit(where, value, self)
        pairs = enumerate(zip(self.parts, value, strict=True))
        return tuple(part.take(one, f"{where}[{at}]") for at, (part, one) in pairs)

    def __str__(self) -> str:
        return f"[{'; '.join(map(str, self.parts))}]"


@dataclass(frozen=True, slots=True)
class Either:
    """The first of several things that fits."""

    parts: tuple[Field, ...]

    def take(self, value: Any, where: str) -> Any:
        for part in self.parts:
            try:
                return part.take(value, where)
            except MultiplaneError:
                continue
        raise unfit(where, value, self)

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Record:
    """Values by name.  Names that are not listed are left alone; `missing` may be missing."""

    parts: Mapping[str, Field]
    missing: Mapping[str, Any] = field(default_factory=dict)

    def take(self, value: Any, where: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise unfit(where, value, self)
        found = {}
        for name, part in self.parts.items():
            here = f"{where}.{name}" if where else name
            if name in value:
                found[name] = part.take(value[name], here)
            elif name in self.missing:
                found[name] = self.missing[name]
            else:
                raise MultiplaneError(f"{here}: found nothing; expected {part}")
        return found

    def __str__(self) -> str:
        return f"a record of {', '.join(self.parts)}" if self.parts else "a record"


@dataclass(frozen=True, slots=True)
class Named:
    """Values of one kind, by any names."""

    each: Field

    def take(self, value: Any, where: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise unfit(where, value, self)
        for name, part in value.items():
            self.each.take(part, f"{where}.{shown(name)}")
        return value

    def __str__(self) -> str:
        return f"a record, each {self.each}"


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes for people, by name: what is known by name is checked, and all may be missing."""

    parts: Mapping[str, Field]

    def take(self, value: Any, where: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise unfit(where, value, self)
        for name, part in value.items():
            self.parts.get(name, Free()).take(part, f"{where}.{shown(name)}")
        return value

    def __str__(self) -> str:
        known = f", perhaps with {', '.join(self.parts)}" if self.parts else ""
        return f"notes for people{known}"


@dataclass(frozen=True, slots=True)
class Known:
    """A value that has a name of its own, by which others mention it."""

    name: str
    part: Field

    def take(self, value: Any, where: str) -> Any:
        return self.part.take(value, where)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Such:
    """A value for which something more holds."""

    part: Field
    says: str
    holds: Callable[[Any], bool]

    def take(self, value: Any, where: str) -> Any:
        found = self.part.take(value, where)
        if not self.holds(found):
            raise unfit(where, value, self)
        return found

    def __str__(self) -> str:
        return f"{self.part}; {self.says}"
