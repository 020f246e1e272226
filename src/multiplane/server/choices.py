"""Which system a request means: one of the catalogue by name, or one written as text."""

import re
from typing import Any

from multiplane.calculus.system import System
from multiplane.errors import UnknownName
from multiplane.server.limits import LIMITS
from multiplane.systems import systems
from multiplane.systems.reader import read_system

Choice = dict[str, Any] | System  # {"name": …} or {"text": …}; or a system that is there


def chosen(choice: Choice) -> System:
    """Return the system; a name never leads to a file, and a text is never run."""
    if isinstance(choice, System):
        return choice
    if choice.get("text") is not None:
        return read_system(choice["text"])
    name = choice["name"]
    large = [number for number in re.findall(r"\d+", name) if len(number) > len(str(LIMITS.number))]
    if large:
        raise UnknownName(f"{name}: numbers above {LIMITS.number} are not supported here")
    return systems.listed(name)
