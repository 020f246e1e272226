"""Settings: options of training that replace those of an experiment's file."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from multiplane.errors import MultiplaneError


def settings_of(given: Iterable[str]) -> dict[str, Any]:
    """Read settings as they are typed; values are as in TOML, texts also without quotes.

    >>> settings_of(["oracle=static", "epochs=6", 'root="first"'])
    {'oracle': 'static', 'epochs': 6, 'root': 'first'}
    """
    found = {}
    for text in given:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise MultiplaneError(f"found {text!r}; expected a setting such as oracle=static")
        if name in found:
            raise MultiplaneError(f"found {name} twice; expected one value for each option")
        found[name] = _value(value)
    return found


def named(name: str, settings: Mapping[str, Any]) -> str:
    """Return the name of an experiment with its settings, for files.

    >>> named("buffer-table-1", {"oracle": "dynamic", "features": "my/own.txt"})
    'buffer-table-1-oracle=dynamic-features=my_own.txt'
    """
    parts = [name, *(f"{option}={value}" for option, value in settings.items())]
    return re.sub(r"[^\w.=+-]", "_", "-".join(parts))


def noted(settings: Mapping[str, Any]) -> list[str]:
    """Return a note for the readers of a table, if there are settings."""
    said = ", ".join(f"{option} = {value}" for option, value in settings.items())
    return [f"Not as in the file: {said}."] if settings else []


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text
