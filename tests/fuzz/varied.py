"""Inputs that are changed by their parts rather than by their bytes, so that more of them fit.

An input that begins with MARK is a recipe: its other bytes choose what is changed, and how.
"""

import json
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from typing import Any

from fuzz.drawn import Drawn
from support.mutants import change_manifest

MARK = b"\0"
RECIPES = 60  # to begin with
_PARTS = re.compile(r"[^\W\d_]+|\d+|\r?\n|.", re.DOTALL)
Vary = Callable[[Drawn], bytes]


def recipes() -> list[bytes]:
    """Some to begin with: long enough to choose by."""
    return [MARK + bytes((number * 37 + at * at * 11) % 256 for at in range(24))
            for number in range(RECIPES)]  # fmt: skip


def by_words(texts: Callable[[], Iterable[bytes]], words: tuple[str, ...]) -> Vary:
    """Texts with words left out, repeated, exchanged for others or for lines of other texts."""

    @cache
    def known() -> tuple[list[list[str]], list[str]]:
        split = [_PARTS.findall(text.decode("utf-8", "replace")) for text in texts()]
        lines = [
            line for text in texts() for line in text.decode("utf-8", "replace").splitlines(True)
        ]
        return split, lines

    def vary(draw: Drawn) -> bytes:
        split, lines = known()
        parts = list(draw.choice(split))
        for _ in range(1 + draw.randrange(4)):
            at = draw.randrange(len(parts) + 1)
            new = draw.choice(words) if draw.random() < 0.7 else draw.choice(lines)
            how = draw.randrange(4)
            if how == 0:
                parts.insert(at, new)
            elif how == 1:
                parts[at : at + 1] = [new]
            elif how == 2:
                del parts[at : at + 1 + draw.randrange(8)]
            else:
                again = draw.randrange(len(parts) + 1)
                parts[at:at] = parts[again : again + 1 + draw.randrange(30)]
        return "".join(parts).encode("utf-8", "surrogatepass")

    return vary


def by_values(tables: Callable[[], Iterable[Any]], written: Callable[[Any], str]) -> Vary:
    """Tables with one value or two changed, or left out."""

    @cache
    def known() -> list[Any]:
        return list(tables())

    def vary(draw: Drawn) -> bytes:
        table = deepcopy(draw.choice(known()))
        for _ in range(1 + draw.randrange(2)):
            if table:
                change_manifest(table, draw)
        return written(table).encode("utf-8", "surrogatepass")

    return vary


def toml(table: Any) -> str:
    """A table as a file has it, each of its values on a line."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: Any) -> str:
    return json.dumps(str(key), ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)  # nan and inf are TOML
    return json.dumps(value, ensure_ascii=False)  # null is not, which is as it should be
