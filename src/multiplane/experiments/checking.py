"""Checks of tables from a file: known keys, right kinds, known names."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import choices

T = TypeVar("T")
_NAMES = {str: "a text", int: "a number", float: "a number", bool: "true or false"}
_NAMES |= {list: "a list", dict: "a table"}


def check(
    where: str,
    table: Any,
    keys: Mapping[str, Any],
    more: Iterable[str] = (),
    needed: Iterable[str] = (),
) -> None:
    """Check that a table has only known keys, of the right kinds, and all that it needs."""
    place = f"{where}: " if where else ""
    if not isinstance(table, dict):
        raise MultiplaneError(f"{place}found {table!r}; expected a table")
    for key, value in table.items():
        if key not in keys:
            one_of(f"{place}key", key, [*keys, *more])
            continue
        kinds = keys[key] if isinstance(keys[key], tuple) else (keys[key],)
        fits = isinstance(value, (*kinds, *([int] if float in kinds else [])))
        if not fits or (isinstance(value, bool) and bool not in kinds):
            raise MultiplaneError(
                f"{place}{key}: found {value!r}; expected {' or '.join(_NAMES[k] for k in kinds)}"
            )
    for key in needed:
        if key not in table:
            raise MultiplaneError(f"{place}found no {key}; expected one")


def texts(where: str, table: dict[T, Any]) -> dict[T, str]:
    """Return a table if all of its values are texts."""
    for value in table.values():
        if not isinstance(value, str):
            raise MultiplaneError(f"{where}: found {value!r}; expected texts")
    return table


def one_of(where: str, name: Any, known: Collection[str]) -> str:
    """Return the name if it is known; otherwise raise an error that lists the known ones."""
    if name not in known:
        raise UnknownName(f"{where}: unknown {name!r}; {choices(name, known)}")
    return str(name)


def no_twins(where: str, names: list[str]) -> None:
    """Check that no name occurs twice."""
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise MultiplaneError(f"{where}: found {', '.join(twins)} twice; expected different names")


def said_in(where: str, error: MultiplaneError) -> MultiplaneError:
    """Return the error with its place prepended."""
    kind = UnknownName if isinstance(error, UnknownName) else MultiplaneError
    return kind(f"{where}: {error}")
